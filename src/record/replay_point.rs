//! Where playing a recording can begin.

use std::sync::Arc;

use super::{Chain, Keyframe};
use crate::content::Catalog;
use crate::levelgen::GenError;
use crate::sim::{Game, Setup, SnapshotError};

/// A state of a run, and where in the run it belongs.
pub(super) struct ReplayPoint {
    pub game: Game,
    /// How many commands of the recording led to it.
    pub commands: u32,
    pub chain: Chain,
}

impl ReplayPoint {
    /// The state of a keyframe, or the first state of the run where there is none.
    pub(super) fn of<E: From<GenError> + From<SnapshotError>>(
        setup: &Setup,
        keyframe: Option<Keyframe>,
        catalog: &Arc<Catalog>,
    ) -> Result<ReplayPoint, E> {
        if let Some(Keyframe { commands, chain, snapshot, .. }) = keyframe {
            let game = Game::restore(setup.clone(), snapshot, catalog)?;
            return Ok(ReplayPoint { game, commands, chain });
        }
        let game = Game::new(setup.clone(), catalog)?;
        let chain = Chain::start(setup, game.digest());
        Ok(ReplayPoint { game, commands: 0, chain })
    }
}
