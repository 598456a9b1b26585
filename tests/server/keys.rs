//! Keys of every kind, those of an agent, and what somebody is told whose key is not taken.

use std::process::{Child, Command, Output, Stdio};

use crate::running::Running;

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
    fn request(&self, server: &Running, request: &str) -> Output {
        let mut ssh = Command::new("ssh");
        let agent = format!("IdentityAgent={}", self.socket);
        ssh.args(server.options()).args(["-o", &agent, "-o", "IdentityFile=none"]);
        ssh.args(["anybody@127.0.0.1", request]).stdin(Stdio::null());
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

fn told(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
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
        let (code, out, said) = told(&server.request(name, &["whoami"]));
        assert_eq!((code, said.as_str()), (Some(0), ""), "{kind}");
        assert!(out.starts_with("nobody yet: "), "{kind}: {out}");
    }
}

#[test]
fn who_comes_without_a_key_that_is_taken_is_told_which_is() {
    let server = Running::start();
    server.key_of("old", "rsa");
    let mut rsa = server.ssh("old", &["-o", "LogLevel=INFO"]);
    let mut none = Command::new("ssh");
    none.args(["-o", "LogLevel=INFO", "-o", "IdentityFile=none", "-o", "IdentityAgent=none"]);
    none.args(server.options()).arg("anybody@127.0.0.1").stdin(Stdio::null());
    for ssh in [&mut rsa, &mut none] {
        let ended = ssh.arg("whoami").output().expect("openssh-client is installed");
        let (code, out, said) = told(&ended);
        assert_eq!((code, out.as_str()), (Some(255), ""), "{said}");
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
    let (code, out, said) = told(&agent.request(&server, "whoami"));
    assert_eq!((code, said.as_str()), (Some(0), ""));
    let of_file = told(&server.request("new", &["whoami"])).1;
    assert_eq!(out, of_file);
}

#[test]
fn who_is_kept_out_is_told_why() {
    let server = Running::start_with("[login]\nguests = false\n");
    let whoami = told(&server.request("ann", &["whoami"])).1;
    let key = whoami.split_whitespace().last().expect("a fingerprint");
    assert!(server.admin(&["ban", key]).status.success());
    let mut guest = Command::new("ssh");
    guest.args(["-o", "LogLevel=INFO", "-o", "IdentityFile=none", "-o", "IdentityAgent=none"]);
    guest.args(server.options()).arg("guest@127.0.0.1").stdin(Stdio::null());
    let banned = server.ssh("ann", &["-o", "LogLevel=INFO"]);
    for (mut ssh, word) in [
        (guest, "Guests are not let in here."),
        (banned, "The key that you came with opens nothing here any more."),
    ] {
        let (code, out, said) = told(&ssh.arg("whoami").output().expect("runs"));
        assert_eq!((code, out.as_str()), (Some(255), ""));
        assert!(said.contains(word), "{said}");
    }
}
