//! Who is let in, and as whom; what an account may keep; and runs that are handed in.

use super::{expect_all_given_back, expect_refusals, refusals};
use crate::boards::{file, played, submission, submit};
use crate::running::{Running, Told, wait_until};
use crate::ssh_client::SshClient;

#[test]
fn so_many_tries_to_log_in_are_enough() {
    let server = Running::start_with("[login]\ntries = 2");
    let mut client = SshClient::connect(&server);
    client.try_password();
    client.try_password();
    assert_eq!(client.last_words(), "None of your keys is one. Try again.");
    expect_refusals(&server, "login_tries", 1);
    expect_all_given_back(&server);
}

#[test]
fn an_address_makes_so_many_accounts() {
    let server =
        Running::start_with("[accounts]\nnew_per_hour = 1\nnew_burst = 1").with_account("Ann");
    let mut bea = server.log_in("Bea");
    bea.wait_for("What shall we call you?");
    bea.press("Bea\r", "Too many have been hired from your address.");
    expect_refusals(&server, "account_rate", 1);
    drop(bea);
    let mut guest = server.log_in_as_guest();
    guest.wait_for("Too many have been hired from your address.");
    guest.ends_with(1);
    expect_refusals(&server, "account_rate", 2);
    expect_all_given_back(&server);
}

#[test]
fn an_account_keeps_so_many_runs() {
    let server = Running::start_with("[accounts]\nmax_runs = 1");
    let mut ann = server.join("Ann");
    let files = [1, 2].map(|seed| {
        let (header, frames) = played("Ann", seed);
        file(&header, &frames)
    });
    let out = submit(&server, "Ann", &files[0]).done();
    let run = &out[..13];
    let said = submit(&server, "Ann", &files[1]).refused(73);
    assert!(said.contains("You keep as many runs as you may."), "{said}");
    expect_refusals(&server, "run_quota", 1);
    ann.press("n", "Seed");
    ann.press("\r", "You keep as many runs as you may.");
    expect_refusals(&server, "run_quota", 2);
    // One that is deleted makes room; nobody deletes those of others.
    server.ask("Bea", &["delete", run]).refused(77);
    let Told(code, out, _) = server.ask("Ann", &["delete", run]);
    assert_eq!((code, out), (Some(0), format!("{run}: deleted\n")));
    server.ask("Ann", &["delete", run]).refused(66);
    submit(&server, "Ann", &files[1]).done();
    drop(ann);
    expect_all_given_back(&server);
}

#[test]
fn an_account_keeps_so_many_bytes() {
    let server = Running::start_with("[accounts]\nmax_megabytes = 1").with_account("Ann");
    let (header, frames) = played("Ann", 1);
    let whole = file(&header, &frames);
    let store = server.store();
    let ann = store.account_of_name("ann").expect("an answer").expect("an account");
    let mut large = submission(1, &header, &frames);
    large.bytes = vec![0; (1 << 20) - whole.len() + 1];
    store.submit_run(ann.id, large).expect("kept");
    let said = submit(&server, "Ann", &whole).refused(73);
    assert!(said.contains("Your runs take as much room as they may."), "{said}");
    expect_refusals(&server, "storage_quota", 1);
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
