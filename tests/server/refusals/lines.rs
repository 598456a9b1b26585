//! How much a client may send, and how it has to take what it is sent.

use std::io::Write as _;

use super::{expect_all_given_back, expect_refusals, is_logged, refusals};
use crate::running::{Running, wait_until};
use crate::ssh_client::SshClient;

#[test]
fn a_flood_of_keys_ends_its_session_alone() {
    let server = Running::start();
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
    expect_refusals(&server, "input_flood", 1);
    bea.press("n", "Seed");
    drop(bea);
    expect_all_given_back(&server);
}

#[test]
fn keys_beyond_the_rate_are_dropped() {
    let server = Running::start_with("[input]\nkeys_per_second = 10\nkey_burst = 10");
    let mut ann = server.join("Ann");
    ann.send(&"z".repeat(30));
    wait_until("dropped keys", || refusals(&server, "input_rate") > 0);
    wait_until("the log", || is_logged(&server, "input_rate"));
    // Later keys are taken.
    wait_until("the screen for a new shift", || {
        ann.send("n");
        ann.text().contains("Seed")
    });
    drop(ann);
    let lines = server.log().lines().filter(|line| line.contains("input_rate")).count();
    assert_eq!(lines, 1, "once a session");
    expect_all_given_back(&server);
}

#[test]
fn a_flood_of_sizes_is_one_of_keys() {
    let server = Running::start().with_account("Ann");
    let client = SshClient::log_in(&server, "Ann");
    let channel = client.open().expect("a channel");
    channel.play();
    for columns in 0..5_000 {
        if !channel.resize(80 + columns % 100) {
            break;
        }
    }
    let (said, code) = channel.read_to_end();
    assert!(said.contains("That was more than anybody types."), "{said}");
    assert_eq!(code, Some(1));
    expect_refusals(&server, "input_flood", 1);
    drop(client);
    expect_all_given_back(&server);
}

#[test]
fn who_presses_no_key_for_long_is_sent_away() {
    let server = Running::start_with("[session]\nidle_seconds = 2");
    let mut idle = server.join("Bea");
    let mut busy = server.join("Ann");
    wait_until("the end of the session", || {
        busy.send("z");
        // To have another size is to do nothing.
        idle.resize(90, 30);
        idle.text().contains("You were away for long. Your run is saved.")
    });
    idle.ends_with(1);
    expect_refusals(&server, "idle_time", 1);
    busy.press("n", "Seed");
    drop((idle, busy));
    expect_all_given_back(&server);
}

#[test]
fn who_takes_nothing_is_cut_off() {
    let server = Running::start_with("[session]\noutput_seconds = 1").with_account("Ann");
    let client = SshClient::log_in_without_room(&server, "Ann");
    let channel = client.open().expect("a channel");
    channel.play();
    wait_until("the end of the session", || {
        channel.send(b"\x1b[B");
        refusals(&server, "slow_reader") > 0
    });
    assert_eq!(client.last_words(), "");
    expect_refusals(&server, "slow_reader", 1);
    expect_all_given_back(&server);
    assert!(!server.log().contains("failed"), "{}", server.log());
}
