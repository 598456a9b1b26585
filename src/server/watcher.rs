//! A session that watches somebody's run.

use std::sync::Arc;

use super::FrontEnd;
use super::store::RunKey;

/// It is counted until this is dropped.
pub(crate) struct Watcher {
    front_end: Arc<FrontEnd>,
    run: RunKey,
}

impl Watcher {
    pub(crate) fn new(front_end: Arc<FrontEnd>, run: RunKey) -> Watcher {
        front_end.watchers.enter(run);
        front_end.registry.show_anew(run);
        Watcher { front_end, run }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.front_end.watchers.leave(self.run);
        self.front_end.registry.show_anew(self.run);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::front_end::tests::front_end;

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
