//! Prints the runs in their order: a line each, or a summary of each block.

use std::io::Write as _;

use super::args::Args;
use super::block::Block;
use super::bot_run::Played;
use super::summary::Summary;
use crate::cli::{Failure, Format, Output};

/// What is printed of the runs, in their order.
pub(super) struct Report<'a> {
    args: &'a Args,
    blocks: &'a [Block<'a>],
    /// The runs of the last block that a run came from, in a text report.
    summary: Summary,
    /// How many runs have been added.
    pub(super) done: u64,
    pub(super) out: &'a mut Output,
}

impl<'a> Report<'a> {
    /// A report that no run has been added to.
    pub(super) fn new(args: &'a Args, blocks: &'a [Block<'a>], out: &'a mut Output) -> Report<'a> {
        Report { args, blocks, summary: Summary::default(), done: 0, out }
    }

    /// Adds the run of a number: prints its line, or the summary of a block when its last run has been added.
    pub(super) fn add(&mut self, number: u64, played: Played) -> Result<(), Failure> {
        self.done += 1;
        if self.args.format == Format::Json {
            return self.out.json(&played.line);
        }
        let block = (number / self.args.count) as usize;
        if self.summary.block() != Some(block) {
            self.end()?;
            self.summary = Summary::of_block(block);
        }
        self.summary.add(played.result);
        if u64::from(self.summary.runs()) == self.args.count {
            self.end()?;
        }
        Ok(())
    }

    /// Prints the summary of the runs that were added last.
    pub(super) fn end(&mut self) -> Result<(), Failure> {
        let summary = std::mem::take(&mut self.summary);
        let Some(block) = summary.block() else { return Ok(()) };
        let (block, Args { count, bot, .. }) = (self.blocks[block], self.args);
        let of = match u64::from(summary.runs()) {
            done if done < *count => format!("{done} of "),
            _ => String::new(),
        };
        let runs = if *count == 1 { "run" } else { "runs" };
        let heading = format!("{block}: {of}{count} {runs} by {bot}");
        summary.write(&heading, self.out)?;
        Ok(self.out.flush()?)
    }
}
