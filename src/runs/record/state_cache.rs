//! States of a replay in memory, so that it can jump without a file and without playing far.

use engine::sim::{Snapshot, Turns};

/// The number of commands between two states, until that would be too many states.
const FIRST_SPACING: u32 = 256;

/// The largest number of states. One takes some tens of kilobytes.
const MAX_STATES: usize = 256;

/// States that a replay came by, evenly spaced, thinned out as they become many.
pub(super) struct StateCache {
    /// Each after a number of commands; the numbers rise.
    states: Vec<CachedState>,
    spacing: u32,
}

pub(super) struct CachedState {
    pub commands: u32,
    pub turn: Turns,
    pub snapshot: Box<Snapshot>,
}

impl StateCache {
    pub(super) fn new() -> StateCache {
        StateCache { states: Vec::new(), spacing: FIRST_SPACING }
    }

    /// Whether the state after so many commands is to be kept, and is not yet.
    pub(super) fn wants(&self, commands: u32) -> bool {
        commands.is_multiple_of(self.spacing)
            && self.states.last().is_none_or(|last| last.commands < commands)
    }

    /// Keeps a state that it wants.
    pub(super) fn keep(&mut self, commands: u32, turn: Turns, snapshot: Snapshot) {
        self.states.push(CachedState { commands, turn, snapshot: Box::new(snapshot) });
        while self.states.len() > MAX_STATES {
            self.spacing *= 2;
            let spacing = self.spacing;
            self.states.retain(|state| state.commands.is_multiple_of(spacing));
        }
    }

    /// The last state after at most so many commands.
    pub(super) fn before(&self, commands: u32) -> Option<&CachedState> {
        let place = self.states.partition_point(|state| state.commands <= commands);
        self.states.get(place.checked_sub(1)?)
    }

    /// The number of commands that lead to the last state whose clock is at or before a turn.
    pub(super) fn commands_before(&self, turn: Turns) -> u32 {
        let place = self.states.partition_point(|state| state.turn <= turn);
        place.checked_sub(1).map_or(0, |place| self.states[place].commands)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{MAX_STATES, StateCache};
    use base::Seed;
    use content::{Catalog, Depth};
    use engine::sim::{Game, Setup, Turns};

    #[test]
    fn many_states_are_thinned_out_evenly() {
        let catalog = Arc::new(Catalog::embedded().expect("content"));
        let game = Game::new(Setup::shift("vault", Depth(1), Seed(7)), &catalog).expect("a level");
        let mut cache = StateCache::new();
        for commands in (0..=200_000).filter(|commands| commands % 64 == 0) {
            if cache.wants(commands) {
                cache.keep(commands, Turns(commands), game.snapshot());
            }
        }
        assert!(cache.states.len() <= MAX_STATES, "{}", cache.states.len());
        assert_eq!(cache.spacing, 1_024);
        for commands in [0, 1_023, 1_024, 99_999, 200_000] {
            let before = cache.before(commands).expect("the first state is kept");
            assert_eq!(before.commands, commands / 1_024 * 1_024);
            assert_eq!(cache.commands_before(Turns(commands)), before.commands);
        }
        assert!(!cache.wants(2_048), "it has that one");
    }
}
