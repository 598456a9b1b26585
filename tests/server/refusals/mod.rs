//! Limits that are broken: what the client is told, what is counted and logged, and that everything
//! is given back.

mod accounts;
mod connections;
mod lines;

use std::fs;

use serde_json::Value;

use crate::running::{Running, wait_until};

/// How often a limit has refused something.
fn refusals(server: &Running, limit: &str) -> u32 {
    server.metric(&format!("upkeeper_refusals_total{{limit=\"{limit}\"}}"))
}

/// Waits until a limit has refused something so often, and looks whether the log says so.
pub(crate) fn expect_refusals(server: &Running, limit: &str, count: u32) {
    wait_until(limit, || refusals(server, limit) >= count);
    assert_eq!(refusals(server, limit), count, "{limit}");
    wait_until("the log", || is_logged(server, limit));
}

fn is_logged(server: &Running, limit: &str) -> bool {
    server.log().lines().any(|line| {
        let entry: Value = serde_json::from_str(line).expect("an object");
        entry["fields"]["limit"] == limit
    })
}

/// Waits until nobody is there, and nothing that was held for anybody; and looks whether the log
/// has kept to itself who it was.
pub(crate) fn expect_all_given_back(server: &Running) {
    wait_until("the end of sessions", || server.metric("upkeeper_sessions") == 0);
    wait_until("the end of connections", || server.metric("upkeeper_connections") == 0);
    let tasks = format!("/proc/{}/task", server.process());
    wait_until("the end of threads", || {
        // There is no such folder but on Linux.
        let tasks = fs::read_dir(&tasks).into_iter().flatten().flatten();
        !tasks
            .map(|task| task.path().join("comm"))
            .any(|name| fs::read_to_string(name).is_ok_and(|name| name.trim_end() == "session"))
    });
    // Two listeners, the signals' pair and whoever is asking for the metrics; none of clients.
    let files = format!("/proc/{}/fd", server.process());
    wait_until("the end of sockets", || {
        let files = fs::read_dir(&files).into_iter().flatten().flatten();
        let links = files.filter_map(|file| fs::read_link(file.path()).ok());
        links.filter(|link| link.to_string_lossy().starts_with("socket:")).count()
            <= MAX_OWN_SOCKETS
    });
    for line in server.log().lines().filter(|line| !line.contains("players come by")) {
        for secret in ["SHA256:", "ssh-ed25519", "127.0.0.1", "::1"] {
            assert!(!line.contains(secret), "{line}");
        }
    }
}

/// The sockets of a server that nobody is connected to.
const MAX_OWN_SOCKETS: usize = 5;

#[test]
fn it_says_how_it_is() {
    let server = Running::start();
    assert_eq!(server.get("/healthz"), ("HTTP/1.1 200 OK".to_owned(), "alive\n".to_owned()));
    assert_eq!(server.get("/readyz").0, "HTTP/1.1 200 OK");
    assert!(server.get("/").0.contains("404"));
    expect_all_given_back(&server);
}
