//! Clients other than OpenSSH's.

use std::env;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use crate::running::Running;
use crate::sessions::{begin_shift, offered_turn, take_up, wait_a_turn};
use crate::support::pty::Start;

/// Whether a program is installed. Where CI runs, it has to be.
fn is_installed(program: &str, package: &str) -> bool {
    let paths = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&paths).any(|folder| folder.join(program).is_file());
    assert!(found || env::var_os("CI").is_none(), "{program} is missing: install {package}");
    if !found {
        println!("{program} is missing, so it was not tried: install {package}");
    }
    found
}

fn convert(program: &str, arguments: &[&str], made: &str) {
    let ran = Command::new(program).args(arguments).output().expect("runs");
    assert!(ran.status.success() && Path::new(made).exists(), "{ran:?}");
}

/// A Python that has asyncssh; Debian's package is for Debian's Python alone. Where CI runs, there
/// has to be one.
fn python() -> Option<&'static str> {
    static PYTHON: OnceLock<Option<&str>> = OnceLock::new();
    let has_asyncssh = |python: &&str| {
        let tried = Command::new(python).args(["-W", "ignore", "-c", "import asyncssh"]).output();
        tried.is_ok_and(|tried| tried.status.success())
    };
    let found =
        PYTHON.get_or_init(|| ["python3", "/usr/bin/python3"].into_iter().find(has_asyncssh));
    assert!(
        found.is_some() || env::var_os("CI").is_none(),
        "asyncssh is missing: install python3-asyncssh"
    );
    if found.is_none() {
        println!("asyncssh is missing, so it was not tried: install python3-asyncssh");
    }
    *found
}

/// A client on asyncssh with a key and options of its own, which `asyncssh_client.py` tells; `None`
/// where there is none.
pub(crate) fn asyncssh(server: &Running, key: &str, options: &[&str]) -> Option<Start> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/server/asyncssh_client.py");
    let (port, key) = (server.port().to_string(), server.key(key));
    let start = Start::new(python()?).arguments([script, &port, &key]);
    Some(start.arguments(options.iter().copied()))
}

/// Logs in with a client, chooses a name, plays, drops the line, comes again and goes on.
fn come_and_come_again(start: &Start, name: &str) {
    let mut pty = start.run();
    pty.wait_for("What shall we call you?");
    pty.press(&format!("{name}\r"), &format!("You are hired, {name}."));
    pty.press("\r", "New shift");
    // Arrows come as sequences; the third entry is the daily shift's.
    pty.send("\x1b[B\x1b[B");
    pty.resize(100, 30);
    pty.wait_until("a larger picture", |screen| {
        screen.contents().lines().nth(29).is_some_and(|row| row.contains("leave"))
    });
    pty.send("\x1b[A\x1b[A");
    begin_shift(&mut pty);
    wait_a_turn(&mut pty);
    // The line drops.
    pty.signal("KILL");
    drop(pty);
    let mut pty = start.run();
    assert_eq!(offered_turn(&pty), 1);
    take_up(&mut pty);
    wait_a_turn(&mut pty);
    pty.press("S", "Continue: ");
    pty.ends_by("q", 0);
}

#[test]
fn putty_s_plink() {
    if !is_installed("plink", "putty-tools") || !is_installed("puttygen", "putty-tools") {
        return;
    }
    let server = Running::start();
    let (key, made) = (server.key("ann"), server.key("ann") + ".ppk");
    convert("puttygen", &[&key, "-O", "private", "-o", &made], &made);
    let port = server.port().to_string();
    let fingerprint = server.fingerprint();
    let arguments = [
        "-ssh",
        "-t",
        "-batch",
        "-hostkey",
        &fingerprint,
        "-P",
        &port,
        "-i",
        &made,
        "ann@127.0.0.1",
    ];
    let home = server.path("");
    let home = home.to_str().expect("a plain name");
    come_and_come_again(&Start::new("plink").arguments(arguments).variable("HOME", home), "Plink");
}

#[test]
fn dropbear_s_dbclient() {
    if !is_installed("dbclient", "dropbear-bin") || !is_installed("dropbearconvert", "dropbear-bin")
    {
        return;
    }
    let server = Running::start();
    let (key, made) = (server.key("ann"), server.key("ann") + ".dropbear");
    convert("dropbearconvert", &["openssh", "dropbear", &key, &made], &made);
    let port = server.port().to_string();
    let home = server.path("");
    let home = home.to_str().expect("a plain name");
    let arguments = ["-t", "-y", "-y", "-p", &port, "-i", &made, "ann@127.0.0.1"];
    come_and_come_again(
        &Start::new("dbclient").arguments(arguments).variable("HOME", home),
        "Drop",
    );
}

#[test]
fn python_s_asyncssh() {
    let server = Running::start();
    if let Some(start) = asyncssh(&server, "ann", &[]) {
        come_and_come_again(&start, "Python");
    }
}

#[test]
fn keys_of_refused_kinds_are_no_tries_to_log_in_unless_there_are_many() {
    let server = Running::start();
    let old = server.key_of("old", "rsa");
    let keys_before = |count: usize| ["--before", &old].repeat(count);
    let Some(start) = asyncssh(&server, "ann", &keys_before(4)) else { return };
    start.run().wait_for("What shall we call you?");
    let many = asyncssh(&server, "ann", &keys_before(19)).expect("it is there");
    many.run().wait_for("None of your keys is one. Try again.");
}
