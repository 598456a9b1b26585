//! What an account may keep.

use super::{expect_all_given_back, expect_refusals};
use crate::boards::{file, played, submission, submit};
use crate::running::{Running, Told};

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
