//! The tutorial on a pseudo-terminal: offered to who has never played, left, taken up again, verified, and on no list.

use std::fs;
use std::process::{Command as Process, Output};

use tempfile::TempDir;

use crate::support::pty::{Pty, Start};

const PROGRAM: &str = env!("CARGO_BIN_EXE_upkeeper");

fn start(home: &TempDir, line: &str) -> Pty {
    let home = home.path().to_str().expect("a plain name");
    let arguments = ["--home", home].into_iter().chain(line.split_whitespace());
    Start::new(PROGRAM).arguments(arguments).run()
}

fn ask(home: &TempDir, line: &str) -> Output {
    let mut process = Process::new(PROGRAM);
    process.arg("--home").arg(home.path()).args(line.split_whitespace());
    process.output().expect("runs")
}

#[test]
fn it_is_offered_left_taken_up_and_ended() {
    let home = TempDir::new().expect("a folder");
    let mut pty = start(&home, "play");
    pty.wait_for("Tutorial: five minutes");
    // It is the first entry for who has never played.
    pty.press("\r", "Lesson 1 of 14: Walking.");
    pty.press("hl", "Lesson 2 of 14: Doors.");
    pty.press("S", "Continue: ");
    pty.send("q");
    pty.wait_exit();

    let mut pty = start(&home, "play --resume");
    pty.wait_for("Lesson 2 of 14: Doors.");
    pty.press("Q", "Sure?");
    pty.send("Y");
    pty.press("\r", "You left early");
    pty.press("t", "New shift");
    pty.send("q");
    pty.wait_exit();

    let runs = fs::read_dir(home.path().join("runs")).expect("a folder");
    let runs: Vec<_> = runs.map(|entry| entry.expect("reads").path()).collect();
    assert_eq!(runs.len(), 1, "{runs:?}");
    let verified = ask(&home, &format!("replay verify {}", runs[0].display()));
    assert!(verified.status.success(), "{verified:?}");
    let scores = ask(&home, "scores --format json");
    assert_eq!(String::from_utf8_lossy(&scores.stdout).trim(), "", "{scores:?}");
}

#[test]
fn it_is_begun_and_played_headless_from_the_command_line() {
    let home = TempDir::new().expect("a folder");
    let mut pty = start(&home, "play --mode tutorial");
    pty.wait_for("Lesson 1 of 14: Walking.");
    pty.signal("KILL");
    pty.wait_exit();
    let played = ask(&home, "sim --mode tutorial --bot planner");
    let line = String::from_utf8_lossy(&played.stdout).into_owned();
    assert!(line.contains("\"mode\":\"tutorial\""), "{line}");
    assert!(line.contains("\"outcome\":\"clocked_out\""), "{line}");
    let refused = ask(&home, "sim --mode tutorial --kind vault");
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
}
