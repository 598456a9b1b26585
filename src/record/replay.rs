//! Watching a record: to any place of it, at once.

use std::sync::Arc;

use thiserror::Error;

use super::{
    BeginError, Keyframe, Lost, Origin, OtherRuleset, Recording, Session, Sink, SubmitError,
};
use crate::content::Catalog;
use crate::levelgen::GenError;
use crate::sim::{Game, Outcome, Reject, SnapshotError, Turns};

/// A tape being played: the state after any number of its commands, in either direction at once.
pub struct Replay {
    tape: Recording,
    catalog: Arc<Catalog>,
    game: Game,
    at: u32,
}

/// Why a replay cannot go there.
#[derive(Debug, Error)]
pub enum ReplayError {
    #[error(transparent)]
    Lost(#[from] Lost),
    #[error(transparent)]
    Level(#[from] GenError),
    #[error("a keyframe cannot be: {0}")]
    Snapshot(#[from] SnapshotError),
    #[error("its command {number} cannot be carried out: {reject}")]
    Rejected { number: u32, reject: Reject },
    #[error(transparent)]
    Ruleset(#[from] OtherRuleset),
    #[error("there is no such place: the run has {commands} commands and ends at turn {turn}")]
    Beyond { commands: u32, turn: Turns },
}

impl Replay {
    /// At the beginning of a tape.
    pub fn new(mut tape: Recording, catalog: &Arc<Catalog>) -> Result<Replay, ReplayError> {
        tape.opening().check_ruleset(catalog)?;
        let (game, at) = nearest(&mut tape, 0, catalog)?;
        Ok(Replay { tape, catalog: catalog.clone(), game, at })
    }

    pub fn tape(&self) -> &Recording {
        &self.tape
    }

    /// The state it stands at.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How many commands led to that state.
    pub fn at(&self) -> u32 {
        self.at
    }

    /// The turn of the night it stands at.
    pub fn turn(&self) -> Turns {
        self.game.world().clock()
    }

    /// The next command carried out; `None` at the end of the tape.
    pub fn forward(&mut self) -> Result<Option<Outcome>, ReplayError> {
        let Some(&command) = self.tape.commands().get(self.at as usize) else { return Ok(None) };
        let number = self.at + 1;
        let outcome =
            self.game.step(command).map_err(|reject| ReplayError::Rejected { number, reject })?;
        self.at = number;
        Ok(Some(outcome))
    }

    /// The state before the last command; false at the beginning.
    pub fn back(&mut self) -> Result<bool, ReplayError> {
        match self.at.checked_sub(1) {
            Some(before) => self.seek(before).map(|()| true),
            None => Ok(false),
        }
    }

    /// To the state after so many commands, by way of the nearest keyframe.
    pub fn seek(&mut self, commands: u32) -> Result<(), ReplayError> {
        if commands > self.tape.len() {
            let at = self.at;
            self.seek(self.tape.len())?;
            let turn = self.turn();
            self.seek(at)?;
            return Err(ReplayError::Beyond { commands: self.tape.len(), turn });
        }
        let walks_on = commands >= self.at && commands - self.at <= super::KEYFRAME_EVERY;
        if !walks_on {
            (self.game, self.at) = nearest(&mut self.tape, commands, &self.catalog)?;
        }
        while self.at < commands {
            self.forward()?;
        }
        Ok(())
    }

    /// To the first state at which it is that turn of the night, or a later one.
    pub fn seek_turn(&mut self, turn: Turns) -> Result<(), ReplayError> {
        let before = Turns(turn.0.saturating_sub(1));
        self.seek(self.tape.commands_before(before))?;
        while self.turn() < turn {
            if self.forward()?.is_none() {
                return Err(ReplayError::Beyond { commands: self.at, turn: self.turn() });
            }
        }
        Ok(())
    }

    /// Gives the tape back.
    pub fn into_tape(self) -> Recording {
        self.tape
    }
}

/// The nearest state that can be had without playing, and how many commands lead to it.
fn nearest(
    tape: &mut Recording,
    commands: u32,
    catalog: &Arc<Catalog>,
) -> Result<(Game, u32), ReplayError> {
    let setup = tape.opening().setup.clone();
    Ok(match tape.keyframe_before(commands)? {
        Some(Keyframe { commands, snapshot, .. }) => {
            (Game::restore(setup, snapshot, catalog)?, commands)
        }
        None => (Game::new(setup, catalog)?, 0),
    })
}

/// A new run that goes as the tape goes for so many commands, and is open after that.
pub fn branch<S: Sink>(
    tape: &mut Recording,
    commands: u32,
    catalog: &Arc<Catalog>,
    sink: S,
) -> Result<Session<S>, BeginError<S::Error>> {
    let mut session = match tape.opening().origin {
        Origin::Cut => {
            let keyframe = tape
                .keyframe_before(0)?
                .ok_or_else(|| Lost("a record that begins with a state has none".to_owned()))?;
            Session::begin_from(tape.opening(), keyframe.snapshot, catalog, sink)?
        }
        Origin::Played | Origin::Branched => {
            let opening = tape.opening().with_origin(Origin::Branched);
            Session::begin(opening, catalog, sink)?
        }
    };
    for &command in tape.commands().iter().take(commands as usize) {
        let number = session.commands() + 1;
        session.submit(command).map_err(|error| match error {
            SubmitError::Rejected(reject) => BeginError::Rejected { number, reject },
            SubmitError::Unrecorded(error) => BeginError::Unrecorded(error),
        })?;
    }
    Ok(session)
}
