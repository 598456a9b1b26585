//! The client of a session: who it is, its round trip, and why the session may be ended for it.

use std::fmt;
use std::time::Duration;

use parking_lot::Mutex;

use crate::limits::Refusal;
use screens::terminal::KEY_TIMEOUT;

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
                "The books cannot be found just now. Your run is kept as it was last shown: come \
                 back in a minute."
            }
        })
    }
}

/// The longest wait for the rest of a key, whatever was measured: beyond it the key Esc feels slow.
pub(crate) const MAX_KEY_WAIT: Duration = Duration::from_millis(300);

/// The round trip of a connection, as it was measured so far.
#[derive(Debug, Default)]
pub(crate) struct RoundTrip(Mutex<Option<Estimate>>);

/// TCP's estimate (RFC 6298): the smoothed round trip, and how much it varies.
#[derive(Clone, Copy, Debug)]
struct Estimate {
    smoothed: Duration,
    variation: Duration,
}

impl RoundTrip {
    /// An answer has come after so long.
    pub(crate) fn note(&self, measured: Duration) {
        let mut estimate = self.0.lock();
        *estimate = Some(match *estimate {
            None => Estimate { smoothed: measured, variation: measured / 2 },
            Some(Estimate { smoothed, variation }) => Estimate {
                smoothed: (smoothed * 7 + measured) / 8,
                variation: (variation * 3 + smoothed.abs_diff(measured)) / 4,
            },
        });
    }

    /// How long the rest of a key is waited for: on a fast or unmeasured line as long as at home.
    pub(super) fn key_wait(&self) -> Duration {
        let estimate = *self.0.lock();
        let wait = estimate.map(|Estimate { smoothed, variation }| smoothed + variation);
        wait.unwrap_or_default().clamp(KEY_TIMEOUT, MAX_KEY_WAIT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_follows_the_line_within_bounds() {
        let millis = Duration::from_millis;
        let line = RoundTrip::default();
        assert_eq!(line.key_wait(), KEY_TIMEOUT);
        line.note(millis(1));
        assert_eq!(line.key_wait(), KEY_TIMEOUT);
        let line = RoundTrip::default();
        line.note(millis(120));
        assert_eq!(line.key_wait(), millis(180));
        // A line that stays the same varies less and less.
        for _ in 0..50 {
            line.note(millis(120));
        }
        assert!((millis(120)..millis(122)).contains(&line.key_wait()), "{:?}", line.key_wait());
        // One answer that was late changes little, and many much.
        line.note(millis(200));
        assert!(line.key_wait() < millis(160), "{:?}", line.key_wait());
        for _ in 0..50 {
            line.note(Duration::from_secs(5));
        }
        assert_eq!(line.key_wait(), MAX_KEY_WAIT);
    }
}
