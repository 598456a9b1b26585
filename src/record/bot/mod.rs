//! Players that are programs: measuring rods for balance, drivers for tests.
//!
//! They see only a [`View`], like any player, and answer with a [`Command`].

mod cautious;
mod eyes;
mod gates;
mod planner;
mod random;
mod runner;
mod rut;

use crate::base::Seed;
use crate::sim::Command;
use crate::view::View;

pub use cautious::Cautious;
pub use planner::Planner;
pub use random::Random;
pub use runner::Runner;

/// Somebody who decides.
pub trait Bot {
    /// The next command; one that is rejected is asked for again.
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
