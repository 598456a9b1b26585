//! The guard of the terminal, on a pseudo-terminal: what comes in, and that the terminal is given
//! back whatever happens to the process.

mod probe;

use std::thread;
use std::time::Duration;

use crate::support::pty::{Pty, Start};

/// Not a test: the program that the tests start, in a process of its own.
#[test]
#[ignore = "it wants a terminal; the other tests give it one"]
fn the_program() {
    std::process::exit(probe::run().expect("a terminal"));
}

const PROGRAM: [&str; 4] = ["--ignored", "--exact", "terminal::the_program", "--nocapture"];

fn start() -> Start {
    let this = std::env::current_exe().expect("a test knows where it is");
    Start::new(this).arguments(PROGRAM)
}

fn probe() -> Pty {
    let pty = start().run();
    pty.wait_for("256 colours");
    pty
}

/// A silence on the terminal is what is tested.
fn pause(time: Duration) {
    #[expect(clippy::disallowed_methods, reason = "nothing happens for which it could wait")]
    thread::sleep(time);
}

/// Whether the terminal is as it was before the program.
fn is_given_back(screen: &vt100::Screen) -> bool {
    !screen.alternate_screen()
        && !screen.hide_cursor()
        && !screen.bracketed_paste()
        && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
}

#[test]
fn keys_pastes_clicks_and_sizes_come_in() {
    let mut pty = probe();
    assert!(pty.screen(|screen| screen.alternate_screen() && screen.hide_cursor()));
    for (sent, name) in [
        ("w", "key w"),
        ("Z", "key Z"),
        ("\x13", "key ctrl-s"),
        ("\x1b[A", "key up"),
        ("\x1b[Z", "key shift-tab"),
        ("\t", "key tab"),
        ("\r", "key enter"),
        ("\x1b[6~", "key page-down"),
        ("\x1b[57404u", "key numpad-5"),
        ("\x1b[200~a\x1b[31m\nb\x1b[201~", "pasted a[31m b"),
        ("\x1b[<0;5;3M", "Click at 4,2"),
    ] {
        pty.press(sent, name);
    }
    pty.resize(100, 30);
    pty.wait_for("size 100x30");
    pty.resize(4, 2);
    pty.resize(80, 24);
    pty.wait_for("size 80x24");
    pty.ends_by("\x11", 0);
    assert!(pty.screen(is_given_back));
}

#[test]
fn a_sequence_in_two_parts_is_no_command() {
    let mut pty = probe();
    // Longer than a terminal is waited for, so that the first part is a key.
    for (first, second, shown) in [
        ("\x1b", "[D", "key esc\nkey a"),
        ("\x1b[", "D", "key alt-[\nkey a"),
        ("\x1b]11;rgb:00", "00/0000/0000\x1b\\", "key a\nkey a"),
        ("\x1bP>|tmux ", "3.5\x1b\\", "key a\nkey a"),
    ] {
        pty.send(first);
        pause(Duration::from_millis(150));
        pty.send(second);
        pty.press("a", shown);
    }
    for (sent, shown) in [
        ("\x1b[?997;1n\x1b[>41;354;0cb", "key b"),
        ("\u{e9}c", "key c"),
        ("\x08d", "key backspace\nkey d"),
        ("\x1b[Ee", "key begin\nkey e"),
        ("\x1b[af", "key shift-up\nkey f"),
        // A paste whose end is lost.
        ("\x1b[200~text", "pasted text"),
        ("g", "key g"),
    ] {
        pty.send_bytes(&sent.chars().map(|c| c as u8).collect::<Vec<_>>());
        pty.wait_for(shown);
    }
}

#[test]
fn a_terminal_that_shares_its_mode_and_reads_slowly_is_waited_for() {
    let mut pty = probe();
    pty.press("N", "all of it");
    pty.ends_by("\x11", 0);
    assert!(pty.screen(is_given_back));
}

#[test]
fn a_terminal_that_does_not_read_keeps_no_process() {
    let mut pty = start().unread().run();
    // It writes until the terminal takes no more.
    for _ in 0..100 {
        pty.send("aaaaaaaaaaaaaaaaaaaa");
    }
    pause(Duration::from_millis(500));
    pty.signal("TERM");
    pty.ends_with(143);
}

