//! Deleting what has had its time.

use std::time::Duration;

use super::Store;
use super::error::StoreError;
use super::value::{millis, values};

/// How long a front end that is silent is remembered.
const MAX_SILENCE: Duration = Duration::from_hours(24);

impl Store {
    /// Deletes guests whose time has come with all they own, bans that have ended, and front ends that were not heard of for a
    /// day. Returns how many guests went.
    pub fn prune(&self) -> Result<u64, StoreError> {
        const DOING: &str = "prune";
        self.execute(DOING, "DELETE FROM bans WHERE expires_at <= {now}", Vec::new())?;
        let silent = "DELETE FROM front_ends WHERE heartbeat_at < {now} - $1";
        self.execute(DOING, silent, values![millis(MAX_SILENCE)])?;
        self.execute(DOING, "DELETE FROM accounts WHERE expires_at <= {now}", Vec::new())
    }
}
