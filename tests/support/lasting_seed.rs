//! Seeds with which the driver lives long.

use crate::support::content::catalog;

use engine::sim::RunStatus;
use runs::record::{NullSink, Session};

use super::driver::{Driver, opening, play};

/// The first seed from `from` on with which the driver lives through so many commands.
///
/// Found by playing, so that a change of the rules moves it and breaks nothing.
pub(crate) fn lasting_seed(kind: &str, from: u64, commands: u32) -> u64 {
    let lasts = |&seed: &u64| {
        let begun = opening(kind, seed);
        let mut session = Session::begin(begun, catalog(), NullSink).expect("begins");
        play(&mut session, &mut Driver::new(seed), commands);
        session.commands() == commands && !matches!(session.status(), RunStatus::Over(_))
    };
    (from..from + 1_000).find(lasts).expect("somebody lives that long")
}
