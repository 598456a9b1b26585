//! A front end that is killed while it appends: whatever it was told is safe is there afterwards.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;

use server::store::{RunKey, Store, StoreOptions};

use crate::support::database::{account, at, new_run, on_both};

/// The test binary, run again with this, is the front end that is killed.
const CHILD: &str = "UPKEEPER_TEST_APPENDS_TO";

const WRITERS: usize = 16;

/// How many acknowledged appends the child is left to tell of.
const ACKNOWLEDGED: usize = 2_000;

/// Appends to runs of its own from many threads, and prints each append once it is acknowledged.
/// Never ends by itself.
#[test]
fn child_that_appends() {
    let Ok(url) = std::env::var(CHILD) else { return };
    let store = Store::open(&url, StoreOptions::default()).expect("a store");
    let output = Mutex::new(std::io::stdout());
    thread::scope(|scope| {
        for writer in 0..WRITERS {
            let (store, output) = (&store, &output);
            let ann = account(store, &format!("ann-{writer}"));
            scope.spawn(move || {
                let lease =
                    store.begin_run(ann.id, new_run(1), b"0000000\n", "child").expect("a run");
                for number in 1_u32.. {
                    store
                        .append(&lease, format!("{number:07}\n").as_bytes(), at(number))
                        .expect("kept");
                    let mut output = output.lock().expect("no panic");
                    writeln!(output, "kept {} {number}", lease.run()).expect("a reader");
                }
            });
        }
    });
}

on_both! {
    fn what_was_acknowledged_survives_a_kill(database) {
        drop(database.open());
        for _ in 0..3 {
            let mut child = Command::new(std::env::current_exe().expect("this program"))
                .args(["--exact", "crash::child_that_appends", "--nocapture"])
                .env(CHILD, database.url())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .expect("this program again");
            let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
            let mut told: Vec<(RunKey, u32)> = Vec::new();
            for line in lines.map_while(Result::ok) {
                let mut words = line.split_once("kept ").map_or("", |(_, rest)| rest).split(' ');
                let (Some(run), Some(number)) = (words.next(), words.next()) else { continue };
                let (Ok(run), Ok(number)) = (run.parse(), number.parse()) else { continue };
                told.push((run, number));
                if told.len() == ACKNOWLEDGED {
                    // SIGKILL; what is in the pipe by then was acknowledged, too.
                    child.kill().expect("killed");
                }
            }
            child.wait().expect("ended");
            assert!(told.len() >= ACKNOWLEDGED, "{} were told", told.len());
            check_that_all_is_there(&database.open(), &told);
            database.sql("DELETE FROM accounts");
        }
    }
}

fn check_that_all_is_there(store: &Store, told: &[(RunKey, u32)]) {
    let mut last: BTreeMap<RunKey, u32> = BTreeMap::new();
    for &(run, number) in told {
        assert!(
            last.insert(run, number).is_none_or(|before| before + 1 == number),
            "told in order"
        );
    }
    for (run, number) in last {
        let bytes = store.run_bytes(run).expect("an answer").expect("a run");
        assert!(
            bytes.len() / 8 > number as usize,
            "{run}: {number} was told, {} bytes are there",
            bytes.len()
        );
        // Whole appends, each once, in their order.
        for (place, line) in bytes.chunks(8).enumerate() {
            assert_eq!(line, format!("{place:07}\n").as_bytes());
        }
    }
}