#[test]
fn a_stop_from_which_nobody_could_call_it_back_is_a_key() {
    // The leader of a session: as by a terminal that runs the game instead of a shell.
    let mut pty = probe();
    pty.press("\x1a", "key ctrl-z");
}

#[test]
fn signs_that_the_terminal_draws_two_columns_wide_are_ascii() {
    let game = || {
        let home = tempfile::TempDir::new().expect("a folder");
        let name = home.path().to_str().expect("a plain name");
        let pty = Start::new(env!("CARGO_BIN_EXE_upkeeper")).arguments(["--home", name]).run();
        pty.wait_for("New shift");
        let bytes = pty.take_bytes();
        assert!(bytes.windows(4).any(|four| four == b"\x1b[6n"), "it asks where the cursor is");
        (home, pty)
    };
    // Two signs of one column, of two, and five characters of a terminal that knows no UTF-8.
    for (answer, is_ascii) in [("\x1b[2;3R", false), ("\x1b[2;5R", true), ("\x1b[2;6R", true)] {
        let (_home, mut pty) = game();
        pty.send(answer);
        // The first answer was the one that was asked for; whoever asked for another one, it
        // changes nothing.
        pty.send("\x1b[2;5R");
        if is_ascii {
            pty.wait_for("two columns wide");
        }
        pty.press("s", "Reader mode");
        let is_plain = pty.screen(|screen| screen.contents().is_ascii());
        assert_eq!(is_plain, is_ascii, "{answer}");
        // Settings that are changed keep to it.
        pty.send("\x1b[C\x1b[D");
        pty.press("\x1b", "New shift");
        assert_eq!(pty.screen(|screen| screen.contents().is_ascii()), is_ascii, "{answer}");
        pty.ends_by("q", 0);
    }
}

#[test]
fn the_theme_goes_with_the_ground_of_the_terminal_where_that_is_asked_for() {
    let (black, white) = (vt100::Color::Idx(16), vt100::Color::Idx(231));
    for (theme, answer, is_asked, ground) in [
        ("auto", "\x1b]11;rgb:ffff/ffff/ffff\x1b\\", true, white),
        ("auto", "\x1b]11;rgb:1e1e/1e1e/2e2e\x07", true, black),
        ("auto", "\x1b]11;rgb:nonsense\x07", true, black),
        ("lamplight", "\x1b]11;rgb:ffff/ffff/ffff\x07", false, black),
    ] {
        let home = tempfile::TempDir::new().expect("a folder");
        std::fs::write(home.path().join("config.toml"), format!("theme = '{theme}'\n"))
            .expect("writes");
        let name = home.path().to_str().expect("a plain name");
        let mut pty = Start::new(env!("CARGO_BIN_EXE_upkeeper")).arguments(["--home", name]).run();
        pty.wait_for("New shift");
        let bytes = pty.take_bytes();
        assert_eq!(bytes.windows(4).any(|four| four == b"]11;"), is_asked, "{theme}");
        pty.send(answer);
        pty.press("s", "Reader mode");
        let shown = pty.screen(|screen| screen.cell(0, 0).expect("a cell").bgcolor());
        assert_eq!(shown, ground, "{theme} {}", answer.escape_debug());
        pty.press("\x1b", "New shift");
        pty.ends_by("q", 0);
    }
}

#[test]
fn few_descriptors_are_enough_to_give_the_terminal_back() {
    let this = std::env::current_exe().expect("a test knows where it is");
    for descriptors in 8..14 {
        let script = format!("ulimit -n {descriptors}; exec \"$@\"");
        let mut pty = Start::new("/bin/sh")
            .arguments(["-c", &script, "sh", &this.to_string_lossy()])
            .arguments(PROGRAM)
            .run();
        pty.wait_until("an end", |screen| {
            ["256 colours", "open files"].iter().any(|word| screen.contents().contains(word))
        });
        pty.send("\x11");
        pty.wait_exit();
        assert!(pty.screen(is_given_back), "{descriptors}");
    }
}

