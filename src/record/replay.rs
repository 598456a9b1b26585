//! Moving about in a recording: to any of its states, by way of the nearest keyframe.

use std::sync::Arc;

use thiserror::Error;

use super::replay_point::ReplayPoint;
use super::{BeginError, Lost, Origin, OtherRuleset, Recording, Session, Sink, SubmitError};
use crate::content::Catalog;
use crate::levelgen::GenError;
use crate::sim::{Game, Outcome, SnapshotError, Turns};
use crate::view::describe_refusal;

/// A recording and one of its states: the one after some number of its commands.
pub struct Replay {
    recording: Recording,
    catalog: Arc<Catalog>,
    game: Game,
    at: u32,
}

/// Why a replay cannot go to a state.
#[derive(Debug, Error)]
pub enum ReplayError {
    #[error(transparent)]
    Lost(#[from] Lost),
    #[error(transparent)]
    Level(#[from] GenError),
    #[error("a keyframe cannot be: {0}")]
    Snapshot(#[from] SnapshotError),
    #[error("its command {number} cannot be carried out: {why}")]
    Rejected {
        number: u32,
        /// The reason of the rules, in words.
        why: String,
    },
    #[error(transparent)]
    Ruleset(#[from] OtherRuleset),
    #[error("there is no such place: the run has {commands} commands and ends at turn {turn}")]
    Beyond { commands: u32, turn: Turns },
}

impl Replay {
    /// At the beginning of a recording.
    pub fn new(mut recording: Recording, catalog: &Arc<Catalog>) -> Result<Replay, ReplayError> {
        recording.header().check_ruleset(catalog)?;
        let ReplayPoint { game, commands, .. } = nearest(&mut recording, 0, catalog)?;
        Ok(Replay { recording, catalog: catalog.clone(), game, at: commands })
    }

    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// The state it stands at.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How many commands lead to that state.
    pub fn at(&self) -> u32 {
        self.at
    }

    /// The clock of that state.
    pub fn turn(&self) -> Turns {
        self.game.world().clock()
    }

    /// Carries out the next command; `None` at the end of the recording.
    pub fn forward(&mut self) -> Result<Option<Outcome>, ReplayError> {
        let Some(&command) = self.recording.commands().get(self.at as usize) else {
            return Ok(None);
        };
        let number = self.at + 1;
        let outcome = self.game.step(command).map_err(|reject| ReplayError::Rejected {
            number,
            why: describe_refusal(reject, &self.catalog),
        })?;
        self.at = number;
        Ok(Some(outcome))
    }

    /// Goes to the state before the last command; false at the beginning.
    pub fn back(&mut self) -> Result<bool, ReplayError> {
        match self.at.checked_sub(1) {
            Some(before) => self.seek(before).map(|()| true),
            None => Ok(false),
        }
    }

    /// Goes to the state after so many commands.
    pub fn seek(&mut self, commands: u32) -> Result<(), ReplayError> {
        if commands > self.recording.len() {
            let at = self.at;
            self.seek(self.recording.len())?;
            let turn = self.turn();
            self.seek(at)?;
            return Err(ReplayError::Beyond { commands: self.recording.len(), turn });
        }
        let walks_on = commands >= self.at && commands - self.at <= super::COMMANDS_PER_KEYFRAME;
        if !walks_on {
            let nearest = nearest(&mut self.recording, commands, &self.catalog)?;
            (self.game, self.at) = (nearest.game, nearest.commands);
        }
        while self.at < commands {
            self.forward()?;
        }
        Ok(())
    }

    /// Goes to the first state whose clock is at that turn or later.
    pub fn seek_turn(&mut self, turn: Turns) -> Result<(), ReplayError> {
        let before = Turns(turn.0.saturating_sub(1));
        self.seek(self.recording.commands_before(before))?;
        while self.turn() < turn {
            if self.forward()?.is_none() {
                return Err(ReplayError::Beyond { commands: self.at, turn: self.turn() });
            }
        }
        Ok(())
    }

    /// The recording, to be used again.
    pub fn into_recording(self) -> Recording {
        self.recording
    }
}

/// The nearest state at or before the one after so many commands that is known without playing.
fn nearest(
    recording: &mut Recording,
    commands: u32,
    catalog: &Arc<Catalog>,
) -> Result<ReplayPoint, ReplayError> {
    let keyframe = recording.keyframe_before(commands)?;
    ReplayPoint::of(&recording.header().setup, keyframe, catalog)
}

/// A new run that takes over the first so many commands of a recording, and can be played on.
pub fn branch<S: Sink>(
    recording: &mut Recording,
    commands: u32,
    catalog: &Arc<Catalog>,
    sink: S,
) -> Result<Session<S>, BeginError<S::Error>> {
    let mut session = match recording.header().origin {
        Origin::Cut => {
            let keyframe = recording
                .keyframe_before(0)?
                .ok_or_else(|| Lost("a record that begins with a state has none".to_owned()))?;
            Session::begin_from(recording.header(), keyframe.snapshot, catalog, sink)?
        }
        Origin::Played | Origin::Branched => {
            let header = recording.header().with_origin(Origin::Branched);
            Session::begin(header, catalog, sink)?
        }
    };
    for &command in recording.commands().iter().take(commands as usize) {
        let number = session.commands() + 1;
        session.submit(command).map_err(|error| match error {
            SubmitError::Rejected(reject) => {
                BeginError::Rejected { number, why: describe_refusal(reject, catalog) }
            }
            SubmitError::Unrecorded(error) => BeginError::Unrecorded(error),
        })?;
    }
    Ok(session)
}
