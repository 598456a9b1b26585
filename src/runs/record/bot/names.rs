//! The bots by their names on the command line.

use base::Seed;

use super::{Bot, Cautious, Planner, Policy, Random, Runner, Trapper, Traveller};

/// The bot with this name, one of [`NAMES`]. On a journey each floor is played by a bot of its own.
pub fn find(name: &str, seed: Seed) -> Option<Box<dyn Bot>> {
    find_with(name, seed, Policy::default())
}

/// The same bot, with a policy of its own for journeys.
pub fn find_with(name: &str, seed: Seed, policy: Policy) -> Option<Box<dyn Bot>> {
    let make: fn(Seed) -> Box<dyn Bot> = match name {
        "random" => |seed| Box::new(Random::new(seed)),
        "runner" | "idle" => |_| Box::new(Runner),
        "cautious" => |_| Box::new(Cautious::default()),
        "order" => |_| Box::new(Planner::default()),
        "scatter" => |seed| Box::new(Planner::scattering(seed)),
        "look" => |seed| Box::new(Planner::looking(seed)),
        "planner" => |seed| Box::new(Planner::planning(seed)),
        "planner-cordless" => |seed| Box::new(Planner::without_cords(seed)),
        "trapper" => |_| Box::new(Trapper::default()),
        _ => return None,
    };
    Some(Box::new(Traveller::new(move || make(seed), policy)))
}

pub const NAMES: [&str; 10] = [
    "random",
    "cautious",
    "runner",
    "idle",
    "order",
    "scatter",
    "look",
    "planner",
    "planner-cordless",
    "trapper",
];
