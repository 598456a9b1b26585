//! The rules: a hecs world, and the one function that takes a run from a state to the next.
//!
//! [`Game::step`] is the way in: `rules::check` says whether a command can be carried out,
//! `rules::actions` carries it out, `shift::turn` lets the others act, and [`Event`]s tell what
//! happened. The rooms, from the bottom up: the vocabulary (`command`, `event`, `letter`, `reject`,
//! `setup`, `units`), `state`, `query`, `rules`, `ai`, `travel`, `solver`, `shift`, `game`. Imports run
//! downward only.
//!
//! Never here: a terminal, a file, a clock, a word for the player that is not an [`Event`] or a
//! [`Reject`], and nothing that depends on the order in which hecs keeps its entities.

pub(crate) use crate::sim::campaign::{
    JourneyRef, TownCost, best_nights, can_drink, can_play, deal_price, drink_price,
    is_choice_open, pay_for, rank, stakes, town_cost,
};
pub use crate::sim::campaign::{Pay, PayPart, PayReason, RoadCost};
pub use crate::sim::command::{CartIndex, Command, JourneyCommand, Preparation};
pub(crate) use crate::sim::event::Who;
pub use crate::sim::event::{
    ActorEvent, Burnt, ChoiceChange, End, Event, FightEvent, FloorEvent, Harm, ItemEvent,
    JobReason, JourneyEvent, LeadEnd, Meeting, RaidEvent, TutorEvent, WorkEvent,
};
pub use crate::sim::game::{Game, Outcome, RunStatus};
pub(crate) use crate::sim::query::fight::HEALERS_HELP_BELOW_PERCENT;
pub(crate) use crate::sim::query::hearsay::trap_of;
pub(crate) use crate::sim::query::pace::share_of_speed;
pub(crate) use crate::sim::query::perception::MAX_ERRAND_CELLS;
pub use crate::sim::query::work::STIRRING_TURNS;
pub use crate::sim::query::{Bystander, Odds};
pub(crate) use crate::sim::reject::KitPlace;
pub use crate::sim::reject::{Interruption, Obstacle, Reject, Remedy};
pub(crate) use crate::sim::rules::gas::gas_damage;
pub use crate::sim::setup::{HandMeDown, Mode, Setup};
pub use crate::sim::shift::build::{Mess, certify, nearest_first, pristine};
pub use crate::sim::shift::grade::{Grade, TIME_STEPS};
pub use crate::sim::shift::grade_line::{GradeLine, GradeReason};
pub use crate::sim::shift::picture;
pub use crate::sim::shift::raid::headless::{Aftermath, raid};
pub use crate::sim::shift::raid::party::draw_party;
pub(crate) use crate::sim::solver::certificate::Unsolvable;
pub use crate::sim::solver::certificate::{Chore, WorkCertificate};
pub use crate::sim::state::belongings::{Body, RunState, Worn};
pub use crate::sim::state::cells::{ActorRecord, Cells, FloorState, Knowledge};
pub(crate) use crate::sim::state::components::ErrandKind;
pub use crate::sim::state::components::{AiState, Boss, Duty, Raider, Vitals};
pub use crate::sim::state::digest::ComponentDigests;
pub use crate::sim::state::fixture::{Door, Fixture};
pub use crate::sim::state::floor::Floor;
pub(crate) use crate::sim::state::floor::Known;
pub use crate::sim::state::journey::atlas::Atlas;
pub use crate::sim::state::journey::person::{Person, PersonFate, Stance};
pub(crate) use crate::sim::state::journey::site::Entrant;
pub use crate::sim::state::journey::site::{SiteRaid, SiteRecord, SiteState};
pub use crate::sim::state::journey::town::{
    Rumour, Subject, TownRecord, TownVisit, Townsperson, Who as TownWho,
};
pub use crate::sim::state::journey::{
    BeatenHolder, ClosetOrders, ExtraOrder, Journey, Leg, Phase, RaidProgress, Seat, StoredFloor,
    offer_perks, perks_earned,
};
pub use crate::sim::state::order::{JobCount, Tally};
pub use crate::sim::state::purpose;
pub use crate::sim::state::raid::{Fate, Heading, Raid, RaidMember, RaidReport};
pub use crate::sim::state::shift::{Activity, ShiftState, Shop, Tenant, Tutor};
pub use crate::sim::state::snapshot::{Snapshot, SnapshotError};
pub use crate::sim::state::streams::Streams;
pub use crate::sim::state::world::World;
pub use crate::sim::travel::LONG_JOB_TURNS;
pub use crate::sim::units::{
    ACTION_ENERGY, ActorId, Coins, Digest, Holder, Letter, NEAR_DAWN, PersonId, SiteId, Stack,
    Turns,
};

mod ai;
mod campaign;
mod command;
mod dispatch;
mod event;
mod game;
mod prelude;
mod query;
mod reject;
mod rules;
mod setup;
mod shift;
mod solver;
mod state;
mod travel;
mod units;
