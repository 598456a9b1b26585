//! Runs that a server has to verify.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use runs::record::Ruleset;
use server::store::{Store, StoreOptions};

use crate::client::{Connection, HERE, key_of};
use crate::process::Server;
use crate::support::content::catalog;

/// How many there are of each kind.
const RUNS: &str = "60";
const KINDS: [&str; 5] = ["cavern", "vault", "keep", "house", "crypt"];

/// How often all runs are put back into the queue: seldom, for it holds up whoever writes, and sooner than it is empty.
const PAUSE: Duration = Duration::from_secs(3);

/// Has the program play runs, and returns their files.
pub(crate) fn make(server: &Server) -> Vec<Vec<u8>> {
    let mut files = Vec::new();
    for kind in KINDS {
        let folder = server.folder().path().join(format!("runs-{kind}"));
        fs::create_dir(&folder).expect("a folder");
        let save = folder.join("{seed}.upk");
        let save = save.to_str().expect("a plain path");
        server.command(&[
            "sim", "--kind", kind, "--seed", "1", "--count", RUNS, "--bot", "cautious", "--save",
            save,
        ]);
        for entry in fs::read_dir(folder).expect("files") {
            files.push(fs::read(entry.expect("a file").path()).expect("bytes"));
        }
    }
    assert!(!files.is_empty(), "there are no runs");
    files
}

/// Hands runs in for the account of a number.
pub(crate) async fn submit(server: &Arc<Server>, number: u32, files: &[Vec<u8>]) {
    for file in files {
        let connection = Connection::log_in(server.address, HERE, key_of(number)).await;
        let connection = connection.expect("logs in");
        let code = connection.request("submit", file).await.expect("an answer");
        assert_eq!(code, 0, "a true run was not taken");
        connection.leave().await;
    }
}

/// How often the metric is looked at.
const LOOK: Duration = Duration::from_millis(100);

/// The metric of what has been verified.
pub(crate) const TURNS: &str = "upkeeper_verified_turns_total";

/// Has runs verified again and again until it is stopped.
pub(crate) struct Queue(Arc<AtomicBool>);

/// Begins, and waits until the verifier has looked into its queue.
pub(crate) fn keep_verifying(server: &Arc<Server>) -> Queue {
    let stopped = Arc::new(AtomicBool::new(false));
    let is_stopped = stopped.clone();
    let store = Store::open(&server.store(), StoreOptions::default()).expect("a database");
    let ruleset = Ruleset::of(&catalog()).to_string();
    thread::spawn(move || {
        while !is_stopped.load(Ordering::Relaxed) {
            store.reverify_all(&ruleset).expect("a database");
            thread::sleep(PAUSE);
        }
    });
    let before = server.metric(TURNS);
    while server.metric(TURNS) == before {
        thread::sleep(LOOK);
    }
    Queue(stopped)
}

impl Queue {
    pub(crate) fn stop(self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
