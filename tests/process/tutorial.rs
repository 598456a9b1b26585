//! The tutorial on a pseudo-terminal: begun, verified, and on no list.

use tempfile::TempDir;

use crate::program::{on_terminal, only_run, run_line};

#[test]
fn it_is_begun_and_played_headless_from_the_command_line() {
    let home = TempDir::new().expect("a folder");
    let home = home.path();
    let mut pty = on_terminal(home, "play --mode tutorial").run();
    pty.wait_for("Lesson 1 of 8: Walking.");
    pty.press("Q", "Sure?");
    pty.press("Y\r", "You left early");
    pty.signal("KILL");
    pty.wait_exit();
    run_line(home, &format!("replay verify {}", only_run(home).display())).is(0, "");
    assert_eq!(run_line(home, "scores --format json").out, "");
    let line = run_line(home, "sim --mode tutorial --bot planner").json();
    assert_eq!((&line["mode"], &line["outcome"]), (&"tutorial".into(), &"clocked_out".into()));
    run_line(home, "sim --mode tutorial --kind vault").is(2, "");
}
