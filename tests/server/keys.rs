//! Keys of every kind, those of an agent, and what somebody is told whose key is not taken.

use std::process::{Child, Command, Output, Stdio};

use crate::refusals::{expect_all_given_back, expect_refusals};
use crate::running::{Running, Told, told};

/// An agent that holds keys, until this is dropped.
struct Agent {
    process: Child,
    socket: String,
}

impl Agent {
    fn with(server: &Running, keys: &[String]) -> Agent {
        let socket = server.path("agent").to_str().expect("a plain name").to_owned();
        let mut agent = Command::new("ssh-agent");
        agent.args(["-D", "-a", &socket]).stdout(Stdio::null());
        let agent = Agent { process: agent.spawn().expect("openssh-client is installed"), socket };
        for key in keys {
            let add = || {
                let mut add = Command::new("ssh-add");
                let added = add.args(["-q", key]).env("SSH_AUTH_SOCK", &agent.socket).output();
                added.expect("openssh-client is installed").status.success()
            };
            // Its socket may not be there yet.
            assert!((0..10_000).any(|_| add()), "the agent takes a key");
        }
        agent
    }

    /// Has the server carry out a request by the keys of the agent.
    fn request(&self, server: &Running, user: &str, request: &str) -> Output {
        let mut ssh = Command::new("ssh");
        let agent = format!("IdentityAgent={}", self.socket);
        ssh.args(server.options()).args(["-o", &agent, "-o", "IdentityFile=none"]);
        ssh.args([&format!("{user}@127.0.0.1"), request]).stdin(Stdio::null());
        ssh.output().expect("openssh-client is installed")
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn keys_of_every_kind_but_rsa_log_in() {
    let server = Running::start();
    for (name, kind) in [
        ("a", "ed25519"),
        ("b", "ecdsa-sha2-nistp256"),
        ("c", "ecdsa-sha2-nistp384"),
        ("d", "ecdsa-sha2-nistp521"),
    ] {
        server.key_of(name, kind);
        let out = server.ask(name, &["whoami"]).done();
        assert!(out.starts_with("nobody yet: "), "{kind}: {out}");
    }
}

/// OpenSSH's client of somebody who has no key.
fn without_keys(server: &Running, user: &str) -> Command {
    let mut ssh = Command::new("ssh");
    ssh.args(["-o", "LogLevel=INFO", "-o", "IdentityFile=none", "-o", "IdentityAgent=none"]);
    ssh.args(server.options()).arg(format!("{user}@127.0.0.1")).stdin(Stdio::null());
    ssh
}

#[test]
fn who_comes_without_a_key_that_is_taken_is_told_which_is() {
    let server = Running::start();
    server.key_of("old", "rsa");
    let mut rsa = server.ssh("old", &["-o", "LogLevel=INFO"]);
    let mut none = without_keys(&server, "anybody");
    for ssh in [&mut rsa, &mut none] {
        let ended = ssh.arg("whoami").output().expect("openssh-client is installed");
        let said = told(&ended).refused(255);
        assert!(said.contains("ssh-keygen -t ed25519") && said.contains("guest"), "{said}");
        assert!(said.contains("Permission denied"), "{said}");
    }
}

#[test]
fn an_agent_full_of_other_keys_keeps_nobody_out() {
    let server = Running::start();
    let mut keys: Vec<_> = (0..4).map(|old| server.key_of(&format!("old{old}"), "rsa")).collect();
    keys.push(server.key("new"));
    let agent = Agent::with(&server, &keys);
    let out = told(&agent.request(&server, "anybody", "whoami")).done();
    let of_file = server.who("new");
    assert_eq!(out, of_file);
}

/// Asks who somebody is who comes by a name with keys, the first of them first.
fn who_is(server: &Running, name: &str, keys: &[&str]) -> Told {
    let mut ssh = Command::new("ssh");
    ssh.args(["-o", "LogLevel=INFO", "-o", "IdentitiesOnly=yes"]).args(server.options());
    for key in keys {
        ssh.args(["-i", &server.key(key)]);
    }
    // A question is answered with an empty line.
    ssh.envs([("SSH_ASKPASS", "/bin/true"), ("SSH_ASKPASS_REQUIRE", "force")]);
    ssh.args([&format!("{name}@127.0.0.1"), "whoami"]).stdin(Stdio::null());
    told(&ssh.output().expect("openssh-client is installed"))
}

/// What somebody is told who comes by the name of Ann with keys of others.
const NOT_ANN: &str = "Ann is somebody here, and you came with no key of theirs.";

#[test]
fn of_several_keys_that_of_the_name_is_taken() {
    let server = Running::start().with_account("Ann").with_account("Bea");
    for (name, keys, account) in [
        ("ann", ["Bea", "Ann"], "Ann"),
        ("Ann", ["new", "Ann"], "Ann"),
        ("bea", ["Ann", "Bea"], "Bea"),
        ("anybody", ["Bea", "Ann"], "Bea"),
    ] {
        let Told(code, out, said) = who_is(&server, name, &keys);
        assert_eq!((code, said.contains("somebody")), (Some(0), false), "{said}");
        assert!(out.starts_with(account), "{name} {keys:?}: {out}");
    }
    // More keys than logins may fail.
    let mut keys: Vec<_> = (0..8).map(|other| server.key(&format!("other{other}"))).collect();
    keys.push(server.key("Ann"));
    let agent = Agent::with(&server, &keys);
    for _ in 0..4 {
        let out = told(&agent.request(&server, "ann", "whoami")).done();
        assert!(out.starts_with("Ann"), "{out}");
    }
}

#[test]
fn who_has_no_key_of_the_name_is_told_and_goes_on_by_their_own() {
    let server = Running::start().with_account("Ann").with_account("Bea");
    for (keys, account) in [(&["new", "Bea"][..], "Bea"), (&["new"], "nobody yet: ")] {
        let Told(code, out, said) = who_is(&server, "ann", keys);
        assert_eq!(code, Some(0), "{said}");
        assert!(said.contains(NOT_ANN), "{said}");
        assert!(said.contains("ssh -i KEY -o IdentitiesOnly=yes Ann@HOST"), "{said}");
        assert!(out.starts_with(account), "{out}");
    }
    // On a terminal it can be read.
    let mut pty = server.log_in_by("Bea", &["-o", "LogLevel=INFO", "-l", "ann"]);
    pty.wait_for("Enter: go on by the key that you came with.");
    assert!(pty.text().contains(NOT_ANN), "{}", pty.text());
    pty.press("\r", "Account");
}

#[test]
fn a_public_key_does_not_tell_whose_it_is() {
    let server = Running::start().with_account("Ann").with_account("Bea");
    // Whoever has no private key is asked for a signature, whoever the key belongs to.
    for key in ["Ann", "Bea", "new"] {
        let path = server.key(key);
        std::fs::rename(&path, format!("{path}.private")).expect("moves");
        let mut ssh = Command::new("ssh");
        // The file of the public key alone is offered, too.
        let public = format!("{path}.pub");
        let options = ["LogLevel=DEBUG1", "IdentitiesOnly=yes", "BatchMode=yes"];
        ssh.args(options.iter().flat_map(|option| ["-o", option])).args(["-i", &public]);
        ssh.args(server.options());
        ssh.args(["ann@127.0.0.1", "whoami"]).stdin(Stdio::null());
        let said = told(&ssh.output().expect("openssh-client is installed")).refused(255);
        assert!(said.contains("Server accepts key"), "{key}: {said}");
    }
}

#[test]
fn who_is_kept_out_is_told_why() {
    let server = Running::start_with("[login]\nguests = false\n");
    let whoami = server.who("ann");
    let key = whoami.split_whitespace().last().expect("a fingerprint");
    assert_eq!(server.admin(&["ban", key]).0, Some(0));
    let guest = without_keys(&server, "guest");
    let banned = server.ssh("ann", &["-o", "LogLevel=INFO"]);
    for (mut ssh, word, limit) in [
        (guest, "Guests are not let in here.", "guests_off"),
        (banned, "The key that you came with opens nothing here any more.", "banned_key"),
    ] {
        let said = told(&ssh.arg("whoami").output().expect("runs")).refused(255);
        assert!(said.contains(word), "{said}");
        expect_refusals(&server, limit, 1);
    }
    assert!(server.request("bea", &["whoami"]).status.success());
    expect_all_given_back(&server);
}
