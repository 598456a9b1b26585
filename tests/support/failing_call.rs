//! A library for `LD_PRELOAD` in which a call of the system fails while a file says so.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The file in the library's folder that has the call fail while it is there.
pub(crate) const FAILING: &str = "failing";

/// A call of the system, in C.
pub(crate) struct Call {
    pub declaration: &'static str,
    /// What it answers while it does not fail.
    pub otherwise: &'static str,
}

/// Makes the library, in which the call answers with an error of this name, and has it fail.
pub(crate) fn failing_call(folder: &Path, call: &Call, errno: &str) -> PathBuf {
    let failing = folder.join(FAILING);
    let Call { declaration, otherwise } = call;
    let code = format!(
        "#define _GNU_SOURCE\n#include <errno.h>\n#include <sys/syscall.h>\n#include <unistd.h>\n\
         {declaration} {{ if (access(\"{}\", F_OK)) return {otherwise}; errno = {errno}; return \
         -1; }}\n",
        failing.display()
    );
    fs::write(failing, "").expect("writes");
    library(folder, &code)
}

/// Makes a library of C.
pub(crate) fn library(folder: &Path, code: &str) -> PathBuf {
    let (source, library) = (folder.join("fault.c"), folder.join("fault.so"));
    fs::write(&source, code).expect("writes");
    let mut compiler = Command::new("cc");
    let compiled = compiler.args(["-shared", "-fPIC", "-o"]).args([&library, &source]).status();
    assert!(compiled.expect("a C compiler").success());
    library
}
