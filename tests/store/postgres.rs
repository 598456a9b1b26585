//! What only a database server can do to a front end: end its connections, and hold rows for
//! others.

use std::sync::mpsc;
use std::thread;

use server::store::{Store, StoreOptions};

use crate::support::database::{Database, account, at, new_run};

/// Connections are ended again and again while threads append, also between the commit and its
/// answer: nobody is told of it, and nothing is missing or twice.
#[test]
fn ended_connections_lose_and_repeat_nothing() {
    const WRITERS: u32 = 8;
    const APPENDS: u32 = 400;
    let Some(database) = Database::postgres() else { return };
    let store = database.open();
    let runs: Vec<_> = thread::scope(|scope| {
        let (ended, writers_ended) = mpsc::channel::<()>();
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| {
                let (store, ended) = (&store, ended.clone());
                let ann = account(store, &format!("ann-{writer}"));
                let lease = store.begin_run(ann.id, new_run(1), b"000000", "front").expect("a run");
                scope.spawn(move || {
                    for number in 1..=APPENDS {
                        store
                            .append(&lease, format!("{number:06}").as_bytes(), at(number))
                            .expect("kept");
                    }
                    drop(ended);
                    lease.run()
                })
            })
            .collect();
        drop(ended);
        let mut kills = 0;
        while writers_ended.try_recv() == Err(mpsc::TryRecvError::Empty) {
            kills += database.number(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
                 WHERE datname = current_database() AND pid <> pg_backend_pid()",
            );
        }
        assert!(kills > 0, "nothing was ended");
        writers.into_iter().map(|writer| writer.join().expect("no panic")).collect()
    });
    for run in runs {
        let bytes = store.run_bytes(run).expect("an answer").expect("a run");
        assert_eq!(bytes.len(), (APPENDS as usize + 1) * 6);
        for (number, word) in bytes.chunks(6).enumerate() {
            assert_eq!(word, format!("{number:06}").as_bytes());
        }
    }
}

/// An append that waits for a row is taken out of the transaction that it shares with others.
#[test]
fn an_append_that_waits_holds_up_no_other() {
    let Some(database) = Database::postgres() else { return };
    let store = database.open();
    let begin = |name: &str| {
        let id = account(&store, name).id;
        store.begin_run(id, new_run(1), b"head", "front").expect("a run")
    };
    let (held, free) = (begin("ann"), begin("bob"));
    let (done, order) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(|| {
            database.sql(
                "BEGIN; SELECT id FROM runs WHERE account = (SELECT id FROM accounts WHERE name = \
                 'ann') FOR UPDATE; SELECT pg_sleep(3); COMMIT",
            );
        });
        while database.number(
            "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep%' \
            AND wait_event = 'PgSleep'",
        ) == 0
        {}
        let (store, late) = (&store, done.clone());
        scope.spawn(move || {
            store.append(&held, b"waits", at(1)).expect("kept");
            late.send("held").expect("a reader");
        });
        for number in 0..200 {
            store.append(&free, b"goes on", at(number)).expect("kept");
        }
        done.send("free").expect("a reader");
    });
    drop(done);
    assert_eq!(order.into_iter().collect::<Vec<_>>(), ["free", "held"]);
}

/// Where nobody listens: a refusal that came only with the first connection would be another one.
#[test]
fn a_url_that_asks_for_tls_is_refused() {
    for mode in ["require", "verify-ca", "verify-full", "re%71uire"] {
        let url =
            format!("postgres://ann:secret@127.0.0.1:1/upkeeper?connect_timeout=1&sslmode={mode}");
        let error = Store::open(&url, StoreOptions::default()).expect_err("no TLS");
        assert_eq!(error.exit_code(), 2, "{mode}: {error}");
        let said = error.to_string();
        assert!(said.contains("asks for TLS") && !said.contains("secret"), "{mode}: {said}");
    }
    let url = "postgres://ann@127.0.0.1:1/upkeeper?connect_timeout=1&sslmode=prefer";
    let options = StoreOptions { patience: std::time::Duration::ZERO, ..StoreOptions::default() };
    let error = Store::open(url, options).expect_err("nobody is there");
    assert_eq!(error.exit_code(), 74, "{error}");
}
