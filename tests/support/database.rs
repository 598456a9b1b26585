//! A new database for a test, in either engine, and what tests put into it.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use server::store::{
    Account, AccountId, Measured, NewAccount, Progress, RunFacts, RunResult, Store, StoreError,
    StoreOptions, Submission, Verdict,
};
use tempfile::TempDir;

use super::postgres_server::PostgresServer;

/// Tests that are run on both databases; PostgreSQL's half says so where it is left out.
macro_rules! on_both {
    ($($(#[$attribute:meta])* fn $name:ident($database:ident) $body:block)+) => {$(
        mod $name {
            #[allow(unused_imports, reason = "whatever the test names")]
            use super::*;

            $(#[$attribute])*
            fn check($database: &crate::support::database::Database) $body

            #[test]
            fn sqlite() {
                check(&crate::support::database::Database::sqlite());
            }

            #[test]
            fn postgres() {
                if let Some(database) = crate::support::database::Database::postgres() {
                    check(&database);
                }
            }
        }
    )+};
}
pub(crate) use on_both;

/// An empty database, which goes when this is dropped.
pub(crate) struct Database {
    url: String,
    place: Place,
}

enum Place {
    /// Removed with its content.
    Folder {
        _removed_when_dropped: TempDir,
    },
    Server(&'static PostgresServer, String),
}

impl Database {
    pub(crate) fn sqlite() -> Database {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite:{}", folder.path().join("store.db").display());
        Database { url, place: Place::Folder { _removed_when_dropped: folder } }
    }

    pub(crate) fn postgres() -> Option<Database> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let server = PostgresServer::get()?;
        let name = format!("test{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        server.create(&name);
        Some(Database { url: server.url(&name), place: Place::Server(server, name) })
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    pub(crate) fn open(&self) -> Store {
        self.open_with(StoreOptions::default())
    }

    pub(crate) fn open_with(&self, options: StoreOptions) -> Store {
        Store::open(&self.url, options).expect("a store")
    }

    /// Runs SQL past the store, which may be open.
    pub(crate) fn sql(&self, sql: &str) {
        match &self.place {
            Place::Folder { .. } => {
                let connection = rusqlite::Connection::open(self.file()).expect("the file");
                connection.execute_batch(sql).expect(sql);
            }
            Place::Server(server, name) => server.sql(name, sql),
        }
    }

    /// Asks for a number past the store.
    pub(crate) fn number(&self, sql: &str) -> i64 {
        match &self.place {
            Place::Folder { .. } => {
                let connection = rusqlite::Connection::open(self.file()).expect("the file");
                connection.query_row(sql, [], |row| row.get(0)).expect(sql)
            }
            Place::Server(server, name) => server.number(name, sql),
        }
    }

    /// The file of an SQLite database.
    pub(crate) fn file(&self) -> PathBuf {
        PathBuf::from(self.url.strip_prefix("sqlite:").expect("an SQLite database"))
    }
}

/// Does something with each of these on a thread of its own, all at once.
pub(crate) fn at_once<T: Send, U: Send>(
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> U + Sync,
) -> Vec<U> {
    let work = &work;
    thread::scope(|scope| {
        let threads = items.into_iter().map(|item| scope.spawn(move || work(item)));
        let threads: Vec<_> = threads.collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    })
}

/// Waits until the clock of the database shows another time: rows are ordered by it.
pub(crate) fn pass_a_moment(store: &Store) {
    let begun = store.now().expect("a time");
    while store.now().expect("a time") == begun {}
}

pub(crate) fn new_account(name: &str) -> NewAccount {
    NewAccount {
        name: name.to_owned(),
        skeleton: name.to_lowercase(),
        fingerprint: format!("SHA256:{name}"),
        key_label: "laptop".to_owned(),
        recovery_hash: format!("hash of {name}"),
    }
}

pub(crate) fn account(store: &Store, name: &str) -> Account {
    store.create_account(new_account(name)).expect("an account")
}

/// Gives an account another key, by an offer that is accepted.
pub(crate) fn add_key(
    store: &Store,
    id: AccountId,
    fingerprint: &str,
    label: &str,
) -> Result<(), StoreError> {
    store.offer_key(id, fingerprint, label)?;
    store.accept_offer(id, fingerprint)
}

pub(crate) const RULESET: &str = "8-00112233";

/// A ranked shift in a vault.
pub(crate) fn new_run(seed: u64) -> RunFacts {
    RunFacts {
        ruleset: RULESET.to_owned(),
        mode: "shift".to_owned(),
        kind: "vault".to_owned(),
        depth: 3,
        seed: seed.to_string(),
        word: None,
        day: None,
        name: "ann".to_owned(),
        is_ranked: true,
    }
}

pub(crate) fn daily(day: &str) -> RunFacts {
    RunFacts { mode: "daily".to_owned(), day: Some(day.to_owned()), ..new_run(1) }
}

pub(crate) fn result(digest: &str) -> RunResult {
    RunResult {
        outcome: "clocked_out".to_owned(),
        is_overtaken: false,
        grade: "A".to_owned(),
        score: 420,
        clock: 900,
        worked_turns: 700,
        commands: 650,
        digest: digest.to_owned(),
    }
}

/// A verdict on a run that was played like no other.
pub(crate) fn found_true(play: &str, measures: &[(&str, u32)]) -> Verdict {
    let measured = |&(category, measure): &(&str, u32)| {
        let state = format!("{play} in {category}");
        (category.to_owned(), Measured { measure, state })
    };
    Verdict::True { play: play.to_owned(), measures: measures.iter().map(measured).collect() }
}

pub(crate) fn submission(play: &str) -> Submission {
    Submission {
        facts: new_run(1),
        result: result(play),
        play: play.to_owned(),
        bytes: b"file".to_vec(),
    }
}

pub(crate) fn at(turn: u32) -> Progress {
    Progress { turn, commands: turn }
}