#[test]
fn keys_come_in_while_the_loop_polls_without_waiting() {
    let mut pty = probe();
    for (sent, name) in [("T", ""), ("w", "key w"), ("\x1b[A", "key up")] {
        pty.press(sent, name);
    }
    pty.ends_by("\x11", 0);
}

#[test]
fn nothing_is_written_when_nothing_happens() {
    let mut pty = probe();
    pty.press("a", "key a");
    pty.take_bytes();
    // A mouse that lets go is no input, but it passes through the program: what follows it shows
    // that it was dealt with.
    pty.press("\x1b[<0;5;3m\x1b[<0;5;3mb", "key b");
    let bytes = pty.take_bytes();
    assert!(bytes.len() < 20, "{:?}", String::from_utf8_lossy(&bytes));
}

#[test]
fn a_signal_ends_it_and_gives_the_terminal_back() {
    for (name, code) in [
        ("TERM", 143),
        ("HUP", 129),
        ("INT", 130),
        ("ALRM", 142),
        ("USR1", 138),
        ("XCPU", 152),
        ("ABRT", 134),
    ] {
        let mut pty = probe();
        pty.signal(name);
        pty.ends_with(code);
        assert!(pty.screen(is_given_back), "{name}");
    }
}

#[test]
fn a_signal_ends_it_even_when_it_hangs() {
    let mut pty = probe();
    pty.press("aH", "key a");
    pty.signal("TERM");
    pty.ends_with(143);
    assert!(pty.screen(is_given_back));
}

#[test]
fn a_terminal_that_is_closed_ends_it() {
    let mut pty = probe();
    pty.hang_up();
    pty.ends_with(129);
}

#[test]
#[cfg(target_os = "linux")]
fn a_terminal_that_is_closed_without_a_signal_ends_it_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let code = folder.path().join("code");
    let this = std::env::current_exe().expect("a test knows where it is");
    // In a session of its own it is not sent SIGHUP; the shell lives on to say how it ended.
    let script = "trap '' HUP; setsid --wait \"$@\"; echo $? > \"$CODE\"";
    let mut pty = Start::new("/bin/sh")
        .arguments(["-c", script, "sh", &this.to_string_lossy()])
        .arguments(PROGRAM)
        .variable("CODE", &code.to_string_lossy())
        .run();
    pty.wait_for("256 colours");
    pty.hang_up();
    pty.wait_exit();
    assert_eq!(std::fs::read_to_string(code).expect("the code").trim(), "129");
}

#[test]
fn a_panic_gives_the_terminal_back_before_it_speaks() {
    let mut pty = probe();
    pty.ends_by("P", 101);
    assert!(pty.screen(is_given_back));
    assert!(pty.text().contains("asked to"), "{}", pty.text());
}

#[test]
fn it_can_be_stopped_and_goes_on_where_it_was() {
    let this = std::env::current_exe().expect("a test knows where it is");
    // A shell that gives each job a group of its own, and says `fg` at every line.
    let script = "set -m; \"$@\"; while read line; do fg >/dev/null; done";
    let mut pty = Start::new("/bin/sh")
        .arguments(["-c", script, "sh", &this.to_string_lossy()])
        .arguments(PROGRAM)
        .run();
    pty.wait_for("256 colours");
    pty.press("a", "key a");
    for stop in ["key", "signal"] {
        if stop == "key" {
            pty.send("\x1a");
        } else {
            pty.signal_child("TSTP");
        }
        pty.wait_until("the terminal as it was", is_given_back);
        pty.send("\n");
        pty.wait_until("the screen again", |screen| {
            screen.alternate_screen() && screen.contents().contains("key a\nsize 80x24")
        });
    }
    // A continue without a stop: what it sets comes in the place of what is set.
    pty.signal_child("CONT");
    pty.press("b", "key b");
    pty.send("\x11");
    pty.wait_until("the terminal as it was", is_given_back);
    let bytes = pty.take_bytes();
    let count = |sequence: &[u8]| bytes.windows(sequence.len()).filter(|w| *w == sequence).count();
    assert_eq!(count(b"\x1b[>5u"), count(b"\x1b[<u"), "as many flags are left as were set");
    assert_eq!(count(b"\x1b[<u"), 3);
}
