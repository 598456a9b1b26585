//! Players who do nothing, and those who take nothing of what they are sent.

use super::{expect_all_given_back, expect_refusals, refusals};
use crate::running::{Running, wait_until};
use crate::ssh_client::SshClient;

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
    assert_eq!(idle.wait_exit().exit_code(), 1);
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
