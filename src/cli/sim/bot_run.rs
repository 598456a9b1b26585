//! A run that is played by a bot, and by another on the same seed.

use std::time::Instant;

use super::args::Args;
use super::block::Opening;
use super::run_files;
use super::run_line::RunLine;
use super::run_result::RunResult;
use crate::cli::interruption::Interruption;
use crate::cli::{Content, Failure};
use engine::sim::RunStatus;
use runs::record::{NullSink, RunHeader, Session, Sink, SubmitError, bot};

/// The number of rejected commands in a row after which a run is ended.
const MAX_REJECTED: u32 = 10_000;

/// A run that was played.
pub(super) struct Played {
    pub line: RunLine,
    pub result: RunResult,
}

/// Plays a run; none if it was interrupted.
pub(super) fn play_run(
    args: &Args,
    content: &Content,
    opening: Opening,
    interruption: &Interruption,
) -> Result<Option<Played>, Failure> {
    let Opening { setup, word } = opening;
    let header = RunHeader::of_bot(&args.bot, setup.clone(), &content.catalog).named(&word);
    let Some(path) = &args.save else {
        let session = Session::begin(header, &content.catalog, NullSink);
        let mut session = session.map_err(|error| Failure::usage(&error))?;
        let Ok(line) = play_by(&mut session, args, &args.bot, interruption);
        let Some(mut line) = line else { return Ok(None) };
        let mut result = RunResult::of(&session);
        if let Some(other) = &args.against {
            let header = RunHeader::of_bot(other, setup, &content.catalog).named(&word);
            let session = Session::begin(header, &content.catalog, NullSink);
            let mut session = session.map_err(|error| Failure::usage(&error))?;
            let Ok(other) = play_by(&mut session, args, other, interruption);
            let Some(other) = other else { return Ok(None) };
            result.gain = line.points.zip(other.points);
            line.against = Some(Box::new(other));
        }
        return Ok(Some(Played { line, result }));
    };
    let path = if args.count == 1 { path.clone() } else { run_files::numbered(path, &setup) };
    let mut session = run_files::begin(&path, header, args.force.overwrite(), &content.catalog)?;
    let line = play_by(&mut session, args, &args.bot, interruption)?;
    session.sink_mut().sync()?;
    Ok(line.map(|line| Played { line, result: RunResult::of(&session) }))
}

/// Plays to the end of the run, or for `args.commands` commands. Rejected commands do not count. None if it was interrupted
/// before that.
fn play_by<S: Sink>(
    session: &mut Session<S>,
    args: &Args,
    bot: &str,
    interruption: &Interruption,
) -> Result<Option<RunLine>, S::Error> {
    let seed = session.header().setup.seed;
    let mut player = bot::find(bot, seed).unwrap_or_else(|| Box::new(bot::Runner));
    let begun = Instant::now();
    let mut rejected = 0;
    while session.commands() < args.commands && rejected < MAX_REJECTED {
        if matches!(session.status(), RunStatus::Over(_)) {
            break;
        }
        if interruption.is_set() {
            return Ok(None);
        }
        let command = player.decide(&session.game().view());
        match session.submit(command) {
            Ok(_) => rejected = 0,
            Err(SubmitError::Rejected(_)) => rejected += 1,
            Err(SubmitError::Unrecorded(error)) => return Err(error),
        }
    }
    Ok(Some(RunLine::of(session, bot, begun.elapsed())))
}
