//! Limits that are broken, what comes of it, and what is counted.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use crate::running::Running;

/// The longest that a refusal may take; only a test that fails waits for it.
const DEADLINE: Duration = Duration::from_secs(20);

/// A port that nobody listens at.
fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("binds");
    listener.local_addr().expect("an address").port()
}

/// A server with settings, and the port of its metrics.
fn start_with(settings: &str) -> (Running, u16) {
    let metrics = free_port();
    (Running::start_with(&format!("metrics = '127.0.0.1:{metrics}'\n{settings}")), metrics)
}

/// The answer to a request over HTTP: its first line, and what it says.
fn get(port: u16, path: &str) -> (String, String) {
    let mut socket = TcpStream::connect(("127.0.0.1", port)).expect("connects");
    write!(socket, "GET {path} HTTP/1.1\r\nHost: x\r\n\r\n").expect("writes");
    let mut text = String::new();
    socket.read_to_string(&mut text).expect("reads");
    let (head, body) = text.split_once("\r\n\r\n").expect("a head");
    (head.lines().next().expect("a line").to_owned(), body.to_owned())
}

/// How often a limit has refused something.
fn refusals(port: u16, limit: &str) -> u32 {
    let text = get(port, "/metrics").1;
    let line = format!("upkeeper_refusals_total{{limit=\"{limit}\"}} ");
    let count = text.lines().find_map(|row| row.strip_prefix(&line)).expect("a counter");
    count.parse().expect("a number")
}

fn connect(server: &Running) -> TcpStream {
    let socket = TcpStream::connect(("127.0.0.1", server.port())).expect("connects");
    socket.set_read_timeout(Some(DEADLINE)).expect("a time");
    socket
}

/// Whether the server closes a connection, whatever it says before.
fn is_closed(mut socket: TcpStream) -> bool {
    let mut said = Vec::new();
    match socket.read_to_end(&mut said) {
        Ok(_) => true,
        Err(error) => error.kind() == std::io::ErrorKind::ConnectionReset,
    }
}

#[test]
fn who_does_not_log_in_is_sent_away() {
    let (server, metrics) = start_with("[login]\nseconds = 1\n");
    // One says nothing, one speaks the beginning of the protocol, one rubbish.
    let [silent, mut slow, mut rubbish] = [(), (), ()].map(|()| connect(&server));
    slow.write_all(b"SSH-2.0-slow\r\n").expect("writes");
    rubbish.write_all(&[0xff; 8_000]).expect("writes");
    assert!(is_closed(silent) && is_closed(slow) && is_closed(rubbish));
    assert!(refusals(metrics, "login_time") >= 1);
    drop(server.join("Ann"));
}

#[test]
fn an_address_has_so_many_connections() {
    let (server, metrics) =
        start_with("[connections]\nper_address = 2\nper_minute = 60000\nburst = 60000\n");
    let held = [connect(&server), connect(&server)];
    // Both are counted when they are answered.
    for mut socket in &held {
        socket.read_exact(&mut [0; 4]).expect("a banner");
    }
    assert!(is_closed(connect(&server)));
    assert_eq!(refusals(metrics, "too_many_of_address"), 1);
    drop(held);
    // Somebody who leaves makes room.
    let freed = (0..10_000).any(|_| connect(&server).read_exact(&mut [0; 4]).is_ok());
    assert!(freed);
}

#[test]
fn a_flood_of_keys_ends_its_session_alone() {
    let (server, metrics) = start_with("");
    let mut bea = server.join("Bea");
    drop(server.join("Ann"));
    let mut ann = server.log_in_by_pipe("Ann");
    let mut keys = ann.stdin.take().expect("a pipe");
    // It ends when the session does, and with it the client.
    let flood = std::thread::spawn(move || while keys.write_all(&[b'x'; 1_000]).is_ok() {});
    let ended = ann.wait_with_output().expect("ends");
    flood.join().expect("no panic");
    assert_eq!(ended.status.code(), Some(1));
    let said = String::from_utf8_lossy(&ended.stdout);
    assert!(said.contains("That was more than anybody types."), "{said}");
    assert_eq!(refusals(metrics, "input_flood"), 1);
    bea.send("n");
    bea.wait_for("Seed");
}

#[test]
fn guests_can_be_turned_away() {
    let (server, _) = start_with("[login]\nguests = false\n");
    let guest = server.log_in_as_guest();
    guest.wait_for("What shall we call you?");
    drop(guest);
}

#[test]
fn it_says_how_it_is() {
    let (_server, metrics) = start_with("");
    assert_eq!(get(metrics, "/healthz"), ("HTTP/1.1 200 OK".to_owned(), "alive\n".to_owned()));
    assert_eq!(get(metrics, "/readyz").0, "HTTP/1.1 200 OK");
    assert!(get(metrics, "/").0.contains("404"));
    assert!(get(metrics, "/metrics").1.contains("upkeeper_sessions 0"));
}
