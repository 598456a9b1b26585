//! How many watch which run: counted at this front end, and told by the others with their signs of
//! life.

use std::collections::BTreeMap;

use parking_lot::Mutex;

use crate::store::RunKey;

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
