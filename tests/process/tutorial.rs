//! The tutorial on a pseudo-terminal: offered to who has never played, left, taken up again,
//! verified, and on no list.

use crate::program::{on_terminal, run_line};
use std::fs;

use tempfile::TempDir;

use crate::support::pty::Pty;

fn start(home: &TempDir, line: &str) -> Pty {
    on_terminal(home.path(), line).run()
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
    let verified = run_line(home.path(), &format!("replay verify {}", runs[0].display()));
    assert_eq!(verified.code, 0, "{}", verified.err);
    assert_eq!(run_line(home.path(), "scores --format json").out.trim(), "");
}

#[test]
fn it_is_begun_and_played_headless_from_the_command_line() {
    let home = TempDir::new().expect("a folder");
    let mut pty = start(&home, "play --mode tutorial");
    pty.wait_for("Lesson 1 of 14: Walking.");
    pty.signal("KILL");
    pty.wait_exit();
    let line = run_line(home.path(), "sim --mode tutorial --bot planner").out;
    assert!(line.contains("\"mode\":\"tutorial\""), "{line}");
    assert!(line.contains("\"outcome\":\"clocked_out\""), "{line}");
    assert_eq!(run_line(home.path(), "sim --mode tutorial --kind vault").code, 2);
}
