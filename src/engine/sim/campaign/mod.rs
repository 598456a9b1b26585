//! The journey: roads, nights, the cast and its raids, and the player's work from site to site.
//!
//! A journey is a fold as all runs are: what a site holds follows from the seed and the site; who
//! came there, from the commands so far, through streams of its own. A raid of the cast is kept as
//! who went in and how they were; the floors that it left are played again from that
//! ([`site_floor`]) and never saved.
//!
//! Never here: the rules of a floor.

pub(crate) use crate::sim::campaign::begin::begin;
pub(crate) use crate::sim::campaign::encounters::is_open as is_choice_open;
pub(crate) use crate::sim::campaign::holders::rank;
pub(crate) use crate::sim::campaign::journey_ref::{JourneyRef, Meaning};
pub(crate) use crate::sim::campaign::journey_step::{after_turn, check};
pub use crate::sim::campaign::pay::{Pay, PayPart, PayReason};
pub(crate) use crate::sim::campaign::pay::{best_nights, pay_for};
pub(crate) use crate::sim::campaign::site_floor::before_last_raid;
pub(crate) use crate::sim::campaign::town::{can_drink, can_play, drink_price, stakes, town_cost};
pub use crate::sim::campaign::travel::RoadCost;

mod begin;
mod encounter_outcome;
mod encounters;
mod finish;
mod holders;
mod journey_ref;
mod journey_step;
mod outcome;
mod parties;
mod pay;
mod site_floor;
mod town;
mod travel;
