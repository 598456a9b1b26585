//! What is played: shifts of a kind and depth, or the shifts of days.

use std::fmt;

use super::Args;
use crate::base::Day;
use crate::cli::{Content, Failure};
use crate::content::Depth;
use crate::sim::Setup;

/// Runs that follow one another.
#[derive(Clone, Copy, Debug)]
pub(super) enum Block<'a> {
    /// Shifts of one kind and depth, from one seed to the next.
    Shifts { kind: &'a str, depth: Depth },
    /// Daily shifts, from one day to the next.
    Days { first: Day },
}

/// The setup of a run, and what was typed for its seed.
pub(super) struct Opening {
    pub setup: Setup,
    pub word: String,
}

impl Block<'_> {
    /// Those that the options ask for, in their order.
    ///
    /// # Errors
    /// Options that do not go with `--mode daily`, and a seed there that is no date.
    pub(super) fn of(args: &Args) -> Result<Vec<Block<'_>>, Failure> {
        if args.mode == "daily" {
            if !args.kind.is_empty() || !args.depth.is_empty() {
                let message = "the day gives the shift: leave --kind and --depth out";
                return Err(Failure::usage(&message));
            }
            let first = args.seed.word_at(0).unwrap_or_default().parse();
            let first = first.map_err(|_| {
                Failure::usage(&"--mode daily wants the day as the seed: --seed 2026-11-22")
            })?;
            return Ok(vec![Block::Days { first }]);
        }
        let kinds = args.kind.iter().map(String::as_str);
        let kinds = kinds.chain(args.kind.is_empty().then_some("vault"));
        let depths = args.depth.iter().copied();
        let depths = depths.chain(args.depth.is_empty().then_some(Depth::FIRST));
        let shifts = |kind| depths.clone().map(move |depth| Block::Shifts { kind, depth });
        Ok(kinds.flat_map(shifts).collect())
    }

    /// The opening of the run at a place in it.
    pub(super) fn opening(&self, place: u64, args: &Args, content: &Content) -> Opening {
        let (mut setup, word) = match *self {
            Block::Shifts { kind, depth } => {
                let word = args.seed.word_at(place).unwrap_or_default().to_owned();
                (Setup::shift(kind, depth, args.seed.seed.offset(place)), word)
            }
            Block::Days { first } => {
                let day = first.after(u32::try_from(place).unwrap_or(u32::MAX));
                (Setup::daily(day, false, &content.catalog), day.to_string())
            }
        };
        setup.options.modded = content.modded;
        Opening { setup, word }
    }
}

impl fmt::Display for Block<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Block::Shifts { kind, depth } => write!(f, "{kind}, depth {depth}"),
            Block::Days { first } => write!(f, "daily shifts from {first}"),
        }
    }
}
