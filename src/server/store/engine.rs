//! What a database has to do for the store: run statements, alone and in transactions.
//!
//! Statements are written once, in the subset of SQL that all engines share, with `$1`, `$2` … for
//! their parameters. [`Dialect::render`] replaces placeholders in braces where engines differ.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use tokio::runtime::Handle;

use super::error::{Fault, FaultResult as Result};
use super::rows::{Row, Value};

/// From one look at the patience of a thread that waits to the next.
const PATIENCE_INTERVAL: Duration = Duration::from_millis(250);

/// A database. All calls block the thread that makes them. A call that needs what others hold fails
/// with [`Fault::Contended`] within about a second and has done nothing; the store tries again.
pub(super) trait Engine: Send + Sync {
    /// Runs one statement, safely kept when this returns. Returns how many rows it changed.
    fn execute(&self, sql: &'static str, values: Vec<Value>) -> Result<u64>;

    /// Begins to run a statement that holds rows of others only in common with whoever does the
    /// same (`{share}`), so that many threads share one commit and none waits for another.
    fn begin_together(&self, sql: &'static str, values: Vec<Value>) -> Result<PendingStatement>;

    fn query(&self, sql: &str, values: &[Value]) -> Result<Vec<Row>>;

    /// Runs a transaction: all that it writes is safely kept when this returns, or nothing. It may
    /// run on another thread, and together with others in one commit.
    fn transact(&self, work: Work) -> Result<()>;

    /// Runs a long transaction on this thread, apart from others.
    fn transact_alone(&self, work: &mut dyn FnMut(&mut dyn Connection) -> Ending) -> Result<()>;

    /// Asks several questions of one state of the database, while others write.
    fn read_snapshot(&self, work: &mut dyn FnMut(&mut dyn Connection)) -> Result<()>;

    /// Copies the database into a new file by its own means, while others write. False if it has
    /// none.
    fn copy_to(&self, path: &Path) -> Result<bool>;

    /// Looks for damage in all of the database, as far as it can. Returns what it finds, in words.
    fn find_damage(&self) -> Result<Vec<String>>;

    /// What the database is, for logs: without a password.
    fn description(&self) -> &str;
}

pub(super) struct PendingStatement {
    pub(super) answer: Receiver<Result<u64>>,
    pub(super) patience: Arc<Patience>,
}

impl PendingStatement {
    /// Waits until it is safely kept; when the patience ends it may be kept later. Returns its
    /// count.
    pub(super) fn wait(self) -> Result<u64> {
        let PendingStatement { answer, patience } = self;
        let waiting = Waiting::begin();
        loop {
            match answer.recv_timeout(PATIENCE_INTERVAL) {
                Ok(answer) => return answer,
                Err(RecvTimeoutError::Disconnected) => return Err(Fault::Stopped),
                Err(RecvTimeoutError::Timeout) if patience.lasts_since(waiting.begun()) => {}
                Err(RecvTimeoutError::Timeout) => {
                    return Err(Fault::Timeout(waiting.begun().elapsed()));
                }
            }
        }
    }
}

pub(super) type Work = Box<dyn FnMut(&mut dyn Connection) -> Ending + Send>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Commit,
    Undo,
}

/// A connection inside a transaction.
pub(super) trait Connection {
    /// Runs a statement. Returns how many rows it changed.
    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64>;

    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>>;

    /// Runs statements without parameters.
    fn execute_script(&mut self, sql: &str) -> Result<()>;
}

/// Where the SQL of an engine differs from others'.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dialect(pub(super) &'static [(&'static str, &'static str)]);

impl Dialect {
    /// A statement with the engine's words in the place of these: `{blob}` and `{text}`, the types;
    /// `{now}`, the database's clock in milliseconds since 1970; `{share}`, `{lock}` and `{skip}`,
    /// which hold the rows that a SELECT finds until the transaction ends, shared, alone, or alone
    /// and without those that others hold; `{clustered}`, a table that is sorted by its primary
    /// key; `{migration_lock}`, which waits for others that bring the schema up to date.
    pub(super) fn render<'a>(&self, sql: &'a str) -> Cow<'a, str> {
        let replace = |sql: Cow<'a, str>, (from, to): &(&str, &str)| {
            if sql.contains(from) { Cow::Owned(sql.replace(from, to)) } else { sql }
        };
        self.0.iter().fold(Cow::Borrowed(sql), replace)
    }
}

