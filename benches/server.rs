//! How many appends a second the store acknowledges, each after it is safe, from 200 threads with a
//! run each.
//!
//! `cargo bench --features ssh --bench server [-- SECONDS]`. PostgreSQL is measured on a server of
//! its own from Debian's package, if it is installed. Beside each figure stand the appends of one
//! thread alone, and what the disk does: how often a second a file of this folder can be
//! synchronised.

#![expect(clippy::disallowed_types, reason = "it measures time")]

use std::fs::File;
use std::io::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Barrier, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use server::store::{NewAccount, Progress, RunFacts, Store, StoreOptions};

#[path = "../tests/support/postgres_server.rs"]
#[expect(dead_code, reason = "the tests use all of it")]
mod postgres_server;

const WRITERS: usize = 200;

/// What the frames of a command come to in a run file, about.
const FRAME: [u8; 48] = [0x5a; 48];

fn main() {
    let seconds = std::env::args().find_map(|argument| argument.parse().ok());
    let time = Duration::from_secs(seconds.unwrap_or(5));
    let folder = tempfile::tempdir().expect("a folder");
    println!("fsync: {:.0} a second in {}", syncs_a_second(folder.path()), folder.path().display());
    let path = folder.path().join("store.db");
    measure("SQLite", &format!("sqlite:{}", path.display()), time, 30_000);
    if let Some(server) = postgres_server::PostgresServer::get() {
        server.create("bench");
        measure("PostgreSQL", &server.url("bench"), time, 10_000);
    }
}

fn measure(engine: &str, url: &str, time: Duration, wanted: u32) {
    let store = Store::open(url, StoreOptions::default()).expect("a store");
    for writers in [1, WRITERS] {
        let appends = Appends::measure(&store, writers, time);
        println!(
            "{engine}, {writers} writers: {:.0} acknowledged appends a second, p50 {:.2} ms, p99 \
             {:.2} ms, max {:.1} ms",
            appends.a_second, appends.p50, appends.p99, appends.max
        );
        if writers == WRITERS {
            let verdict = if appends.a_second >= f64::from(wanted) { "met" } else { "NOT MET" };
            println!("{engine}: {wanted} a second wanted: {verdict}");
        }
    }
}

/// Times in milliseconds.
struct Appends {
    a_second: f64,
    p50: f64,
    p99: f64,
    max: f64,
}

impl Appends {
    #[expect(clippy::float_arithmetic, reason = "a report")]
    fn measure(store: &Store, writers: usize, time: Duration) -> Appends {
        let (start, is_over) = (Barrier::new(writers + 1), AtomicBool::new(false));
        let times = Mutex::new(Vec::new());
        let mut begun = Instant::now();
        thread::scope(|scope| {
            for writer in 0..writers {
                let (start, is_over, times) = (&start, &is_over, &times);
                scope.spawn(move || {
                    let lease = begin(store, &format!("w{writers}-{writer}"));
                    let mut own = Vec::new();
                    start.wait();
                    for turn in 1.. {
                        if is_over.load(Ordering::Relaxed) {
                            break;
                        }
                        let begun = Instant::now();
                        let progress = Progress { turn, commands: turn };
                        store.append(&lease, &FRAME, progress).expect("kept");
                        own.push(begun.elapsed());
                    }
                    times.lock().expect("no panic").extend(own);
                });
            }
            start.wait();
            begun = Instant::now();
            thread::park_timeout(time);
            is_over.store(true, Ordering::Relaxed);
        });
        let elapsed = begun.elapsed();
        let mut times = times.into_inner().expect("no panic");
        times.sort();
        let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1000.0;
        let a_second = times.len() as f64 / elapsed.as_secs_f64();
        Appends { a_second, p50: at(50), p99: at(99), max: at(100) }
    }
}

fn begin(store: &Store, name: &str) -> server::store::Lease {
    let account = store.create_account(NewAccount {
        name: name.to_owned(),
        skeleton: name.to_owned(),
        fingerprint: name.to_owned(),
        key_label: String::new(),
        recovery_hash: name.to_owned(),
    });
    let run = RunFacts {
        ruleset: "bench".to_owned(),
        mode: "shift".to_owned(),
        kind: "vault".to_owned(),
        depth: 3,
        seed: "1".to_owned(),
        word: None,
        day: None,
        name: name.to_owned(),
        is_ranked: true,
    };
    let id = account.expect("an account").id;
    store.begin_run(id, run, &[0; 100], "bench").expect("a run")
}

#[expect(clippy::float_arithmetic, reason = "a report")]
fn syncs_a_second(folder: &std::path::Path) -> f64 {
    let mut file = File::create(folder.join("sync")).expect("a file");
    let begun = Instant::now();
    for _ in 0..200 {
        file.write_all(&[1; 4096]).and_then(|()| file.sync_data()).expect("written");
    }
    200.0 / begun.elapsed().as_secs_f64()
}
