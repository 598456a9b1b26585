//! The mode of a run in the words of reports.

use base::Day;

/// The mode, with the day of a daily shift: "shift", "daily of 2026-11-22".
pub(super) fn mode_words(mode: &str, day: Option<Day>) -> String {
    day.map_or(mode.to_owned(), |day| format!("{mode} of {day}"))
}
