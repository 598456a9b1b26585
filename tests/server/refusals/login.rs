//! Who is let in, and as whom.

use super::{expect_all_given_back, expect_refusals};
use crate::running::Running;
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
fn guests_can_be_turned_away() {
    let server = Running::start_with("[login]\nguests = false\n");
    // The name is as good as any other with a key.
    let guest = server.log_in_as_guest();
    guest.wait_for("What shall we call you?");
    expect_refusals(&server, "guests_off", 1);
    drop(guest);
    expect_all_given_back(&server);
}

#[test]
fn a_banned_key_does_not_log_in() {
    let server = Running::start().with_account("Ann");
    let who = server.request("Ann", &["whoami"]).stdout;
    let key = String::from_utf8_lossy(&who).trim_end().replace("Ann, key ", "");
    assert_eq!(server.admin(&["ban", &key]).0, Some(0));
    let refused = server.request("Ann", &["whoami"]);
    assert_eq!(refused.status.code(), Some(255));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("Permission denied"));
    expect_refusals(&server, "banned_key", 1);
    assert!(server.request("Bea", &["whoami"]).status.success());
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
    assert_eq!(guest.wait_exit().exit_code(), 1);
    expect_refusals(&server, "account_rate", 2);
    expect_all_given_back(&server);
}

#[test]
fn a_name_is_refused() {
    let server = Running::start();
    let mut eve = server.log_in("Eve");
    eve.wait_for("What shall we call you?");
    eve.press("Adm1n\r", "that name is reserved");
    expect_refusals(&server, "name_refused", 1);
    assert!(!server.log().contains("dm1n"), "{}", server.log());
    drop(eve);
    expect_all_given_back(&server);
}
