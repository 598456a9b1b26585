//! What is played: shifts of a kind and depth, the shifts of days, or journeys.

use std::fmt;

use crate::cli::seed_arg::SeedArg;
use crate::cli::{Content, Failure};
use base::Day;
use content::Depth;
use engine::sim::Setup;

/// What the options of the command line say of the runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockOptions<'a> {
    pub mode: &'a str,
    pub kinds: &'a [String],
    pub depths: &'a [Depth],
    pub seed: &'a SeedArg,
}

/// Runs that follow one another.
#[derive(Clone, Copy, Debug)]
pub(super) enum Block<'a> {
    /// Shifts of one kind and depth, from one seed to the next.
    Shifts { kind: &'a str, depth: Depth },
    /// Daily shifts, from one day to the next.
    Days { first: Day },
    /// Journeys, from one seed to the next.
    Journeys,
    /// The tutorial, from one seed to the next.
    Tutorials,
}

/// The setup of a run, and what was typed for its seed.
pub(super) struct Opening {
    pub setup: Setup,
    pub word: String,
}

impl<'a> Block<'a> {
    /// Those that the options ask for, in their order.
    ///
    /// # Errors
    /// Options that do not go with the mode, and a seed of `--mode daily` that is no date.
    pub(super) fn of(options: BlockOptions<'a>) -> Result<Vec<Block<'a>>, Failure> {
        let BlockOptions { mode, kinds, depths, seed } = options;
        let names_floor = !kinds.is_empty() || !depths.is_empty();
        if mode == "campaign" {
            if names_floor {
                let message = "a journey has many floors: leave --kind and --depth out";
                return Err(Failure::usage(&message));
            }
            return Ok(vec![Block::Journeys]);
        }
        if mode == "tutorial" {
            if names_floor {
                let message = "the tutorial has a floor of its own: leave --kind and --depth out";
                return Err(Failure::usage(&message));
            }
            return Ok(vec![Block::Tutorials]);
        }
        if mode == "daily" {
            if names_floor {
                let message = "the day gives the shift: leave --kind and --depth out";
                return Err(Failure::usage(&message));
            }
            let first = seed.word_at(0).unwrap_or_default().parse();
            let first = first.map_err(|_| {
                Failure::usage(&"--mode daily wants the day as the seed: --seed 2026-11-22")
            })?;
            return Ok(vec![Block::Days { first }]);
        }
        let usual_kind = kinds.is_empty().then_some("vault");
        let kinds = kinds.iter().map(String::as_str).chain(usual_kind);
        let usual_depth = depths.is_empty().then_some(Depth::FIRST);
        let depths = depths.iter().copied().chain(usual_depth);
        let shifts = |kind| depths.clone().map(move |depth| Block::Shifts { kind, depth });
        Ok(kinds.flat_map(shifts).collect())
    }

    /// The opening of the run at a place in it.
    pub(super) fn opening(&self, place: u64, seed: &SeedArg, content: &Content) -> Opening {
        let (mut setup, word) = match *self {
            Block::Shifts { kind, depth } => {
                let word = seed.word_at(place).unwrap_or_default().to_owned();
                (Setup::shift(kind, depth, seed.seed.offset(place)), word)
            }
            Block::Journeys => {
                let word = seed.word_at(place).unwrap_or_default().to_owned();
                (Setup::campaign(seed.seed.offset(place)), word)
            }
            Block::Tutorials => {
                let word = seed.word_at(place).unwrap_or_default().to_owned();
                (Setup::tutorial(seed.seed.offset(place)), word)
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
            Block::Journeys => f.write_str("journeys"),
            Block::Tutorials => f.write_str("tutorials"),
            Block::Days { first } => write!(f, "daily shifts from {first}"),
        }
    }
}
