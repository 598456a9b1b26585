//! Play at a server: the host of a player, runs kept in the store, watching others, and the days.
//!
//! The seeds of the daily shifts of this server follow from a secret and the date, so that nobody
//! can rehearse them, with hashes that are shown before, so that everybody can check them
//! afterwards. A day's runs are hidden from all whose own try at that day still counts.

pub(crate) mod host;
pub(crate) mod stored_run;
pub(crate) mod watching;

use std::time::SystemTime;

use sha2::{Digest as _, Sha256};

use crate::FrontEnd;
use crate::store::{AccountId, StoreError};
use base::{Day, Seed, hex};
use runs::home::since_epoch;

/// What a seed is hashed with besides secret and date.
const PURPOSE: &[u8] = b"upkeeper daily seed";

/// The seeds of all days.
pub(crate) struct DailySeeds {
    secret: [u8; 32],
}

impl DailySeeds {
    /// All front ends of a store have one secret.
    pub(crate) fn new(secret: [u8; 32]) -> DailySeeds {
        DailySeeds { secret }
    }

    /// The seed of a day: the first eight bytes of the SHA-256 of purpose, secret and date.
    pub(crate) fn seed(&self, day: Day) -> Seed {
        let hash = Sha256::new().chain_update(PURPOSE).chain_update(self.secret);
        let hash = hash.chain_update(day.to_string()).finalize();
        let mut seed = [0; 8];
        seed.copy_from_slice(&hash[..8]);
        Seed(u64::from_le_bytes(seed))
    }

    /// What is shown before a day: the SHA-256 of the text "DATE SEED", in hexadecimal digits.
    /// Whoever is told the seed can check it with `printf '2026-11-22 123' | sha256sum`.
    pub(crate) fn commitment(&self, day: Day) -> String {
        let hash = Sha256::digest(format!("{day} {}", self.seed(day)));
        hex(&hash)
    }

    /// What a player is told of a day when it is `today`.
    pub(crate) fn note(&self, day: Day, today: Day) -> String {
        let hash = self.commitment(day);
        if day < today {
            return format!(
                "The seed was {}. The day before, {hash} was shown: the SHA-256 of “{day} {}”.",
                self.seed(day),
                self.seed(day)
            );
        }
        let tomorrow = today.after(1);
        format!(
            "The seed is this server's own, and is told tomorrow; its hash is {hash}. That of {tomorrow} will be {}.",
            self.commitment(tomorrow)
        )
    }
}

/// The day that it is now.
pub(crate) fn today() -> Day {
    Day::of_seconds(since_epoch(SystemTime::now()).as_secs())
}

impl FrontEnd {
    /// Whether what others played of a seed is kept from an account: while it is that of today's
    /// shift, until the account's own try is over.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn day(date: &str) -> Day {
        date.parse().expect("a date")
    }

    #[test]
    fn seeds_follow_from_secret_and_date_and_are_committed_to() {
        let (seeds, others) = (DailySeeds::new([7; 32]), DailySeeds::new([8; 32]));
        let (today, tomorrow) = (day("2026-11-22"), day("2026-11-23"));
        assert_eq!(seeds.seed(today), DailySeeds::new([7; 32]).seed(today));
        assert_ne!(seeds.seed(today), seeds.seed(tomorrow));
        assert_ne!(seeds.seed(today), others.seed(today));
        // What is said of tomorrow today is what is said of it the day after.
        let said = seeds.commitment(tomorrow);
        assert!(seeds.note(today, today).contains(&said));
        let after = seeds.note(tomorrow, tomorrow.after(1));
        assert!(after.contains(&said) && after.contains(&seeds.seed(tomorrow).to_string()));
        for told in [seeds.note(today, today), seeds.note(tomorrow, tomorrow)] {
            assert!(!told.contains(&seeds.seed(tomorrow).to_string()), "{told}");
        }
    }
}
