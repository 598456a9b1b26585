//! Replays: every state of a recording, reached from the nearest keyframe before it, or from a
//! nearer state that the replay came by before.

use std::sync::Arc;

use thiserror::Error;

use super::recording::ReplayPoint;
use super::{
    BeginError, Lost, OtherRuleset, Recording, RejectedCommand, Session, Sink, SubmitError,
};
use content::Catalog;
use engine::sim::{Game, Outcome, Snapshot, SnapshotError, Turns};
use levels::GenError;

/// A recording, and the state after a number of its commands.
pub struct Replay {
    recording: Recording,
    catalog: Arc<Catalog>,
    /// The state after the first `at` commands.
    game: Game,
    at: u32,
    cache: StateCache,
}

#[derive(Debug, Error)]
pub enum ReplayError {
    #[error(transparent)]
    Lost(#[from] Lost),
    #[error(transparent)]
    Level(#[from] GenError),
    #[error("a keyframe cannot be: {0}")]
    Snapshot(#[from] SnapshotError),
    #[error(transparent)]
    Rejected(#[from] RejectedCommand),
    #[error(transparent)]
    Ruleset(#[from] OtherRuleset),
    #[error("there is no such place: the run has {commands} commands and ends at turn {turn}")]
    Beyond { commands: u32, turn: Turns },
}

impl Replay {
    /// A replay at the beginning of a recording.
    pub fn new(mut recording: Recording, catalog: &Arc<Catalog>) -> Result<Replay, ReplayError> {
        recording.header().check_ruleset(catalog)?;
        let ReplayPoint { game, commands, .. } = nearest(&mut recording, 0, catalog)?;
        let (catalog, cache) = (catalog.clone(), StateCache::default());
        let mut replay = Replay { recording, catalog, game, at: commands, cache };
        replay.cache_state();
        Ok(replay)
    }

    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Number of commands that led to the current state.
    pub fn at(&self) -> u32 {
        self.at
    }

    pub fn turn(&self) -> Turns {
        self.game.turns()
    }

    /// Carries out the next command; `None` at the end of the recording.
    pub fn forward(&mut self) -> Result<Option<Outcome>, ReplayError> {
        let Some(&command) = self.recording.commands().get(self.at as usize) else {
            return Ok(None);
        };
        let number = self.at + 1;
        let outcome = self
            .game
            .step(command)
            .map_err(|reject| RejectedCommand::new(number, reject, &self.catalog))?;
        self.at = number;
        self.cache_state();
        Ok(Some(outcome))
    }

    /// Goes back by one command; false at the beginning.
    pub fn back(&mut self) -> Result<bool, ReplayError> {
        match self.at.checked_sub(1) {
            Some(before) => self.seek(before).map(|()| true),
            None => Ok(false),
        }
    }

    /// Goes to the state after the first `commands` commands.
    pub fn seek(&mut self, commands: u32) -> Result<(), ReplayError> {
        if commands > self.recording.len() {
            let at = self.at;
            self.seek(self.recording.len())?;
            let turn = self.turn();
            self.seek(at)?;
            return Err(ReplayError::Beyond { commands: self.recording.len(), turn });
        }
        let cached = self.cache.before(commands);
        let keyframe = self.recording.keyframe_place_before(commands);
        let from_cache = cached.map(|state| state.commands).filter(|&at| at >= keyframe);
        // The present state does best where it is not far behind: that saves restoring another.
        let nearest_start = from_cache.unwrap_or(keyframe);
        let is_near_ahead = commands >= self.at
            && (self.at >= nearest_start || commands - self.at <= super::COMMANDS_PER_KEYFRAME);
        if !is_near_ahead {
            if let Some(state) = cached.filter(|_| from_cache.is_some()) {
                let setup = self.recording.header().setup.clone();
                self.game = Game::restore(setup, (*state.snapshot).clone(), &self.catalog)?;
                self.at = state.commands;
            } else {
                let nearest = nearest(&mut self.recording, commands, &self.catalog)?;
                (self.game, self.at) = (nearest.game, nearest.commands);
            }
        }
        while self.at < commands {
            self.forward()?;
        }
        Ok(())
    }

    /// Goes to the first state whose clock shows `turn` or later.
    pub fn seek_turn(&mut self, turn: Turns) -> Result<(), ReplayError> {
        let before = Turns(turn.0.saturating_sub(1));
        let start = self.recording.commands_before(before).max(self.cache.commands_before(before));
        self.seek(start)?;
        while self.turn() < turn {
            if self.forward()?.is_none() {
                return Err(ReplayError::Beyond { commands: self.at, turn: self.turn() });
            }
        }
        Ok(())
    }

    /// Keeps the present state for later jumps, if it is one of those that are kept.
    fn cache_state(&mut self) {
        if self.cache.wants(self.at) {
            self.cache.keep(self.at, self.turn(), self.game.snapshot());
        }
    }

    pub fn into_recording(self) -> Recording {
        self.recording
    }
}

/// The last state that needs no playing among those after at most `commands` commands.
fn nearest(
    recording: &mut Recording,
    commands: u32,
    catalog: &Arc<Catalog>,
) -> Result<ReplayPoint, ReplayError> {
    let keyframe = recording.keyframe_before(commands)?;
    ReplayPoint::of(recording.header(), keyframe, catalog)
}

/// Begins a new run with the first `commands` commands of a recording.
pub fn branch<S: Sink>(
    recording: &mut Recording,
    commands: u32,
    catalog: &Arc<Catalog>,
    sink: S,
) -> Result<Session<S>, BeginError<S::Error>> {
    let header = recording.header().branched();
    let mut session = if header.origin.begins_with_state() {
        let keyframe = recording
            .keyframe_before(0)?
            .ok_or_else(|| Lost("a record that begins with a state has none".to_owned()))?;
        Session::begin_from(&header, keyframe.snapshot, catalog, sink)?
    } else {
        Session::begin(header, catalog, sink)?
    };
    for &command in recording.commands().iter().take(commands as usize) {
        let number = session.commands() + 1;
        session.submit(command).map_err(|error| match error {
            SubmitError::Rejected(reject) => {
                BeginError::Rejected(RejectedCommand::new(number, reject, catalog))
            }
            SubmitError::Unrecorded(error) => BeginError::Unrecorded(error),
        })?;
    }
    Ok(session)
}

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
