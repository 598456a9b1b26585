//! What a store can be told when it is opened.

use std::time::Duration;

use tokio::runtime::Handle;

/// Limits and times of a store. All front ends of one database should have the same.
#[derive(Clone, Debug)]
pub struct StoreOptions {
    /// The runtime that drives the connections to PostgreSQL; without one the store starts its own, with one thread.
    pub runtime: Option<Handle>,
    /// How many connections to PostgreSQL there are at most.
    pub connections: usize,
    /// How many runs of an account may wait to be played on.
    pub max_unfinished_runs: u32,
    /// What one account may keep; [`Store::set_quota`](super::Store::set_quota) changes it.
    pub quota: AccountQuota,
    /// How many bytes one run may have.
    pub max_run_bytes: u64,
    /// How many keys an account may have.
    pub max_keys: u32,
    /// How long after its last heartbeat a front end counts as alive.
    pub heartbeat_lifetime: Duration,
    /// For how long a call that can be repeated is tried again while the database cannot be reached, and any call while
    /// others hold what it needs.
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
