//! States of a replay in memory, so that it can jump without a file and without playing far.

use engine::sim::{Snapshot, Turns};

/// The number of commands between two states, until that would be too many states.
const FIRST_SPACING: u32 = 256;

/// The largest number of states. One takes some tens of kilobytes.
pub const MAX_STATES: usize = 256;

/// States that a replay came by, evenly spaced, thinned out as they become many.
pub struct StateCache {
    /// Each after a number of commands; the numbers rise.
    states: Vec<CachedState>,
    spacing: u32,
}

pub struct CachedState {
    pub commands: u32,
    pub turn: Turns,
    pub snapshot: Box<Snapshot>,
}

impl Default for StateCache {
    fn default() -> StateCache {
        StateCache { states: Vec::new(), spacing: FIRST_SPACING }
    }
}

impl StateCache {
    /// Whether the state after so many commands is to be kept, and is not yet.
    pub fn wants(&self, commands: u32) -> bool {
        commands.is_multiple_of(self.spacing)
            && self.states.last().is_none_or(|last| last.commands < commands)
    }

    /// Keeps a state that it wants.
    pub fn keep(&mut self, commands: u32, turn: Turns, snapshot: Snapshot) {
        self.states.push(CachedState { commands, turn, snapshot: Box::new(snapshot) });
        while self.states.len() > MAX_STATES {
            self.spacing *= 2;
            let spacing = self.spacing;
            self.states.retain(|state| state.commands.is_multiple_of(spacing));
        }
    }

    /// The last state after at most so many commands.
    pub fn before(&self, commands: u32) -> Option<&CachedState> {
        let place = self.states.partition_point(|state| state.commands <= commands);
        self.states.get(place.checked_sub(1)?)
    }

    /// The number of commands that lead to the last state whose clock is at or before a turn.
    pub fn commands_before(&self, turn: Turns) -> u32 {
        let place = self.states.partition_point(|state| state.turn <= turn);
        place.checked_sub(1).map_or(0, |place| self.states[place].commands)
    }
}
