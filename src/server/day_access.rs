//! Who may see what was played at the shift of a day that is not over yet: whoever has a try before them that counts is not to
//! rehearse it on the runs of others.

use std::time::SystemTime;

use super::FrontEnd;
use super::store::{AccountId, StoreError};
use base::{Day, Seed};
use runs::home::since_epoch;

/// The day that it is now.
pub(crate) fn today() -> Day {
    Day::of_seconds(since_epoch(SystemTime::now()).as_secs())
}

impl FrontEnd {
    /// Whether what others played of a seed is kept from an account: while it is that of today's shift, until the account's own
    /// try is over.
    pub(crate) fn hides_seed(
        &self,
        seed: Seed,
        account: Option<AccountId>,
    ) -> Result<bool, StoreError> {
        if !self.is_secret_seed(seed) {
            return Ok(false);
        }
        let Some(account) = account else { return Ok(true) };
        let own = self.store.ranked_try(account, &today().to_string())?;
        Ok(own.is_none_or(|run| run.ended.is_none()))
    }

    /// Whether a seed is that of today's shift, which is told tomorrow.
    pub(crate) fn is_secret_seed(&self, seed: Seed) -> bool {
        self.daily.seed(today()) == seed
    }
}
