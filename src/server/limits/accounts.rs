//! How much one account may keep, and how fast one address makes accounts and hands in runs.

use super::Rate;

/// The limits of accounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccountLimits {
    pub max_runs: u64,
    /// Of all run files of an account, together.
    pub max_bytes: u64,
    /// New accounts of one address, guests among them: without it new accounts would be a way around every other quota.
    pub new: Rate,
    /// Runs that are handed in from one address; each is played again to the end.
    pub submissions: Rate,
}

impl Default for AccountLimits {
    fn default() -> Self {
        Self {
            max_runs: 1_000,
            max_bytes: 64 * 1_024 * 1_024,
            new: Rate::per_hour(12, 12),
            submissions: Rate::per_hour(60, 20),
        }
    }
}
