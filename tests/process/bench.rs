//! A folder with a run in it, what commands print there, and how they end.

use std::path::PathBuf;
use std::process::{Command as Process, Output, Stdio};

use runs::record::Session;
use runs::save::RunFile;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::content::catalog;
use crate::support::driver::{Driver, opening, play};
use crate::support::lasting_seed::lasting_seed;

/// How a command has ended, and what it has printed.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    pub(crate) fn of(output: Output) -> Ran {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Ran {
            code: output.status.code().expect("no signal"),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }
}

/// A folder with a run of 300 commands in it, and the means to run commands there.
pub(crate) struct Bench {
    folder: TempDir,
    pub(crate) seed: u64,
}

impl Bench {
    pub(crate) fn new() -> Bench {
        let catalog = catalog();
        let seed = lasting_seed("vault", 7, 300, &catalog);
        let bench = Bench { folder: tempfile::tempdir().expect("a folder"), seed };
        let begun = opening("vault", seed, &catalog);
        let file = RunFile::create(&bench.path("run.upk"), &begun).expect("creates");
        let mut session = Session::begin(begun, &catalog, file).expect("begins");
        play(&mut session, &mut Driver::new(seed), 300);
        bench
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn run(&self, args: &[&str]) -> Ran {
        let mut process = Process::new(env!("CARGO_BIN_EXE_upkeeper"));
        process
            .args(args)
            .current_dir(self.folder.path())
            .env("UPKEEPER_HOME", self.folder.path())
            .stdin(Stdio::null());
        Ran::of(process.output().expect("runs"))
    }
}
