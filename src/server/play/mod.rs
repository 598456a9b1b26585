//! Play at a server: the host of a player, runs kept in the store, watching others, and the days.
//!
//! The seeds of the daily shifts of this server follow from a secret and the date, so that nobody
//! can rehearse them, with hashes that are shown before, so that everybody can check them
//! afterwards.

pub(crate) mod host;
pub(crate) mod stored_run;
pub(crate) mod watching;

use std::collections::BTreeMap;

use parking_lot::Mutex;
use sha2::{Digest as _, Sha256};

use crate::store::{RunKey, StoreError};
use base::{Day, Seed, hex};
use screens::HostError;

/// What a seed is hashed with besides secret and date.
const PURPOSE: &[u8] = b"upkeeper daily seed";

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
            "The seed is this server's own, and is told tomorrow; its hash is {hash}. That of \
             {tomorrow} will be {}.",
            self.commitment(tomorrow)
        )
    }
}

/// How many watch which run, as far as this front end knows.
#[derive(Debug, Default)]
pub(crate) struct Watchers {
    counts: Mutex<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    /// Of the sessions at this front end.
    here: BTreeMap<RunKey, u32>,
    /// Of those at others, as they told last.
    elsewhere: BTreeMap<RunKey, u32>,
}

impl Watchers {
    pub(crate) fn count(&self, run: RunKey) -> u32 {
        let counts = self.counts.lock();
        let of = |counts: &BTreeMap<RunKey, u32>| counts.get(&run).copied().unwrap_or_default();
        of(&counts.here).saturating_add(of(&counts.elsewhere))
    }

    pub(crate) fn enter(&self, run: RunKey) {
        *self.counts.lock().here.entry(run).or_default() += 1;
    }

    pub(crate) fn leave(&self, run: RunKey) {
        let mut counts = self.counts.lock();
        if let Some(count) = counts.here.get_mut(&run) {
            *count -= 1;
        }
        counts.here.retain(|_, count| *count > 0);
    }

    /// The others have told their counts. Returns the runs whose count is another now.
    pub(crate) fn set_elsewhere(&self, elsewhere: BTreeMap<RunKey, u32>) -> Vec<RunKey> {
        let mut counts = self.counts.lock();
        let before = std::mem::replace(&mut counts.elsewhere, elsewhere);
        let runs = before.keys().chain(counts.elsewhere.keys());
        runs.filter(|run| before.get(run) != counts.elsewhere.get(run)).copied().collect()
    }

    /// What the other front ends are to know.
    pub(crate) fn here(&self) -> Vec<(RunKey, u32)> {
        self.counts.lock().here.iter().map(|(&run, &count)| (run, count)).collect()
    }
}

/// What players know the runs of the store by.
const RUNS: &str = "the runs";

/// A failure of the store, as screens are told of it.
pub(crate) fn failed(error: StoreError) -> HostError {
    failed_at(RUNS, error)
}

pub(crate) fn failed_at(store: &'static str, error: StoreError) -> HostError {
    let is_transient = error.is_transient();
    HostError::Store { store, error: error.into(), is_transient }
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
