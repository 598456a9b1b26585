//! How many watch which run: counted at this front end, and told by the others with their signs of life.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::FrontEnd;
use super::store::{RunKey, StoreError};

/// The counts that this front end knows.
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

/// A session that watches a run, until this is dropped.
pub(crate) struct Watcher {
    front_end: Arc<FrontEnd>,
    run: RunKey,
}

impl Watcher {
    pub(crate) fn new(front_end: Arc<FrontEnd>, run: RunKey) -> Watcher {
        *front_end.watchers.lock().here.entry(run).or_default() += 1;
        front_end.registry.show_anew(run);
        Watcher { front_end, run }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let mut counts = self.front_end.watchers.lock();
        if let Some(count) = counts.here.get_mut(&self.run) {
            *count -= 1;
        }
        counts.here.retain(|_, count| *count > 0);
        drop(counts);
        self.front_end.registry.show_anew(self.run);
    }
}

impl Watchers {
    /// How many watch a run.
    pub(crate) fn count(&self, run: RunKey) -> u32 {
        let counts = self.lock();
        let of = |counts: &BTreeMap<RunKey, u32>| counts.get(&run).copied().unwrap_or_default();
        of(&counts.here).saturating_add(of(&counts.elsewhere))
    }

    /// What the other front ends are to know.
    pub(crate) fn here(&self) -> Vec<(RunKey, u32)> {
        self.lock().here.iter().map(|(&run, &count)| (run, count)).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FrontEnd {
    /// Asks the store who watches at the other front ends, and shows it to those who are watched here.
    pub(crate) fn refresh_watchers(&self) -> Result<(), StoreError> {
        let elsewhere = self.store.watched_elsewhere(&self.id)?;
        let before = std::mem::replace(&mut self.watchers.lock().elsewhere, elsewhere.clone());
        let runs = before.keys().chain(elsewhere.keys());
        for &run in runs.filter(|run| before.get(run) != elsewhere.get(run)) {
            self.registry.show_anew(run);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::front_end::tests::front_end;

    #[test]
    fn watchers_are_counted_at_all_front_ends() {
        let (_folder, front_end) = front_end();
        let front_end = Arc::new(front_end);
        let [run, other] =
            ["0000000000001", "0000000000002"].map(|run| run.parse().expect("a run"));
        let first = Watcher::new(front_end.clone(), run);
        let second = Watcher::new(front_end.clone(), run);
        let store = &front_end.store;
        store.heartbeat(&front_end.id, &front_end.watchers.here()).expect("told");
        store.heartbeat("another", &[(run, 3), (other, 1)]).expect("told");
        store.heartbeat("a third", &[(run, 1)]).expect("told");
        front_end.refresh_watchers().expect("heard");
        assert_eq!((front_end.watchers.count(run), front_end.watchers.count(other)), (6, 1));
        store.leave("another").expect("gone");
        front_end.refresh_watchers().expect("heard");
        drop(first);
        assert_eq!((front_end.watchers.count(run), front_end.watchers.count(other)), (2, 0));
        drop(second);
        assert_eq!(front_end.watchers.here(), []);
    }
}
