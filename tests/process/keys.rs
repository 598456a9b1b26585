//! Keys on a pseudo-terminal, from the bytes that a terminal sends to the bytes that the game
//! answers.

use crate::program::{on_terminal, read_briefing};
use std::num::NonZero;

use tempfile::TempDir;

use crate::support::pty::Pty;

/// Begins a shift on an 80×24 terminal and waits until its floor is shown.
fn begin(home: &TempDir) -> Pty {
    begin_in(home, "cavern", "7")
}

fn begin_in(home: &TempDir, kind: &str, seed: &str) -> Pty {
    let mut pty = on_terminal(home.path(), &format!("play --kind {kind} --seed {seed}")).run();
    read_briefing(&mut pty);
    pty
}

/// What bytes show on an 80×24 terminal that shows nothing.
fn shown(bytes: &[u8]) -> Vec<String> {
    let (rows, columns) = (NonZero::new(24).expect("rows"), NonZero::new(80).expect("columns"));
    let mut terminal = vt100::Parser::new(rows, columns, 0);
    terminal.process(bytes);
    rows_of(terminal.screen())
}

/// The rows of a screen, without the blanks at their ends.
fn rows_of(screen: &vt100::Screen) -> Vec<String> {
    screen.rows(0, 80).map(|row| row.trim_end().to_owned()).collect()
}

#[test]
fn the_redraw_key_sends_the_whole_screen_again() {
    let home = TempDir::new().expect("a folder");
    let mut pty = begin(&home);
    let before = pty.screen(rows_of);
    for _ in 0..2 {
        pty.take_bytes();
        pty.send("\x0c");
        let bytes = pty.wait_for_bytes("the whole screen", |bytes| shown(bytes) == before);
        let is_cleared = bytes.windows(4).any(|four| four == b"\x1b[2J");
        assert!(is_cleared, "what something else wrote there would stay");
        assert_eq!(pty.screen(rows_of), before);
    }
}

#[test]
fn the_exit_is_three_keys_away_on_a_terminal() {
    let home = TempDir::new().expect("a folder");
    let mut pty = begin_in(&home, "vault", "42");
    pty.press("_>", "Walk where?");
    pty.wait_for("The exit");
    pty.send("\x1b[<0;5;5M");
    pty.wait_until("the cursor elsewhere", |screen| !screen.contents().contains("The exit"));
    pty.press(">", "The exit");
    pty.send("\r");
    pty.wait_until("the map", |screen| !screen.contents().contains("Walk where?"));
}
