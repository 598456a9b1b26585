//! Requests without a terminal.

use std::process::Output;

use crate::running::Running;

fn told(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn what_is_no_request_is_refused_with_a_word_and_a_code() {
    let server = Running::start();
    for line in [
        &["rm", "-rf", "/"][..],
        &["sh"],
        &["get"],
        &["get", "../../etc/passwd"],
        &["whoami", ";", "sh"],
        &["\u{1b}[2J"],
    ] {
        let (code, out, said) = told(&server.request("ann", line));
        assert_eq!((code, out.as_str()), (Some(2), ""), "{line:?}");
        assert!(said.starts_with("upkeeper: ") && said.ends_with("\r\n"), "{said:?}");
    }
    // Without a terminal there is nothing to play on.
    let (code, out, said) = told(&server.request("ann", &[]));
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(said.contains("ssh -t"), "{said:?}");
    let (code, _, said) = told(&server.request("ann", &["-s", "sftp"]));
    assert_eq!(code, Some(255), "{said}");
}

#[test]
fn who_asks_is_told_who_it_is() {
    let server = Running::start();
    let (code, out, _) = told(&server.request("Ann", &["whoami"]));
    assert_eq!(code, Some(0));
    assert!(out.starts_with("nobody yet: "), "{out}");
    drop(server.join("Ann"));
    let (code, out, _) = told(&server.request("Ann", &["whoami"]));
    assert_eq!(code, Some(0));
    assert!(out.starts_with("Ann, key SHA256:"), "{out}");
}

#[test]
fn runs_that_are_not_there_are_not_got() {
    let server = Running::start();
    let (code, out, said) = told(&server.request("ann", &["get", "0123456789abc"]));
    assert_eq!((code, out.as_str()), (Some(66), ""), "{said}");
}
