//! What an account may keep.

use super::{expect_all_given_back, expect_refusals};
use crate::boards::{file, played, submission, submit};
use crate::running::Running;

#[test]
fn an_account_keeps_so_many_runs() {
    let server = Running::start_with("[accounts]\nmax_runs = 1");
    let mut ann = server.join("Ann");
    let files = [1, 2].map(|seed| {
        let (header, frames) = played("Ann", seed);
        file(&header, &frames)
    });
    let (code, out, said) = submit(&server, "Ann", &files[0]);
    assert_eq!(code, Some(0), "{said}");
    let run = &out[..13];
    let (code, out, said) = submit(&server, "Ann", &files[1]);
    assert_eq!((code, out.as_str()), (Some(73), ""));
    assert!(said.contains("You keep as many runs as you may."), "{said}");
    expect_refusals(&server, "run_quota", 1);
    ann.press("n", "Seed");
    ann.press("\r", "You keep as many runs as you may.");
    expect_refusals(&server, "run_quota", 2);
    // One that is deleted makes room; nobody deletes those of others.
    let (code, _, said) = server.ask("Bea", &["delete", run]);
    assert_eq!(code, Some(77), "{said}");
    let (code, out, _) = server.ask("Ann", &["delete", run]);
    assert_eq!((code, out), (Some(0), format!("{run}: deleted\n")));
    let (code, _, said) = server.ask("Ann", &["delete", run]);
    assert_eq!(code, Some(66), "{said}");
    let (code, _, said) = submit(&server, "Ann", &files[1]);
    assert_eq!(code, Some(0), "{said}");
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
    let (code, out, said) = submit(&server, "Ann", &whole);
    assert_eq!((code, out.as_str()), (Some(73), ""));
    assert!(said.contains("Your runs take as much room as they may."), "{said}");
    expect_refusals(&server, "storage_quota", 1);
    expect_all_given_back(&server);
}
