//! Requests without a terminal.

use std::process::{Command, Stdio};

use crate::running::{Running, Told, told};
use crate::sessions::give_up;

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
        let said = server.ask("ann", line).refused(2);
        assert!(
            said.starts_with("upkeeper: ") && said.ends_with('\n') && !said.contains('\r'),
            "{said:?}"
        );
    }
    // Without a terminal there is nothing to play on.
    let said = server.ask("ann", &[]).refused(2);
    assert!(said.contains("ssh -t"), "{said:?}");
}

#[test]
fn a_story_is_told_to_whose_it_is() {
    let server = Running::start().with_account("Bea");
    let mut ann = server.with_player("Ann", 0);
    give_up(&mut ann);
    // What the screen has no room for follows below.
    ann.press("\x1b[6~", "ssh HOST get ");
    let text = ann.text();
    let (_, run) = text.split_once("ssh HOST get ").expect("a run");
    let run = &run[..13];
    let out = server.ask("Ann", &["story", run]).done();
    assert!(out.starts_with("Ann ") && out.contains("Grade ") && out.contains(run), "{out}");
    // It is written with the result.
    ann.press("n", "key: begin");
    let store = server.store();
    let account =
        store.run(run.parse().expect("a key")).expect("an answer").expect("a run").account;
    let next = &store.unfinished_runs(account).expect("an answer")[0];
    let said = server.ask("Ann", &["story", &next.run.to_string()]).refused(66);
    assert!(said.contains("its story is written when its result is looked at"), "{said}");
    for (who, run) in [("Bea", run), ("nobody", run), ("Ann", "2222222222222")] {
        let said = server.ask(who, &["story", run]).refused(66);
        assert!(said.contains("you have no such run"), "{said}");
    }
}

#[test]
fn files_and_forwards_are_refused_with_a_word() {
    let server = Running::start();
    let Told(code, out, said) = server.ask("ann", &["-s", "sftp"]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(said.contains("no files are moved here"), "{said}");
    let key = server.key("ann");
    for program in [&["sftp"][..], &["scp", &key], &["scp", "-O", &key]] {
        let mut copy = Command::new(program[0]);
        copy.args(server.options()).args(["-o", "IdentitiesOnly=yes", "-i", &key]);
        copy.args(&program[1..]).arg("anybody@127.0.0.1:key").stdin(Stdio::null());
        let Told(code, _, said) = told(&copy.output().expect("openssh-client is installed"));
        assert!(code != Some(0) && said.contains("upkeeper: "), "{program:?}: {said}");
    }
    for (options, word) in [
        (&["-W", "127.0.0.1:22"][..], "stdio forwarding failed"),
        (&["-N", "-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:22"], "forwarding failed"),
        (
            &["-N", "-o", "ExitOnForwardFailure=yes", "-R", "/nowhere/socket:127.0.0.1:22"],
            "forwarding failed",
        ),
    ] {
        let said = told(&server.ssh("ann", options).output().expect("runs")).refused(255);
        assert!(said.contains(word), "{options:?}: {said}");
    }
    // What is not needed for an answer is left out.
    let dynamic = server.path("socket").display().to_string();
    let local = format!("{dynamic}:127.0.0.1:22");
    for options in [&["-A"][..], &["-X"], &["-L", &local], &["-D", &dynamic]] {
        let told = told(&server.ssh("ann", options).arg("whoami").output().expect("runs"));
        assert_eq!(told.0, Some(0), "{options:?}: {}", told.2);
    }
}

#[test]
fn answers_on_a_terminal_have_its_line_breaks() {
    let server = Running::start();
    let ask = |options: &[&str], request| {
        told(&server.ssh("ann", options).arg(request).output().expect("runs"))
    };
    let out = ask(&["-tt"], "help").done();
    assert!(
        out.lines().count() > 2 && out.split_inclusive('\n').all(|row| row.ends_with("\r\n")),
        "{out:?}"
    );
    assert_eq!(ask(&["-T"], "help").1, out.replace('\r', ""));
    let said = ask(&["-tt"], "nonsense").refused(2);
    assert!(said.contains("no such command") && said.contains("\r\n"), "{said:?}");
}

#[test]
fn runs_that_are_not_there_are_not_got() {
    let server = Running::start();
    server.ask("ann", &["get", "0123456789abc"]).refused(66);
}
