//! The store of the server: accounts, runs and what verifying them came to, in an SQLite file or a PostgreSQL database.
//!
//! Calls block, and are for the threads of sessions. What they mean is written once, in SQL that both databases take (see
//! `engine`). Never here: a rule of the game, a screen, what bytes of a run file mean.

mod account;
mod append;
mod backup;
mod ban;
mod board;
mod compare;
mod day_board;
mod engine;
mod error;
mod export;
mod front_end;
mod ids;
mod import;
mod key;
mod lease;
mod migrate;
mod offer;
mod options;
mod patience;
mod postgres;
mod prune;
mod run;
mod run_info;
mod secret;
mod sqlite;
mod table;
mod transaction;
mod value;
mod verification;
mod waiting;

use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use self::engine::Engine;
use self::error::Fault;
use self::patience::Patience;
use self::postgres::Postgres;
use self::sqlite::Sqlite;

pub use self::account::{Account, AccountError, NewAccount};
pub(crate) use self::append::PendingAppend;
pub use self::backup::Backup;
pub use self::ban::Ban;
pub use self::board::{Best, BestRunQuery, BoardEntry, BoardQuery};
pub use self::compare::{Comparison, Difference, DifferenceKind};
pub use self::day_board::{DayEntry, DayQuery};
pub use self::error::{StoreError, StoreErrorKind};
pub use self::front_end::LiveRun;
pub use self::ids::{AccountId, InvalidId, RunKey};
pub use self::key::Key;
pub use self::lease::{AppendError, Lease, Progress, TakenOver};
pub use self::offer::Offer;
pub use self::options::{AccountQuota, StoreOptions};
pub use self::run::{NewRun, RunError, Submission, WatchedRun};
pub use self::run_info::{Origin, RunInfo, RunResult, Standing};
pub use self::verification::{Measured, PendingRun, Verdict};
pub(crate) use self::waiting::{WaitObserver, observe};

/// A database of the server. A copy is the same one.
#[derive(Clone)]
pub struct Store {
    engine: Arc<dyn Engine>,
    options: Arc<StoreOptions>,
    quota: Arc<Mutex<AccountQuota>>,
    patience: Arc<Patience>,
}

impl Store {
    /// Opens `sqlite:PATH` or `postgres://…`, and brings it to the newest schema; makes it if it is new.
    ///
    /// # Errors
    /// Refuses a database of a newer program, of another program, or one that is damaged where it is looked at.
    pub fn open(url: &str, options: StoreOptions) -> Result<Store, StoreError> {
        let doing = "open the store";
        let patience = Arc::new(Patience::new(options.patience));
        let engine = open_engine(url, &options, &patience);
        let engine = engine.map_err(|fault| fault.while_doing(doing))?;
        migrate::migrate(&*engine).map_err(|fault| fault.while_doing(doing))?;
        let quota = Arc::new(Mutex::new(options.quota));
        Ok(Store { engine, options: Arc::new(options), quota, patience })
    }

    /// What the database is, for logs: without user or password.
    pub fn description(&self) -> &str {
        self.engine.description()
    }

    pub fn options(&self) -> &StoreOptions {
        &self.options
    }

    /// Changes what accounts may have from now on, for all copies of this store; they keep what they have.
    pub fn set_quota(&self, quota: AccountQuota) {
        *self.quota.lock().unwrap_or_else(PoisonError::into_inner) = quota;
    }

    fn quota(&self) -> AccountQuota {
        *self.quota.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From some time on, no call is tried again: whoever waits for a database that does not answer gives up.
    pub(crate) fn give_up_after(&self, time: Duration) {
        self.patience.end_after(time);
    }

    /// Looks for damage in the whole database. Returns what it finds, in words: nothing for PostgreSQL, which checks itself.
    pub fn find_damage(&self) -> Result<Vec<String>, StoreError> {
        self.engine.find_damage().map_err(|fault| fault.while_doing("look for damage"))
    }
}

fn open_engine(
    url: &str,
    options: &StoreOptions,
    patience: &Arc<Patience>,
) -> Result<Arc<dyn Engine>, Fault> {
    if let Some(path) = url.strip_prefix("sqlite:").filter(|path| !path.is_empty()) {
        return Ok(Arc::new(Sqlite::open(Path::new(path), patience.clone())?));
    }
    if url.starts_with("postgres://") || url.starts_with("postgresql://") {
        return Ok(Arc::new(Postgres::open(url, options, patience.clone())?));
    }
    Err(Fault::Url("begins neither with “sqlite:” nor with “postgres://”"))
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Store").field(&self.description()).finish()
    }
}