/// Refuses texts that only some engines take.
pub(super) fn check_values(values: &[Value]) -> Result<()> {
    let has_null = |value: &Value| matches!(value, Value::Text(text) if text.contains('\0'));
    if values.iter().any(has_null) { Err(Fault::Text) } else { Ok(()) }
}

/// How long the calls of a store go on for a database that does not answer.
#[derive(Debug)]
pub(super) struct Patience {
    limit: Duration,
    /// From when on no call goes on.
    last_try: OnceLock<Instant>,
}

impl Patience {
    pub(super) fn new(limit: Duration) -> Patience {
        Patience { limit, last_try: OnceLock::new() }
    }

    /// Whether a call that has begun at some time goes on.
    pub(super) fn lasts_since(&self, begun: Instant) -> bool {
        let last_try = self.last_try.get();
        begun.elapsed() < self.limit && last_try.is_none_or(|last| Instant::now() < *last)
    }

    /// After some time no call goes on any more.
    pub(super) fn end_after(&self, time: Duration) {
        self.last_try.get_or_init(|| Instant::now() + time);
    }
}

/// Learns when a thread waits for the database.
pub(crate) trait WaitObserver {
    fn wait_begins(&self);
    fn wait_ends(&self);
}

thread_local! {
    /// That of this thread, while no call is under way: one within another tells nothing.
    static OBSERVER: RefCell<Option<Arc<dyn WaitObserver>>> = const { RefCell::new(None) };

    /// When the call of this thread has begun that is under way.
    static BEGUN: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Has an observer learn of the calls of this thread.
pub(crate) fn observe(observer: Arc<dyn WaitObserver>) {
    OBSERVER.set(Some(observer));
}

/// A call of this thread, until this is dropped. A call within another has begun with it.
pub(super) struct Waiting {
    observer: Option<Arc<dyn WaitObserver>>,
    begun: Instant,
    is_outermost: bool,
}

impl Waiting {
    pub(super) fn begin() -> Waiting {
        let outer = BEGUN.get();
        let begun = outer.unwrap_or_else(Instant::now);
        BEGUN.set(Some(begun));
        let observer = OBSERVER.take();
        if let Some(observer) = &observer {
            observer.wait_begins();
        }
        Waiting { observer, begun, is_outermost: outer.is_none() }
    }

    /// When the outermost call has begun.
    pub(super) fn begun(&self) -> Instant {
        self.begun
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if self.is_outermost {
            BEGUN.set(None);
        }
        if let Some(observer) = self.observer.take() {
            observer.wait_ends();
            OBSERVER.set(Some(observer));
        }
    }
}

/// Limits and times of a store. All front ends of one database should have the same.
#[derive(Clone, Debug)]
pub struct StoreOptions {
    /// The runtime that drives the connections to PostgreSQL; without one the store starts its own.
    pub runtime: Option<Handle>,
    /// How many connections to PostgreSQL there are at most.
    pub connections: usize,
    /// How many runs of an account may wait to be played on.
    pub max_unfinished_runs: u32,
    /// What one account may keep; [`Store::set_quota`](super::Store::set_quota) changes it.
    pub quota: AccountQuota,
    pub max_run_bytes: u64,
    pub max_keys: u32,
    /// How long after its last heartbeat a front end counts as alive.
    pub heartbeat_lifetime: Duration,
    /// For how long a call that can be repeated is tried again while the database cannot be
    /// reached, and any call while others hold what it needs.
    pub patience: Duration,
    /// After this long without an answer a connection to PostgreSQL is given up.
    pub answer_timeout: Duration,
}

/// What an account may have before it cannot begin or submit another run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccountQuota {
    pub max_runs: u64,
    /// Of all its run files together.
    pub max_bytes: u64,
}

impl Default for AccountQuota {
    fn default() -> AccountQuota {
        AccountQuota { max_runs: 1_000, max_bytes: 64 << 20 }
    }
}

impl Default for StoreOptions {
    fn default() -> StoreOptions {
        StoreOptions {
            runtime: None,
            connections: 16,
            max_unfinished_runs: 16,
            quota: AccountQuota::default(),
            max_run_bytes: 8 << 20,
            max_keys: 16,
            heartbeat_lifetime: Duration::from_secs(15),
            patience: Duration::from_secs(5),
            answer_timeout: Duration::from_secs(20),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_within_another_has_begun_with_it() {
        let outer = Waiting::begin();
        while Instant::now() == outer.begun() {}
        let first = Waiting::begin().begun();
        let second = Waiting::begin().begun();
        assert_eq!([first, second], [outer.begun(); 2]);
        drop(outer);
        assert!(Waiting::begin().begun() > first);
    }
}
