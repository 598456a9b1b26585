//! What a host may fail at.

use thiserror::Error;

use crate::{levelgen::GenError, record::ReplayError, save::SaveError};

/// Why a host cannot do what a screen asks of it. Its text is shown to the player.
#[derive(Debug, Error)]
pub enum HostError {
    #[error("there is no unfinished run")]
    NoUnfinishedRun,
    /// The setup of a new run has no level.
    #[error(transparent)]
    Level(#[from] GenError),
    #[error(transparent)]
    File(#[from] SaveError),
    #[error(transparent)]
    Replay(#[from] ReplayError),
}
