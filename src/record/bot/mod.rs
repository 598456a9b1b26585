//! Programs that play, for measuring balance and for tests.
//!
//! They see only a [`View`], as a player does, and answer with a [`Command`].

mod cautious;
mod gates;
mod loop_breaker;
mod names;
mod perception;
mod planner;
mod preparation;
mod random;
mod reflexes;
mod runner;
mod shopper;
mod trapper;
mod traveller;

use crate::sim::Command;
use crate::view::View;

pub(crate) use cautious::Cautious;
pub use names::{NAMES, find};
pub(crate) use planner::Planner;
pub use random::Random;
pub(crate) use runner::Runner;
pub(crate) use trapper::Trapper;
pub(crate) use traveller::Traveller;

/// A program that plays.
pub trait Bot {
    /// The next command. After a rejected one it is called again, with the same view.
    fn decide(&mut self, view: &View<'_>) -> Command;
}
