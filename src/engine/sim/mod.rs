//! The rules: a hecs world, and the one function that takes a run from a state to the next.
//!
//! [`Game::step`] is the way in: `dispatch` says whether a command can be carried out, `perform`
//! carries it out, `shift::turn` lets the others act, and [`Event`]s tell what happened.
//!
//! The modules, from the bottom up: the vocabulary (`command`, `event`, `reject`, `setup`,
//! `units`), `state`, `prelude`, `action` and `query`, the subjects (`fight`, `floor`, `party`,
//! `things`, `work`), `perform`, `ai`, `travel`, `solver`, `dispatch`, `shift`, `campaign`, `game`.
//! Imports run downward only. A subject holds what is asked of it, its checks and what is done side
//! by side.
//!
//! Never here: a terminal, a file, a clock, a word for the player that is not an [`Event`] or a
//! [`Reject`], and nothing that depends on the order in which hecs keeps its entities.

mod action;
mod ai;
mod campaign;
mod command;
mod dispatch;
mod event;
mod fight;
mod floor;
mod forecast;
mod game;
mod party;
mod perform;
mod prelude;
mod query;
mod reckoning;
mod reject;
mod setup;
mod shift;
mod solver;
mod state;
mod things;
mod travel;
mod units;
mod work;

pub(crate) use crate::sim::campaign::{
    JourneyRef, best_nights, can_drink, can_play, drink_price, is_choice_open, pay_for, rank,
    stakes, town_cost,
};
pub use crate::sim::campaign::{Pay, PayPart, PayReason, RoadCost};
pub use crate::sim::command::{
    CartIndex, Command, JourneyCommand, Lever, PlanCommand, Preparation,
};
pub(crate) use crate::sim::event::Who;
pub use crate::sim::event::{
    ActorEvent, Burnt, ChoiceChange, End, Event, FightEvent, FloorEvent, Harm, ItemEvent,
    JobReason, JourneyEvent, LeadEnd, Meeting, RaidEvent, TutorEvent, WorkEvent,
};
pub(crate) use crate::sim::fight::odds::HEALERS_HELP_BELOW_PERCENT;
pub(crate) use crate::sim::floor::fire::gas_damage;
pub(crate) use crate::sim::floor::ground::share_of_speed;
pub use crate::sim::floor::known::CutOff;
pub use crate::sim::forecast::{
    Forecast, ForecastTask, ForetoldMember, Gain, MAX_SAMPLES, NoForecast, Spread,
};
pub use crate::sim::game::{Game, Outcome, RunStatus};
pub(crate) use crate::sim::query::town::trap_of;
pub use crate::sim::query::{Bystander, Odds};
pub use crate::sim::reckoning::{
    Deed, DeedKind, EndCause, Loss, Missed, Night, NightEvents, RaiderEnd, Reckoning,
    ReckoningTask, Suggestion, Worth,
};
pub use crate::sim::reject::{Interruption, KitPlace, Obstacle, Reject, Remedy};
pub use crate::sim::setup::{HandMeDown, Mode, Setup};
pub use crate::sim::shift::build::{Aftermath, Mess, certify, nearest_first, pristine, raid};
pub use crate::sim::shift::grade::{DawnPoints, Grade};
pub use crate::sim::shift::grade_line::{GradeLine, GradeReason};
pub use crate::sim::shift::picture;
pub use crate::sim::shift::raid::party::draw_party;
pub use crate::sim::shift::raid::rehearsal::Rehearsal;
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
pub use crate::sim::state::journey::records::{Entrant, RaidParty};
pub use crate::sim::state::journey::records::{Person, PersonFate, Stance};
pub use crate::sim::state::journey::records::{
    Rumour, Subject, TownRecord, TownVisit, Townsperson, Who as TownWho,
};
pub use crate::sim::state::journey::records::{SiteRaid, SiteRecord, SiteState};
pub use crate::sim::state::journey::{
    BeatenHolder, ClosetOrders, ExtraOrder, Journey, Leg, Phase, RaidProgress, Seat, StoredFloor,
    offer_perks, perks_earned,
};
pub(crate) use crate::sim::state::order::PerJob;
pub use crate::sim::state::order::{JobCount, Tally};
pub use crate::sim::state::purpose;
pub use crate::sim::state::purpose::Streams;
pub use crate::sim::state::raid::{Fate, Raid, RaidMember, RaidReport, Sketch, Team};
pub use crate::sim::state::shift::{Activity, Cord, MAX_PLAN, ShiftState, Shop, Tenant, Tutor};
pub use crate::sim::state::snapshot::{Snapshot, SnapshotError};
pub use crate::sim::state::world::World;
pub use crate::sim::travel::{LONG_JOB_TURNS, PlanCost};
pub use crate::sim::units::{
    ACTION_ENERGY, ActorId, Coins, Digest, Holder, Letter, NEAR_DAWN, PersonId, SiteId, Stack,
    Turns,
};
pub use crate::sim::work::cords::CordEnd;
pub use crate::sim::work::order::STIRRING_TURNS;
