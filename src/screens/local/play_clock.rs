//! The clock of a sitting: marks in the file and the timer on the screen read the same one.

use std::time::{Duration, SystemTime};

use rustix::time::{ClockId, clock_gettime};

use runs::home::since_epoch;

/// The clock that counts the time for which the computer sleeps, too. macOS's monotonic one does.
#[cfg(target_os = "linux")]
const UNSET_CLOCK: ClockId = ClockId::Boottime;
#[cfg(not(target_os = "linux"))]
const UNSET_CLOCK: ClockId = ClockId::Monotonic;

/// The time of day when a run was begun or taken up, and what has passed since by a clock that nobody sets.
#[derive(Clone, Copy, Debug)]
pub struct PlayClock {
    /// In milliseconds since 1970.
    opened: u64,
    /// By the clock that nobody sets.
    opened_at: Duration,
}

impl PlayClock {
    /// A clock that begins now.
    pub fn start() -> PlayClock {
        let opened = since_epoch(SystemTime::now()).as_millis() as u64;
        PlayClock { opened, opened_at: time_without_settings() }
    }

    /// The time of day for marks, in milliseconds since 1970. It never goes back.
    pub fn now(self) -> u64 {
        self.at(self.played())
    }

    /// The time of day when it had run so long.
    pub(super) fn at(self, played: Duration) -> u64 {
        self.opened + played.as_millis() as u64
    }

    /// How long it has run.
    pub(super) fn played(self) -> Duration {
        time_without_settings().saturating_sub(self.opened_at)
    }
}

fn time_without_settings() -> Duration {
    let time = clock_gettime(UNSET_CLOCK);
    Duration::new(time.tv_sec.cast_unsigned(), time.tv_nsec as u32)
}
