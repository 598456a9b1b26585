//! Programs that play, for measuring balance and for tests.
//!
//! They see only a [`View`], as a player does, and answer with a [`Command`].

mod cautious;
mod perception;
mod planner;
mod policy;
mod preparation;
mod random;
mod reflexes;
mod shopper;
mod trapper;
mod traveller;

use base::Seed;
use engine::sim::Command;
use engine::view::View;

use cautious::Cautious;
pub use cautious::Runner;
use planner::Planner;
pub use policy::{Policy, Purchase, Way};
pub use random::Random;
use trapper::Trapper;
use traveller::Traveller;

pub trait Bot {
    /// The next command. After a rejected one it is called again, with the same view.
    fn decide(&mut self, view: &View<'_>) -> Command;
}

/// The bot with this name, one of [`NAMES`]. On a journey each floor is played by a bot of its own.
pub fn find(name: &str, seed: Seed) -> Option<Box<dyn Bot>> {
    find_with(name, seed, Policy::default())
}

/// The same bot, with a policy of its own for journeys.
pub fn find_with(name: &str, seed: Seed, policy: Policy) -> Option<Box<dyn Bot>> {
    let make: fn(Seed) -> Box<dyn Bot> = match name {
        "random" => |seed| Box::new(Random::new(seed)),
        "runner" => |_| Box::new(Runner),
        "cautious" => |_| Box::new(Cautious::default()),
        "planner" => |_| Box::new(Planner::preparing()),
        "planner-unprepared" => |_| Box::new(Planner::default()),
        "trapper" => |_| Box::new(Trapper::default()),
        _ => return None,
    };
    Some(Box::new(Traveller::new(move || make(seed), policy)))
}

pub const NAMES: [&str; 6] =
    ["random", "cautious", "runner", "planner", "planner-unprepared", "trapper"];
