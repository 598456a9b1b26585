//! How much one account may keep, and how fast one address makes accounts and hands in runs.

use super::{Rate, Refusal};

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

impl AccountLimits {
    /// Whether an account that has so many runs, of so many bytes in all, may begin another.
    ///
    /// # Errors
    /// When it has as many as it may, or they take as much room.
    pub fn admit_run(&self, runs: u64, bytes: u64) -> Result<(), Refusal> {
        if runs >= self.max_runs {
            return Err(Refusal::RunQuota);
        }
        self.admit_bytes(bytes, 1)
    }

    /// Whether an account whose runs have so many bytes may keep `more`.
    ///
    /// # Errors
    /// When they would be more than it may have.
    pub fn admit_bytes(&self, bytes: u64, more: u64) -> Result<(), Refusal> {
        if bytes.saturating_add(more) > self.max_bytes {
            return Err(Refusal::StorageQuota);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotas_are_used_to_the_end_and_not_beyond() {
        let limits = AccountLimits { max_runs: 3, max_bytes: 1_000, ..AccountLimits::default() };
        assert_eq!(limits.admit_run(2, 999), Ok(()));
        assert_eq!(limits.admit_run(3, 0), Err(Refusal::RunQuota));
        assert_eq!(limits.admit_run(2, 1_000), Err(Refusal::StorageQuota));
        assert_eq!(limits.admit_bytes(600, 400), Ok(()));
        assert_eq!(limits.admit_bytes(600, 401), Err(Refusal::StorageQuota));
        assert_eq!(limits.admit_bytes(600, u64::MAX), Err(Refusal::StorageQuota));
    }
}
