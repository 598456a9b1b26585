//! Towns: streets and houses that are walked through, the people in them, and what they sell.
//!
//! A town has no work, no raid and no dawn. What its houses are and who lives in them follows from
//! the seed and the site; what is said, what hangs on the board and who drinks at the inn, from the
//! night.

pub(crate) use crate::sim::campaign::town::deals::{can_drink, can_play, drink_price, stakes};
pub(super) use crate::sim::campaign::town::town_step::{after_turn, check};
pub(crate) use crate::sim::campaign::town::visit::cost as town_cost;
pub(super) use crate::sim::campaign::town::visit::{check_entry, enter};

mod deals;
mod houses;
mod people;
mod town_step;
mod visit;
