//! The word on a player's screen while the database does not answer.
//!
//! The thread of the session waits for the database then, so that another task writes it.

use std::time::Duration;

/// How long the database may take until the player is told.
pub(super) const MAX_SILENT_WAIT: Duration = Duration::from_secs(1);

/// A narrower terminal shows what has room of it.
const WORDS: &str = "The books are stuck. What you type is kept; wait a little.";

/// Where the word goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum NoticePlace {
    /// A line of its own.
    #[default]
    Line,
    /// The last row of a picture.
    LastRow,
}

impl NoticePlace {
    /// The bytes that write the word.
    pub(super) fn bytes(self) -> Vec<u8> {
        match self {
            NoticePlace::Line => format!("{WORDS}\r\n").into_bytes(),
            // A terminal takes a row beyond its last for its last. Without wrapping, the picture does not scroll.
            NoticePlace::LastRow => {
                format!("\x1b7\x1b[?7l\x1b[999;1H\x1b[0;7m {WORDS} \x1b[m\x1b[?7h\x1b8")
                    .into_bytes()
            }
        }
    }
}
