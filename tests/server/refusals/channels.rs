//! What a connection may have: one session channel, and nothing else.

use super::{expect_all_given_back, expect_refusals};
use crate::running::Running;
use crate::ssh_client::SshClient;

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
