//! Another run to race against: what is asked of a host, its answer, and the ghost that walks
//! there.

use std::{
    path::PathBuf,
    sync::{Arc, mpsc::Receiver},
};

use thiserror::Error;

use base::Pos;
use content::Catalog;
use engine::sim::{RunStatus, Setup, Turns};
use runs::record::{
    Frame, Incomparable, Recording, Replay, RunHeader, TimedRun, TimingError, VerifyLimits,
    check_same_shift,
};
use runs::save::{SaveError, verify_error};

use super::host_error::HostError;

/// The files that the command line names for a race, in place of the settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RaceFiles {
    pub compare: Option<PathBuf>,
    pub ghost: Option<PathBuf>,
}

/// A run to race against that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RivalRequest {
    /// Of the run that races: only a run of the same shift is an answer.
    pub setup: Setup,
    pub source: RivalSource,
    /// The id of the category by which the best run is the best.
    pub category: String,
    /// The turn at which the ghost is to stand; `None` if there is to be none.
    pub ghost_turn: Option<Turns>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RivalSource {
    /// The player's best ranked run.
    Best,
    /// The run of a file that the player has named.
    File(PathBuf),
}

/// Where the answer to a [`RivalRequest`] will come.
pub type RivalSearch = Receiver<Result<Box<Rival>, RivalError>>;

/// A run to race against, which was verified.
pub struct Rival {
    pub run: TimedRun,
    /// `None` if it was not asked for.
    pub ghost: Option<Ghost>,
}

impl Rival {
    /// Plays a recorded run again, unless its header already says that it is of another shift, and
    /// its ghost to where it is asked for. Errors call the run by `name`.
    pub fn verify(
        name: &str,
        header: &RunHeader,
        frames: impl Iterator<Item = Result<Frame, SaveError>>,
        request: &RivalRequest,
        catalog: &Arc<Catalog>,
        modded: bool,
    ) -> Result<Rival, RivalError> {
        check_same_shift(&header.setup, &request.setup)
            .map_err(|why| RivalError::OtherShift { run: name.to_owned(), why })?;
        let verified = TimedRun::verify(header, catalog, modded, VerifyLimits::default(), frames);
        let run = verified.map_err(|error| match error {
            TimingError::Verify(error) => verify_error(name, error).into(),
            TimingError::Untrue(_) => RivalError::Untrue(name.to_owned()),
        })?;
        let ghost = request.ghost_turn.map(|turn| ghost(&run, turn, catalog)).transpose()?;
        Ok(Rival { run, ghost })
    }
}

/// The run in memory, with the ghost where it stands at a turn.
fn ghost(run: &TimedRun, turn: Turns, catalog: &Arc<Catalog>) -> Result<Ghost, HostError> {
    let commands = run.commands().map(Frame::Command);
    let recording = Recording::of_frames(run.header.clone(), commands);
    let mut ghost = Ghost::new(Replay::new(recording, catalog)?);
    ghost.at(turn);
    Ok(ghost)
}

/// Another run of the same shift, which is played along in memory.
pub struct Ghost {
    replay: Replay,
    /// The turn that it was asked about last.
    asked: Turns,
}

impl Ghost {
    /// A replay of the other run, wherever it stands.
    pub fn new(replay: Replay) -> Self {
        let asked = replay.turn();
        Self { replay, asked }
    }

    /// Where the other player stood at a turn of the clock; `None` once that run was over or its
    /// player had left the floor.
    ///
    /// From one turn to the next the replay goes on by as many commands; back, it seeks.
    pub fn at(&mut self, turn: Turns) -> Option<Pos> {
        if turn < self.asked {
            self.replay.seek_turn(turn).ok()?;
        }
        self.asked = turn;
        while self.replay.turn() < turn {
            self.replay.forward().ok()??;
        }
        let view = self.replay.game().view();
        let is_there = !view.is_away() && !matches!(view.status(), RunStatus::Over(_));
        is_there.then(|| view.player().pos)
    }
}

/// Why there is no run to race against.
#[derive(Debug, Error)]
pub enum RivalError {
    #[error("there is no verified run of yours yet of this seed, kind and depth that counts there")]
    NoBest,
    #[error("{0}: it does not verify")]
    Untrue(String),
    #[error("{run}: it is not of this shift: {why}")]
    OtherShift { run: String, why: Incomparable },
    #[error(transparent)]
    Unreadable(#[from] HostError),
}

impl From<SaveError> for RivalError {
    fn from(error: SaveError) -> Self {
        RivalError::Unreadable(error.into())
    }
}
