//! The program: how commands end and what they print, on a terminal and without one, and runs for
//! them to read.

use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Output, Stdio};

use engine::sim::RunStatus;
use runs::record::{MarkKind, RunHeader, Session, bot};
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

/// Lines that several tests run, with what is said of them.
pub(crate) const COMMAND_LINES: &str = include_str!("../tables/command_lines.txt");

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

/// Runs a command line with these bytes on the standard input.
pub(crate) fn fed(folder: &Path, line: &str, bytes: &[u8]) -> Ran {
    let mut process = command(folder, &words(line));
    process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = process.spawn().expect("runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    // In two parts, since a pipe is not a file.
    let (first, rest) = bytes.split_at(bytes.len() / 2);
    let written = stdin.write_all(first).and_then(|()| stdin.flush());
    let written = written.and_then(|()| stdin.write_all(rest));
    // A command that is refused ends without reading.
    if let Err(error) = written {
        assert_eq!(error.kind(), ErrorKind::BrokenPipe);
    }
    drop(stdin);
    Ran::of(child.wait_with_output().expect("ends"))
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

/// A second and a bit of play for each command.
pub(crate) const MILLISECONDS_PER_COMMAND: u64 = 1_234;

/// Records a bot's run up to a number of commands; from a time on marked.
pub(crate) fn record_bot(
    path: &Path,
    header: RunHeader,
    player: &str,
    start: Option<u64>,
    commands: u32,
) {
    let file = RunFile::create(path, &header).expect("creates");
    let mut player = bot::find(player, header.setup.seed).expect("a bot");
    let mut session = Session::begin(header, catalog(), file).expect("begins");
    if let Some(start) = start {
        session.mark(MarkKind::Start, start).expect("writes");
    }
    while session.commands() < commands && !matches!(session.status(), RunStatus::Over(_)) {
        let command = player.decide(&session.game().view());
        let time = u64::from(session.commands() + 1) * MILLISECONDS_PER_COMMAND;
        let _refused = match start {
            Some(start) => session.submit_at(command, start + time).is_err(),
            None => session.submit(command).is_err(),
        };
    }
}

/// A folder with a short run of Ann and one of Bob.
pub(crate) fn folder_with_runs() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    write_run(&folder.path().join("a.upk"), "Ann", 5);
    write_run(&folder.path().join("b.upk"), "Bob", 6);
    folder
}

fn record(path: &Path, name: &str, seed: u64, commands: u32) {
    let mut begun = opening("vault", seed);
    name.clone_into(&mut begun.name);
    let file = RunFile::create(path, &begun).expect("creates");
    let mut session = Session::begin(begun, catalog(), file).expect("begins");
    play(&mut session, &mut Driver::new(seed), commands);
}

/// A folder, and the means to run commands there.
pub(crate) struct Bench {
    folder: TempDir,
    pub(crate) seed: u64,
}

impl Bench {
    pub(crate) fn empty(seed: u64) -> Bench {
        Bench { folder: tempfile::tempdir().expect("a folder"), seed }
    }

    /// With a run of 300 commands.
    pub(crate) fn new() -> Bench {
        let seed = lasting_seed("vault", 7, 300);
        let bench = Bench::empty(seed);
        record(&bench.path("run.upk"), "Ann", seed, 300);
        bench
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn run(&self, line: &str) -> Ran {
        run_line(self.folder.path(), line)
    }

    pub(crate) fn fed(&self, line: &str, bytes: &[u8]) -> Ran {
        fed(self.folder.path(), line, bytes)
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
