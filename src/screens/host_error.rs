//! What a host may fail at.

use std::error::Error;

use thiserror::Error;

use crate::config::Problem;
use crate::theme::Colors;
use base::Day;
use levels::GenError;
use runs::record::ReplayError;
use runs::save::SaveError;

/// Why a host cannot do what a screen asks of it. Its text is shown to the player.
#[derive(Debug, Error)]
pub enum HostError {
    #[error("the try of {0} that counts has been begun already")]
    TryTaken(Day),
    /// The file of the try at a daily shift that counts holds another run.
    #[error("{name}: it is not the run of your try of {day}; move it elsewhere to have that")]
    OtherRun { name: String, day: Day },
    /// Of a host whose seed of a day is told when the day is over.
    #[error("the shift of {0} can be practised from tomorrow on")]
    DayNotOver(Day),
    #[error(
        "what others do at today's shift is shown to you after your one try, or from tomorrow on"
    )]
    DayHidden,
    #[error("{0} is over; its shift can be practised")]
    DayOver(Day),
    /// The setup of a new run has no level.
    #[error(transparent)]
    Level(#[from] GenError),
    /// A run file cannot be read or written, wherever its bytes are kept.
    #[error(transparent)]
    Save(#[from] SaveError),
    /// The settings are no text that can be read.
    #[error(transparent)]
    Settings(#[from] Problem),
    /// Its name, or where its file would be.
    #[error("theme: there is no {0}; use one of auto, {names}", names = theme_names())]
    NoSuchTheme(String),
    /// A store that is no file system has failed, such as the database of a server.
    #[error("{store}: {error}; {}", remedy(*.is_transient))]
    Store {
        /// What the player knows the store by: "the scores".
        store: &'static str,
        error: Box<dyn Error + Send + Sync>,
        /// Whether the same request can succeed later.
        is_transient: bool,
    },
    /// The host keeps no more for this player: in words for the player.
    #[error("{0}")]
    Refused(&'static str),
    /// Another session plays it.
    #[error("this run goes on elsewhere")]
    TakenOver,
    #[error("there is no such run here")]
    NoSuchRun,
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

fn theme_names() -> String {
    Colors::names().collect::<Vec<_>>().join(", ")
}

fn remedy(is_transient: bool) -> &'static str {
    if is_transient { "try again in a moment" } else { "whoever runs this has to look at it" }
}

#[cfg(test)]
mod tests {
    use super::HostError;

    #[test]
    fn a_failed_store_says_whether_trying_again_helps() {
        let failed = |is_transient| {
            let error = "the connection is closed".into();
            HostError::Store { store: "the scores", error, is_transient }.to_string()
        };
        assert_eq!(failed(true), "the scores: the connection is closed; try again in a moment");
        assert_eq!(
            failed(false),
            "the scores: the connection is closed; whoever runs this has to look at it"
        );
    }
}
