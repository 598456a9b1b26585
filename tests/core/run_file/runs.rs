//! Runs to be examined, in a file and in memory.

use crate::support::content::catalog;
use std::convert::Infallible;
use std::path::Path;

use engine::sim::{RunStatus, Setup};
use runs::record::{
    Chain, Frame, MarkKind, RunHeader, Session, SubmitError, TimedRun, Verification, VerifyLimits,
    bot, verify,
};
use runs::save::RunFile;

use crate::support::driver::{Driver, opening, play, setup};

/// Plays a run into a file.
pub(crate) fn record(path: &Path, kind: &str, seed: u64, commands: u32) -> Chain {
    let opening = opening(kind, seed);
    let file = RunFile::create(path, &opening).expect("creates");
    let mut session = Session::begin(opening, catalog(), file).expect("begins");
    play(&mut session, &mut Driver::new(seed), commands);
    session.chain()
}

/// The same in memory.
pub(crate) fn frames(kind: &str, seed: u64, commands: u32) -> (RunHeader, Vec<Frame>) {
    let opening = opening(kind, seed);
    let mut session = Session::begin(opening.clone(), catalog(), Vec::new()).expect("begins");
    play(&mut session, &mut Driver::new(seed), commands);
    (opening, session.into_sink())
}

/// The most commands of a run, also of a journey.
const MAX_COMMANDS: u32 = 30_000;

/// A bot's shift to its end: see [`whole_run`].
pub(crate) fn bot_frames(bot: &str, kind: &str, seed: u64) -> (RunHeader, Vec<Frame>) {
    whole_run(bot, setup(kind, seed))
}

/// A bot's run to its end, in memory. A second passes with each command, and milestones are marked.
pub(crate) fn whole_run(bot: &str, setup: Setup) -> (RunHeader, Vec<Frame>) {
    let seed = setup.seed;
    let header = RunHeader::of_bot(bot, setup, catalog());
    let mut session = Session::begin(header.clone(), catalog(), Vec::new()).expect("begins");
    let mut player = bot::find(bot, seed).expect("a bot");
    let mut time = 1_700_000_000_000;
    session.mark(MarkKind::Start, time).expect("memory");
    while !matches!(session.status(), RunStatus::Over(_)) {
        let command = player.decide(&session.game().view());
        time += 1_000;
        if let Err(SubmitError::Unrecorded(error)) = session.submit_at(command, time) {
            match error {}
        }
        assert!(session.commands() < MAX_COMMANDS, "seed {seed} has no end");
    }
    (header, session.into_sink())
}

/// What comes of a run that is played again.
pub(crate) fn verified(header: &RunHeader, frames: &[Frame]) -> Verification {
    verify(header, catalog(), false, VerifyLimits::default(), whole(frames.to_vec()))
        .expect("can be examined")
}

/// A true run, timed.
pub(crate) fn timed((header, frames): (RunHeader, Vec<Frame>)) -> TimedRun {
    let limits = VerifyLimits::default();
    TimedRun::verify(&header, catalog(), false, limits, whole(frames)).expect("is true")
}

/// The frames as a reader of a file gives them.
pub(crate) fn whole(frames: Vec<Frame>) -> impl Iterator<Item = Result<Frame, Infallible>> {
    frames.into_iter().map(Ok)
}
