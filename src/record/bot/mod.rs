//! Programs that play, for measuring balance and for tests.
//!
//! They see only a [`View`], as a player does, and answer with a [`Command`].

mod cautious;
mod gates;
mod loop_breaker;
mod perception;
mod planner;
mod random;
mod reflexes;
mod runner;

use crate::base::Seed;
use crate::sim::Command;
use crate::view::View;

pub use cautious::Cautious;
pub use planner::Planner;
pub use random::Random;
pub use runner::Runner;

/// A program that plays.
pub trait Bot {
    /// The next command. After a rejected one it is called again, with the same view.
    fn decide(&mut self, view: &View<'_>) -> Command;
}

/// The bot with this name: "random", "runner", "cautious" or "planner".
pub fn find(name: &str, seed: Seed) -> Option<Box<dyn Bot>> {
    Some(match name {
        "random" => Box::new(Random::new(seed)),
        "runner" => Box::new(Runner),
        "cautious" => Box::new(Cautious::default()),
        "planner" => Box::new(Planner::default()),
        _ => return None,
    })
}

/// The names that [`find`] knows.
pub const NAMES: [&str; 4] = ["random", "cautious", "runner", "planner"];
