//! The program: how commands end and what they print, on a terminal and without one, and runs for
//! them to read.

use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Output, Stdio};

use runs::record::Session;
use runs::save::RunFile;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::content::catalog;
use crate::support::driver::{Driver, opening, play};
use crate::support::lasting_seed::lasting_seed;
#[cfg(feature = "tui")]
use crate::support::pty::Pty;
use crate::support::pty::Start;

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_upkeeper");

/// How a command has ended, and what it has printed.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) bytes: Vec<u8>,
    /// The same as text; of a picture nothing.
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    pub(crate) fn of(output: Output) -> Ran {
        let text = |bytes: &[u8]| match bytes {
            [0x89, b'P', b'N', b'G', ..] => String::new(),
            bytes => String::from_utf8(bytes.to_vec()).expect("UTF-8"),
        };
        Ran {
            code: output.status.code().expect("no signal"),
            out: text(&output.stdout),
            err: text(&output.stderr),
            bytes: output.stdout,
        }
    }

    /// Demands an exit code, and words beside the output.
    #[track_caller]
    pub(crate) fn is(self, code: i32, words: &str) -> Ran {
        assert_eq!(self.code, code, "{}{}", self.out, self.err);
        assert!(self.err.contains(words), "“{words}”, not “{}”", self.err);
        self
    }

    /// Demands that it is done without a word beside the output.
    #[track_caller]
    pub(crate) fn done(self) -> Ran {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }

    pub(crate) fn json_lines(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }
}

/// A command in a folder that is also the player's.
pub(crate) fn command(folder: &Path, args: &[&str]) -> Process {
    let mut process = Process::new(PROGRAM);
    process.args(args).current_dir(folder).env("UPKEEPER_HOME", folder).stdin(Stdio::null());
    process
}

pub(crate) fn run(folder: &Path, args: &[&str]) -> Output {
    command(folder, args).output().expect("runs")
}

/// The words of a line; what stands between apostrophes is one.
fn words(line: &str) -> Vec<&str> {
    let parts = line.split('\'').zip([false, true].into_iter().cycle());
    parts
        .flat_map(
            |(part, is_one)| {
                if is_one { vec![part] } else { part.split_whitespace().collect() }
            },
        )
        .collect()
}

/// Runs a command line.
pub(crate) fn run_line(folder: &Path, line: &str) -> Ran {
    Ran::of(run(folder, &words(line)))
}

pub(crate) fn piped(folder: &Path, args: &[&str]) -> Child {
    command(folder, args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("runs")
}

/// A command on a terminal, at home in a folder.
pub(crate) fn on_terminal(home: &Path, line: &str) -> Start {
    let home = home.to_str().expect("a plain name");
    Start::new(PROGRAM).arguments(["--home", home].into_iter().chain(line.split_whitespace()))
}

/// The only run file of a home.
#[cfg(feature = "tui")]
pub(crate) fn only_run(home: &Path) -> PathBuf {
    let files = std::fs::read_dir(home.join("runs")).expect("a folder of runs");
    let mut files: Vec<PathBuf> = files.map(|entry| entry.expect("an entry").path()).collect();
    assert_eq!(files.len(), 1, "{files:?}");
    files.remove(0)
}

/// Waits for the briefing of a shift, reads it, and waits for the floor.
#[cfg(feature = "tui")]
pub(crate) fn read_briefing(pty: &mut Pty) {
    pty.wait_for("key: begin");
    pty.send("\r");
    pty.wait_until("the floor without the briefing", |screen| {
        let text = screen.contents();
        text.contains("Work order") && !text.contains("key: begin")
    });
}

/// A run of some commands in a file, by a player of that name.
pub(crate) fn write_run(path: &Path, name: &str, seed: u64) {
    record(path, name, seed, 12);
}

fn record(path: &Path, name: &str, seed: u64, commands: u32) {
    let mut begun = opening("vault", seed);
    name.clone_into(&mut begun.name);
    let file = RunFile::create(path, &begun).expect("creates");
    let mut session = Session::begin(begun, catalog(), file).expect("begins");
    play(&mut session, &mut Driver::new(seed), commands);
}

/// A folder with a run of 300 commands in it, and the means to run commands there.
pub(crate) struct Bench {
    folder: TempDir,
    pub(crate) seed: u64,
}

impl Bench {
    pub(crate) fn new() -> Bench {
        let seed = lasting_seed("vault", 7, 300);
        let bench = Bench { folder: tempfile::tempdir().expect("a folder"), seed };
        record(&bench.path("run.upk"), "Ann", seed, 300);
        bench
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn run(&self, line: &str) -> Ran {
        run_line(self.folder.path(), line)
    }

    pub(crate) fn json(&self, line: &str) -> Value {
        self.run(&format!("{line} --format json")).json()
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), text).expect("writes");
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).expect("reads")
    }
}
