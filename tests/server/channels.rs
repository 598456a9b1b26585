//! What clients do on their channel besides typing: ends of input, signals, breaks, silence, sizes,
//! terminals and variables.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::clients::asyncssh;
use crate::running::{Running, wait_until};
use crate::sessions::{begin_shift, offered_turn, take_up, wait_a_turn};
use crate::support::pty::Pty;

/// Ends the client's side of a session in the middle of a shift by what `--act` names, and comes
/// back.
fn ends_saved(act: &str) {
    let server = Running::start();
    let Some(start) = asyncssh(&server, "Ann", &["--act", act]) else { return };
    drop(server.join("Ann"));
    let mut pty = start.run();
    pty.wait_for("New shift");
    begin_shift(&mut pty);
    wait_a_turn(&mut pty);
    wait_a_turn(&mut pty);
    pty.signal("USR1");
    pty.ends_with(1);
    assert_eq!(offered_turn(&server.log_in("Ann")), 2, "{act}");
}

#[test]
fn a_client_that_types_no_more_is_saved_and_closed() {
    ends_saved("eof");
}

#[test]
fn a_client_that_sends_a_signal_to_end_is_saved_and_closed() {
    for signal in ["TERM", "HUP", "INT"] {
        ends_saved(signal);
    }
}

#[test]
fn keys_from_a_script_are_played_to_their_end() {
    let server = Running::start().with_account("Ann");
    let play = |keys: &[u8]| {
        let mut ssh = server.log_in_by_pipe("Ann");
        ssh.stdin.take().expect("a pipe").write_all(keys).expect("writes");
        ssh.wait_with_output().expect("ends").status.code()
    };
    assert_eq!(play(b""), Some(1));
    assert_eq!(play(b"q"), Some(0));
    assert_eq!(play(b"n\r\rsss"), Some(1));
    assert_eq!(offered_turn(&server.log_in("Ann")), 3);
    // Left in the middle of a sequence.
    assert_eq!(play(b"cs\x1b["), Some(1));
    assert_eq!(offered_turn(&server.log_in("Ann")), 4);
    let nothing = server.ssh("Ann", &["-tt"]).output().expect("openssh-client is installed");
    assert_eq!(nothing.status.code(), Some(1));
}

#[test]
fn a_break_is_nothing() {
    let server = Running::start();
    let mut pty = server.with_player("Ann", 0);
    // OpenSSH's escapes begin a line, and are echoed into the picture, wherever its cursor is: it
    // is drawn anew.
    pty.press("\r~B\x0c", "The key enter does nothing here.");
    pty.wait_until("a picture without the echo", |screen| !screen.contents().contains("~B"));
    wait_a_turn(&mut pty);
    pty.signal("KILL");
    let Some(start) = asyncssh(&server, "Ann", &["--act", "break"]) else { return };
    let mut pty = start.run();
    assert_eq!(offered_turn(&pty), 1);
    take_up(&mut pty);
    pty.signal("USR1");
    wait_a_turn(&mut pty);
}

#[test]
fn a_silent_line_is_answered_when_it_asks() {
    let server = Running::start().with_account("Ann");
    let log = server.path("client-log");
    let path = log.to_str().expect("a plain name");
    let mut pty = server.log_in_by(
        "Ann",
        &[
            "-o",
            "ServerAliveInterval=1",
            "-o",
            "ServerAliveCountMax=1",
            "-o",
            "LogLevel=DEBUG3",
            "-E",
            path,
        ],
    );
    pty.wait_for("New shift");
    // The answer to keepalive@openssh.com, which is the only request of the connection that wants
    // one.
    let is_answered =
        || fs::read_to_string(&log).is_ok_and(|log| log.contains("receive packet: type 82"));
    wait_until("an answer", is_answered);
    begin_shift(&mut pty);
    wait_a_turn(&mut pty);
}

/// Waits for the title on an 80×24 terminal, after its size has been another for a moment.
fn is_drawn(pty: &mut Pty, what: &str) {
    pty.resize(100, 30);
    pty.wait_until(what, |screen| {
        screen.contents().lines().nth(29).is_some_and(|row| row.contains("leave"))
    });
    pty.ends_by("q", 0);
}

#[test]
fn sizes_that_no_terminal_has_are_clamped() {
    let server = Running::start().with_account("Ann");
    for size in ["0x0", "1x1", "65535x65535", "4294967295x2", "0x4294967295"] {
        let Some(start) = asyncssh(&server, "Ann", &["--size", size]) else { return };
        let mut pty = start.run();
        wait_until(size, || !pty.take_bytes().is_empty());
        is_drawn(&mut pty, size);
    }
}

#[test]
fn a_storm_of_sizes_ends_with_the_true_one() {
    let server = Running::start();
    let Some(start) = asyncssh(&server, "Ann", &["--act", "sizes"]) else { return };
    drop(server.join("Ann"));
    let mut pty = start.run();
    pty.wait_for("New shift");
    let before = pty.text();
    pty.signal("USR1");
    // So many at once are beyond the rate of input; so many one after another are seen.
    let beyond = "upkeeper_refusals_total{limit=\"input_rate\"}";
    pty.wait_until("the storm", |screen| screen.contents() != before || server.metric(beyond) > 0);
    pty.wait_until("the true size", |screen| screen.contents() == before);
    // Keys are dropped as long as the storm counts against the rate; one that moves the cursor
    // tells when it is over.
    wait_until("a key that is taken", || {
        pty.send("\x1b[B");
        thread::park_timeout(Duration::from_millis(200));
        pty.text() != before
    });
    begin_shift(&mut pty);
}

#[test]
fn whatever_the_terminal_is_called_there_is_a_title() {
    let server = Running::start().with_account("Ann");
    let long = "x".repeat(10_000);
    for term in
        ["", "nonsense", "dumb", &long, "\u{1b}[2J\u{1b}]0;evil\u{7}", "xterm\n\n", "テレビ"]
    {
        let mut pty = server.log_in_with("Ann", "TERM", term);
        pty.wait_for("New shift");
        assert!(!pty.text().contains("evil"));
        pty.ends_by("q", 0);
    }
}

#[test]
fn variables_are_left_aside_and_floods_of_them_refused() {
    let server = Running::start().with_account("Ann");
    let Some(start) = asyncssh(&server, "Ann", &["--environment", "150"]) else { return };
    let mut pty = start.run();
    pty.wait_for("New shift");
    is_drawn(&mut pty, "the title");
    let Some(start) = asyncssh(&server, "Ann", &["--environment", "3000"]) else { return };
    let mut pty = start.run();
    pty.ends_with(255);
    let limit = "upkeeper_refusals_total{limit=\"input_flood\"}";
    wait_until("the end of the flood", || server.metric(limit) == 1);
}

#[test]
fn who_asks_for_nothing_is_sent_away() {
    let server = Running::start_with("[login]\nseconds = 1\n[session]\noutput_seconds = 1\n");
    let ended = server.ssh("Ann", &["-N"]).output().expect("openssh-client is installed");
    assert_eq!(ended.status.code(), Some(255));
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(said.contains("You stood at the door too long."), "{said}");
    // One that stays after its answer.
    let control = server.path("control");
    let path = control.to_str().expect("a plain name");
    let mut ssh = server.ssh("Ann", &["-M", "-S", path, "-o", "ControlPersist=yes"]);
    let asked = ssh.arg("whoami").stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(asked.is_ok_and(|asked| asked.success()));
    assert!(control.exists(), "the client stays");
    wait_until("the end of the connection", || !control.exists());
}
