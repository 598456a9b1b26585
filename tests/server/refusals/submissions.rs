//! Runs that are handed in: how large, how often, how many at once, how slowly.

use super::{expect_all_given_back, expect_refusals, refusals};
use crate::boards::submit;
use crate::running::{Running, Told, wait_until};
use crate::ssh_client::SshClient;

#[test]
fn a_file_has_so_many_bytes() {
    let server =
        Running::start_with("[accounts]\nmax_submission_megabytes = 1").with_account("Ann");
    let Told(code, out, said) = submit(&server, "Ann", &vec![b'x'; 3 << 20]);
    assert_eq!((code, out.as_str()), (Some(65), ""), "{said}");
    assert!(said.contains("larger than any run may be"), "{said}");
    expect_refusals(&server, "submission_size", 1);
    expect_all_given_back(&server);
}

#[test]
fn an_address_hands_in_so_often() {
    let server = Running::start_with("[accounts]\nsubmissions_per_hour = 1\nsubmission_burst = 1")
        .with_account("Ann");
    assert_eq!(submit(&server, "Ann", b"GIF89a").0, Some(65));
    let said = submit(&server, "Ann", b"GIF89a").refused(75);
    assert!(said.contains("You hand in too many runs at once."), "{said}");
    expect_refusals(&server, "submission_rate", 1);
    expect_all_given_back(&server);
}

#[test]
fn so_many_files_come_at_the_same_time() {
    let server = Running::start_with(
        "[connections]\nexempt = ['127.0.0.1']\n[accounts]\nsubmission_burst = 100",
    )
    .with_account("Ann");
    let held: Vec<_> = (0..16)
        .map(|_| {
            let client = SshClient::log_in(&server, "Ann");
            let channel = client.open().expect("a channel");
            channel.execute("submit");
            // What is sent is there when the next is asked for: on this machine nothing overtakes
            // it.
            assert!(channel.send(b"upkeeper"));
            (client, channel)
        })
        .collect();
    // The sixteen are under way, each on a connection of its own.
    wait_until("the seventeenth to be refused", || {
        let Told(code, _, said) = submit(&server, "Ann", b"GIF89a");
        code == Some(75) && said.contains("Too many runs are being handed in.")
    });
    wait_until("a counter", || refusals(&server, "submission_count") >= 1);
    drop(held);
    wait_until("room", || submit(&server, "Ann", b"GIF89a").0 == Some(65));
    expect_all_given_back(&server);
}

#[test]
fn a_file_that_does_not_come_is_not_waited_for() {
    let server = Running::start_with("[accounts]\nsubmission_seconds = 1").with_account("Ann");
    let client = SshClient::log_in(&server, "Ann");
    let channel = client.open().expect("a channel");
    channel.execute("submit");
    assert!(channel.send(b"upkeeper"));
    assert_eq!(client.last_words(), "Your file was too long on its way.");
    expect_refusals(&server, "submission_time", 1);
    expect_all_given_back(&server);
}
