//! The store: accounts, runs and their verdicts, in an SQLite file or a PostgreSQL database.
//!
//! Calls block, and are for the threads of sessions. What they mean is written once, in SQL that
//! both databases take (see `engine`). Never here: rules, screens, the meaning of run files.

mod accounts;
mod backup;
mod boards;
mod engine;
mod error;
mod export;
mod front_ends;
mod ids;
mod leases;
mod postgres;
mod rows;
mod run_row;
mod runs;
mod schema;
mod sqlite;
mod transaction;
mod verification;

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use self::engine::{Engine, Patience};
use self::error::Fault;
use self::postgres::Postgres;
use self::sqlite::Sqlite;

pub use self::accounts::{Account, Key, NewAccount, Offer};
pub use self::backup::{Backup, Comparison, Difference, DifferenceKind};
pub use self::boards::{Best, BoardQuery, CategoryRanking, Ranking};
pub use self::engine::{AccountQuota, StoreOptions};
pub(crate) use self::engine::{WaitObserver, observe};
pub use self::error::{Result, StoreError};
pub use self::front_ends::Ban;
pub use self::ids::{AccountId, InvalidId, RunKey};
pub(crate) use self::leases::PendingAppend;
pub use self::leases::TakenOver;
pub use self::run_row::{Origin, Progress, RunFacts, RunResult, RunRow, Standing};
pub use self::runs::{Lease, Submission, WatchedRun};
pub use self::verification::{Measured, PendingRun, Verdict};

/// A database of the server. A copy is the same one.
#[derive(Clone)]
pub struct Store {
    engine: Arc<dyn Engine>,
    options: Arc<StoreOptions>,
    quota: Arc<Mutex<AccountQuota>>,
    patience: Arc<Patience>,
}

impl Store {
    /// Opens `sqlite:PATH` or `postgres://…`, and brings it to the newest schema; makes it if it is
    /// new. Refuses a database of a newer or another program, or one whose head is damaged.
    pub fn open(url: &str, options: StoreOptions) -> Result<Store> {
        let doing = "open the store";
        let patience = Arc::new(Patience::new(options.patience));
        let engine = open_engine(url, &options, &patience);
        let engine = engine.map_err(|fault| fault.while_doing(doing))?;
        let quota = Arc::new(Mutex::new(options.quota));
        let store = Store { engine, options: Arc::new(options), quota, patience };
        // Others may open a new database at this moment, and hold it for longer than one attempt.
        store.repeat(StoreError::is_contended, || {
            schema::migrate(&*store.engine).map_err(|fault| fault.while_doing(doing))
        })?;
        Ok(store)
    }

    /// What the database is, for logs: without user or password.
    pub fn description(&self) -> &str {
        self.engine.description()
    }

    pub fn options(&self) -> &StoreOptions {
        &self.options
    }

    /// Changes what accounts may have from now on, for all copies of this store.
    pub fn set_quota(&self, quota: AccountQuota) {
        *self.quota.lock() = quota;
    }

    fn quota(&self) -> AccountQuota {
        *self.quota.lock()
    }

    /// From some time on, no call is tried again, whether the database answers or not.
    pub(crate) fn give_up_after(&self, time: Duration) {
        self.patience.end_after(time);
    }

    /// Looks for damage in the whole database, in words: PostgreSQL checks itself.
    pub fn find_damage(&self) -> Result<Vec<String>> {
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
