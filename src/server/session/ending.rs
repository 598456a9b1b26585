//! Why a session ends that its player did not end.

use std::fmt;

use crate::limits::Refusal;

/// Why a session is ended from outside. The player is told; the run is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// It has gone beyond a limit.
    Refused(Refusal),
    /// The server is told to stop.
    Stopping,
    /// The player goes on with the run from elsewhere.
    TakenOver,
    /// The database has not answered for long.
    Outage,
}

/// What the player is told.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Refused(refusal) => refusal.told(),
            Ending::Stopping => {
                "The server stops for a moment. Your run is kept: come back and go on."
            }
            Ending::TakenOver => "You went on with this run from elsewhere.",
            Ending::Outage => {
                "The books cannot be found just now. Your run is kept as it was last shown: come back in a minute."
            }
        })
    }
}
