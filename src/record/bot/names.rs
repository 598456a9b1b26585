//! The bots by their names on the command line.

use crate::base::Seed;

use super::{Bot, Cautious, Planner, Random, Runner, Trapper};

/// The bot with this name, one of [`NAMES`].
pub fn find(name: &str, seed: Seed) -> Option<Box<dyn Bot>> {
    Some(match name {
        "random" => Box::new(Random::new(seed)),
        "runner" => Box::new(Runner),
        "cautious" => Box::new(Cautious::default()),
        "planner" => Box::new(Planner::preparing()),
        "planner-unprepared" => Box::new(Planner::default()),
        "trapper" => Box::new(Trapper::default()),
        _ => return None,
    })
}

/// The names that [`find`] knows.
pub const NAMES: [&str; 6] =
    ["random", "cautious", "runner", "planner", "planner-unprepared", "trapper"];
