//! The journey: roads, nights, the cast and its raids, and the player's work from site to site.
//!
//! A journey is a fold as all runs are: what a site holds follows from the seed and the site; who came there, from the commands
//! so far, through streams of its own. A raid of the cast is kept as who went in and how they were; the floors that it left
//! are played again from that ([`site_floor`]) and never saved.
//!
//! Never here: the rules of a floor.

mod begin;
mod cast;
mod champion;
mod choice_change;
mod dawn_party;
mod encounter_outcome;
mod encounters;
mod extra_orders;
mod finish;
mod generated;
mod journey_step;
mod last_night;
mod meaning;
mod night;
mod outcome;
mod partings;
mod party_choice;
mod pay;
mod prowlers;
mod roads;
mod score;
mod seniority;
mod site_floor;
mod tenants;
mod town;
mod travel;

pub(crate) use begin::begin;
pub(crate) use champion::{caller, heir, rank};
pub(crate) use encounters::is_open as is_choice_open;
pub(crate) use journey_step::{abandon, after_turn, check, perform};
pub(crate) use last_night::before_last_raid;
pub(crate) use meaning::Meaning;
pub(crate) use pay::pay_for;
pub use pay::{Pay, PayPart, PayReason};
pub use roads::RoadCost;
pub(crate) use roads::{cost as road_cost, of as roads_of};
pub(crate) use score::best_nights;
pub(crate) use tenants::settled_leader;
pub(crate) use town::{TownCost, deal_price, town_cost};
pub(crate) use town::{can_drink, can_play, drink_price, stakes};
