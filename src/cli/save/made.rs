//! Run files made of dumps: what `save load` and `save set` have in common.

use serde_json::Value;

use crate::cli::failure::warn;
use crate::cli::outputs::{Out, ReportFormat, WrittenRun};
use crate::cli::{Answer, Content, Failure, Output};
use engine::sim::Game;
use runs::record::{DumpError, DumpedState};
use runs::save;

/// Reads a dump, checks the state and writes it as a run file. `name` is what errors name as their source.
pub(super) fn write(
    dump: &Value,
    name: &str,
    content: &Content,
    out: &Out,
    format: ReportFormat,
    printed: &mut Output,
) -> Result<Answer, Failure> {
    let Content { catalog, modded } = content;
    let refuse = |error: DumpError| Failure { code: 65, message: format!("{name}: {error}") };
    let DumpedState { mut header, snapshot, other_ruleset } =
        DumpedState::read(dump, catalog).map_err(refuse)?;
    header.setup.options.modded |= modded;
    // Tried first, so that a state that cannot be names its path and leaves no file behind.
    let game = Game::restore(header.setup.clone(), snapshot.clone(), catalog);
    let game = game.map_err(|error| refuse(error.into()))?;
    if let Some(other) = other_ruleset {
        warn(&format_args!(
            "{name}: the state is of the ruleset {other}, and goes on by {} here",
            header.ruleset
        ));
    }
    let mut session = save::write_made(&header, snapshot, catalog, &out.path, out.overwrite())?;
    session.sink_mut().sync()?;
    let (out, turn, digest) = (out.name(), game.turns(), game.digest());
    let words = format!("{out}: a state at turn {turn}, digest {digest}; made, unranked");
    format.report(&WrittenRun::of(&session), &words, printed)?;
    Ok(Answer::Yes)
}
