//! How many connections there are, how fast they come, and what each may have: one session channel,
//! and nothing else.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use super::{expect_all_given_back, expect_refusals};
use crate::running::{Running, wait_until};
use crate::ssh_client::SshClient;

/// The longest that a refusal may take; only a test that fails waits for it.
const DEADLINE: Duration = Duration::from_secs(20);

fn connect(server: &Running) -> TcpStream {
    connect_to(server, "127.0.0.1").expect("connects")
}

fn connect_to(server: &Running, address: &str) -> Option<TcpStream> {
    let socket = TcpStream::connect((address, server.port())).ok()?;
    socket.set_read_timeout(Some(DEADLINE)).expect("a time");
    Some(socket)
}

/// What the server says until it closes a connection.
fn said(mut socket: TcpStream) -> String {
    let mut said = Vec::new();
    let read = socket.read_to_end(&mut said);
    let is_reset = |error: std::io::Error| error.kind() == std::io::ErrorKind::ConnectionReset;
    assert!(read.is_ok() || read.is_err_and(is_reset), "it is not closed");
    String::from_utf8_lossy(&said).into_owned()
}

/// A connection that is taken: it is counted when it is answered.
fn hold(mut socket: TcpStream) -> TcpStream {
    let mut banner = [0; 4];
    socket.read_exact(&mut banner).expect("a banner");
    assert_eq!(banner, *b"SSH-");
    socket
}

/// Connects until it is let in.
fn wait_for_room(server: &Running) {
    wait_until("room", || {
        let mut banner = [0; 4];
        connect(server).read_exact(&mut banner).is_ok() && banner == *b"SSH-"
    });
}

#[test]
fn the_house_is_full() {
    let server = Running::start_with("[connections]\ntotal = 2\nexempt = ['127.0.0.1']");
    let held = [hold(connect(&server)), hold(connect(&server))];
    assert_eq!(said(connect(&server)), "upkeeper: The house is full. Come back in a while.\r\n");
    expect_refusals(&server, "too_many_connections", 1);
    drop(held);
    wait_for_room(&server);
    expect_all_given_back(&server);
}

#[test]
fn an_address_has_so_many_connections() {
    let server =
        Running::start_with("[connections]\nper_address = 2\nper_minute = 60000\nburst = 60000\n");
    let held = [hold(connect(&server)), hold(connect(&server))];
    assert!(said(connect(&server)).contains("Too many of you come from one address"));
    expect_refusals(&server, "too_many_of_address", 1);
    drop(held);
    wait_for_room(&server);
    expect_all_given_back(&server);
}

#[test]
fn an_address_comes_so_often() {
    let server = Running::start_with(
        "ssh = '[::]:0'\n[connections]\nper_minute = 1\nburst = 3\n[login]\nseconds = 1",
    );
    for _ in 0..3 {
        drop(hold(connect(&server)));
    }
    assert!(said(connect(&server)).contains("You come and go too fast."));
    expect_refusals(&server, "connection_rate", 1);
    // Another network has a rate of its own.
    if let Some(other) = connect_to(&server, "::1") {
        drop(hold(other));
        for _ in 0..2 {
            drop(connect_to(&server, "::1"));
        }
        assert!(said(connect_to(&server, "::1").expect("connects")).contains("too fast"));
        expect_refusals(&server, "connection_rate", 2);
    }
    expect_all_given_back(&server);
}

#[test]
fn a_connection_is_read_no_faster_than_somebody_plays() {
    let server = Running::start_with("[connections]\nbyte_burst = 65536\n");
    let client = SshClient::log_in(&server, "Ann");
    let channel = client.open().expect("a channel");
    // Input for nothing: nobody else would look at how much it is.
    let input = b"x".repeat(30_000);
    assert!(channel.send(&input) && channel.send(&input));
    assert_eq!(server.metric("upkeeper_refusals_total{limit=\"connection_bytes\"}"), 0);
    assert!(channel.send(&input));
    expect_refusals(&server, "connection_bytes", 1);
    drop(server.join("Bea"));
    drop((channel, client));
    expect_all_given_back(&server);
}

#[test]
fn who_does_not_log_in_is_sent_away() {
    let server = Running::start_with("[login]\nseconds = 2\n");
    // One says nothing, one speaks the beginning of the protocol, one rubbish.
    let [silent, mut slow, mut rubbish] = [(), (), ()].map(|()| connect(&server));
    slow.write_all(b"SSH-2.0-slow\r\n").expect("writes");
    rubbish.write_all(&[0xff; 8_000]).expect("writes");
    // One knows the protocol and does not log in, one logs in and asks for nothing.
    let polite = SshClient::connect(&server);
    let vague = SshClient::log_in(&server, "Ann");
    for client in [polite, vague] {
        assert_eq!(client.last_words(), "You stood at the door too long.");
    }
    assert!(said(silent).starts_with("SSH-2.0-upkeeper") && said(slow).starts_with("SSH-2.0-"));
    said(rubbish);
    expect_refusals(&server, "login_time", 4);
    assert!(server.request("Ann", &["whoami"]).status.success());
    expect_all_given_back(&server);
}

#[test]
fn a_connection_has_one_session_channel() {
    let server = Running::start();
    let client = SshClient::log_in(&server, "Ann");
    let channel = client.open().expect("the first");
    assert!(client.open().is_err());
    expect_refusals(&server, "channel_count", 1);
    // The first is not concerned.
    channel.execute("whoami");
    let (said, code) = channel.read_to_end();
    assert!(said.starts_with("nobody yet"), "{said}");
    assert_eq!(code, Some(0));
    drop(client);
    expect_all_given_back(&server);
}

#[test]
fn who_opens_channels_for_ever_is_sent_away() {
    let server = Running::start();
    let client = SshClient::log_in(&server, "Ann");
    let _first = client.open().expect("the first");
    let opened = (0..20_000).take_while(|_| !matches!(client.open(), Err(russh::Error::SendError)));
    assert!(opened.count() < 20_000);
    assert_eq!(client.last_words(), "One terminal a connection, no more.");
    expect_refusals(&server, "channel_count", 8);
    expect_all_given_back(&server);
}

#[test]
fn nothing_is_forwarded() {
    let server = Running::start();
    let client = SshClient::log_in(&server, "Ann");
    assert!(!client.is_forwarded());
    assert!(!client.is_listened_for());
    let channel = client.open().expect("a channel");
    channel.ask_for_more();
    channel.execute("whoami");
    assert_eq!(channel.read_to_end().1, Some(0));
    expect_refusals(&server, "request", 6);
    drop(client);
    expect_all_given_back(&server);
}

#[test]
fn a_connection_ends_with_its_channel() {
    let server = Running::start_with("[session]\noutput_seconds = 1");
    let client = SshClient::log_in(&server, "Ann");
    let channel = client.open().expect("a channel");
    channel.execute("rm -rf /");
    let (said, code) = channel.read_to_end();
    assert!(said.starts_with("upkeeper: there is no such command here"), "{said}");
    assert_eq!(code, Some(2));
    expect_refusals(&server, "request", 1);
    assert_eq!(client.last_words(), "");
    expect_all_given_back(&server);
}
