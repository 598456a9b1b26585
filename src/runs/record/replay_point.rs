//! States from which a recording can be played.

use std::sync::Arc;

use super::{Chain, Keyframe, RunHeader};
use content::Catalog;
use engine::sim::{Game, SnapshotError};
use levels::GenError;

/// A state of a run, and its place in the recording.
pub(super) struct ReplayPoint {
    pub game: Game,
    /// Number of commands that led to the state.
    pub commands: u32,
    pub chain: Chain,
}

impl ReplayPoint {
    /// The state of a keyframe; without one, the first state of the run.
    pub(super) fn of<E: From<GenError> + From<SnapshotError>>(
        header: &RunHeader,
        keyframe: Option<Keyframe>,
        catalog: &Arc<Catalog>,
    ) -> Result<ReplayPoint, E> {
        if let Some(Keyframe { commands, chain, snapshot, .. }) = keyframe {
            let game = Game::restore(header.setup.clone(), snapshot, catalog)?;
            return Ok(ReplayPoint { game, commands, chain });
        }
        let game = Game::new(header.setup.clone(), catalog)?;
        let chain = Chain::start(header, game.digest());
        Ok(ReplayPoint { game, commands: 0, chain })
    }
}
