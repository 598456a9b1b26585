//! A run that a script plays.

use std::time::Instant;

use super::args::Args;
use super::block::{Block, Opening};
use super::run_files;
use super::run_line::RunLine;
use super::run_result::RunResult;
use super::script::{self, Script};
use super::summary::Summary;
use crate::cli::{Answer, Content, Failure, Format, Output};
use runs::record::{NullSink, RunHeader, Session};

/// Plays a script from the beginning of a shift, and prints the line of the run.
///
/// # Errors
/// The first command that the rules reject, after the line of the run up to it.
pub(super) fn play_script(
    args: &Args,
    blocks: &[Block<'_>],
    script: &Script,
    content: &Content,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let ([block], 1) = (blocks, args.count) else {
        return Err(Failure::usage(&"--script is played on one kind, depth and seed"));
    };
    let catalog = &content.catalog;
    let Opening { setup, word } = block.opening(0, &args.seed, content);
    let header = RunHeader::of_bot(script::BOT, setup, catalog).named(&word);
    let begun = Instant::now();
    let (line, result, refused) = match &args.save {
        None => {
            let session = Session::begin(header, catalog, NullSink);
            let mut session = session.map_err(|error| Failure::usage(&error))?;
            let Ok(refused) = script.play(&mut session, args.commands);
            let line = RunLine::of(&session, script::BOT, begun.elapsed());
            (line, RunResult::of(&session), refused)
        }
        Some(path) => {
            let mut session = run_files::begin(path, header, args.force.overwrite(), catalog)?;
            let refused = script.play(&mut session, args.commands)?;
            session.sink_mut().sync()?;
            let line = RunLine::of(&session, script::BOT, begun.elapsed());
            (line, RunResult::of(&session), refused)
        }
    };
    match args.format {
        Format::Json => out.json(&line)?,
        Format::Text => {
            let mut summary = Summary::default();
            summary.add(result);
            summary.write(&format!("{block}: a script"), out)?;
        }
    }
    script.answer(refused.as_ref(), catalog)
}
