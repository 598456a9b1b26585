//! The program in a folder of its own, and runs for it to read.

use std::path::Path;
use std::process::{Child, Command as Process, Output, Stdio};

use runs::record::Session;
use runs::save::RunFile;

use crate::support::content::catalog;
use crate::support::driver::{Driver, opening, play};

const PROGRAM: &str = env!("CARGO_BIN_EXE_upkeeper");

pub(crate) fn command(folder: &Path, args: &[&str]) -> Process {
    let mut process = Process::new(PROGRAM);
    process.args(args).current_dir(folder).env("UPKEEPER_HOME", folder).stdin(Stdio::null());
    process
}

pub(crate) fn run(folder: &Path, args: &[&str]) -> Output {
    command(folder, args).output().expect("runs")
}

pub(crate) fn piped(folder: &Path, args: &[&str]) -> Child {
    command(folder, args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("runs")
}

/// A run of some commands in a file, by a player of that name.
pub(crate) fn write_run(path: &Path, name: &str, seed: u64) {
    let catalog = catalog();
    let mut begun = opening("vault", seed, &catalog);
    name.clone_into(&mut begun.name);
    let file = RunFile::create(path, &begun).expect("creates");
    let mut session = Session::begin(begun, &catalog, file).expect("begins");
    play(&mut session, &mut Driver::new(seed), 12);
}
