//! Programs that play, for measuring balance and for tests.
//!
//! They see only a [`View`], as a player does, and answer with a [`Command`].

mod cautious;
mod levers;
mod names;
mod perception;
mod planner;
mod policy;
mod random;
mod reflexes;
mod shopper;
mod trapper;
mod traveller;

use engine::sim::Command;
use engine::view::View;

pub(crate) use cautious::Cautious;
pub use cautious::Runner;
pub use names::{NAMES, find, find_with};
pub(crate) use planner::Planner;
pub use policy::{Policy, Purchase, Way};
pub use random::Random;
pub(crate) use trapper::Trapper;
pub(crate) use traveller::Traveller;

pub trait Bot {
    /// The next command. After a rejected one it is called again, with the same view.
    fn decide(&mut self, view: &View<'_>) -> Command;
}
