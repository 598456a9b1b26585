//! A running server that reads its settings again.

use crate::running::{Running, wait_until};

/// Waits until the log has so many lines with a text.
fn wait_for_log(server: &Running, text: &str, count: usize) {
    wait_until(text, || server.log().lines().filter(|line| line.contains(text)).count() >= count);
}

#[test]
fn limits_hold_for_those_who_come_from_then_on() {
    let server = Running::start_with("[login]\nguests = true");
    let mut early = server.log_in_as_guest();
    early.wait_for("New shift");
    server.reload("[login]\nguests = false");
    wait_for_log(&server, "the settings were read again", 1);
    let late = server.log_in_as_guest();
    late.wait_for("What shall we call you?");
    drop(late);
    // Who was there plays on, under the limits of before.
    early.press("n", "Seed");
    let mut eve = server.join("Eve");
    server.reload("[login]\nguests = true\n[session]\nidle_seconds = 1");
    wait_for_log(&server, "the settings were read again", 2);
    let mut idle = server.log_in("Eve");
    idle.wait_for("You were away for long.");
    idle.ends_with(1);
    eve.press("n", "Seed");
}

#[test]
fn faults_leave_the_settings_of_before() {
    let mut server = Running::start_with("[session]\nidle_seconds = 600").with_account("Ann");
    server.reload("[session]\nidle_seconds = 1\nidle_minute = 1\n[login]\ntries = 0");
    wait_for_log(&server, "server.toml:3:1: session.idle_minute: there is no such setting", 1);
    wait_for_log(&server, "server.toml:5:9: login.tries: 0 will not do", 1);
    wait_for_log(&server, "the settings of before stay in force", 2);
    let mut ann = server.log_in("Ann");
    ann.wait_for("New shift");
    // What only a start can change is told, and the rest is changed.
    server.reload("log = 'text'\nhost_key = 'other'\n[session]\nmax_columns = 90");
    wait_for_log(&server, "the settings were read again", 1);
    let log = server.log();
    let is_told = |setting: &str| {
        log.contains(&format!(
            "\"message\":\"the next start changes it\",\"setting\":\"{setting}\""
        ))
    };
    // The form of the log is the command line's, which goes before the file.
    assert!(is_told("host_key") && !is_told("log") && !is_told("ssh"), "{log}");
    ann.resize(120, 30);
    ann.press("n", "Seed");
    assert_eq!(server.stop("TERM"), Some(0));
}
