//! The reachable features of a vault, as a fixpoint.

use crate::kinds::vault::state::{EXIT_ID, START_ID, SuperTiles};

/// The features that can be reached from the start.
pub(crate) struct Reach {
    reachable: Vec<bool>,
    count: usize,
}

impl Reach {
    /// Marks the start and sweeps until nothing changes.
    pub(crate) fn from_start(tiles: &SuperTiles) -> Reach {
        let mut reach = Reach { reachable: Vec::new(), count: 0 };
        reach.mark(START_ID);
        reach.sweep(tiles, vec![START_ID]);
        reach
    }

    pub(crate) fn is_reachable(&self, id: usize) -> bool {
        self.reachable.get(id).copied().unwrap_or(false)
    }

    /// The number of reachable features.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Sweeps until nothing changes: a feature is reachable if a connected one is reachable *and that one is not the exit*.
    /// Returns the features that became reachable.
    ///
    /// Only features that changed can change their neighbours, so a sweep visits no others.
    pub(crate) fn sweep(&mut self, tiles: &SuperTiles, mut changed: Vec<usize>) -> Vec<usize> {
        let given = changed.len();
        let mut swept = 0;
        while let Some(&from) = changed.get(swept) {
            swept += 1;
            if from != EXIT_ID {
                changed.extend(tiles.connected(from).filter(|&feature| self.mark(feature)));
            }
        }
        changed.drain(..given);
        changed
    }

    /// Marks a feature as reachable; true if it was not marked before.
    fn mark(&mut self, id: usize) -> bool {
        if id >= self.reachable.len() {
            self.reachable.resize(id + 1, false);
        }
        let is_new = !self.reachable[id];
        self.reachable[id] = true;
        self.count += usize::from(is_new);
        is_new
    }
}
