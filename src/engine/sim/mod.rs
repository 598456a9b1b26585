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

mod ai;
mod campaign;
mod command;
mod dispatch;
mod event;
mod game;
mod interruption;
mod letter;
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

pub(crate) use campaign::{
    JourneyRef, TownCost, best_nights, can_drink, can_play, deal_price, drink_price,
    is_choice_open, pay_for, rank, stakes, town_cost,
};
pub use campaign::{Pay, PayPart, PayReason, RoadCost};
pub use command::{CartIndex, Command, JourneyCommand, Preparation};
pub(crate) use event::Who;
pub use event::{
    ActorEvent, Burnt, ChoiceChange, End, Event, FightEvent, FloorEvent, Harm, ItemEvent,
    JobReason, JourneyEvent, LeadEnd, Meeting, RaidEvent, TutorEvent, WorkEvent,
};
pub use game::{Game, Outcome, RunStatus};
pub use interruption::{Interruption, Obstacle};
pub use letter::Letter;
pub use query::Bystander;
pub use query::Odds;
pub(crate) use query::fight::HEALERS_HELP_BELOW_PERCENT;
pub(crate) use query::hearsay::trap_of;
pub(crate) use query::pace::share_of_speed;
pub(crate) use query::perception::MAX_ERRAND_CELLS;
pub use query::work::STIRRING_TURNS;
pub(crate) use reject::KitPlace;
pub use reject::{Reject, Remedy};
pub(crate) use rules::gas::gas_damage;
pub use setup::{HandMeDown, Mode, Setup};
pub use shift::build::{certify, nearest_first, pristine};
pub use shift::grade::Grade;
pub use shift::grade::TIME_STEPS;
pub use shift::grade_line::{GradeLine, GradeReason};
pub use shift::mess::Mess;
pub use shift::picture;
pub use shift::raid::headless::{Aftermath, raid};
pub use shift::raid::party::draw_party;
pub(crate) use solver::certificate::Unsolvable;
pub use solver::certificate::{Chore, WorkCertificate};
pub use state::activity::Activity;
pub use state::belongings::{Body, Worn};
pub use state::cells::{Cells, Knowledge};
pub(crate) use state::components::ErrandKind;
pub use state::components::{AiState, Boss, Duty, Raider, Vitals};
pub use state::digest::ComponentDigests;
pub use state::fixture::{Door, Fixture};
pub use state::floor::Floor;
pub(crate) use state::floor::Known;
pub use state::floor_state::ActorRecord;
pub use state::floor_state::FloorState;
pub use state::journey::atlas::Atlas;
pub use state::journey::person::{Person, PersonFate, Stance};
pub(crate) use state::journey::site::Entrant;
pub use state::journey::site::{SiteRaid, SiteRecord, SiteState};
pub use state::journey::town::{
    Rumour, Subject, TownRecord, TownVisit, Townsperson, Who as TownWho,
};
pub use state::journey::{
    BeatenHolder, ClosetOrders, ExtraOrder, Journey, Leg, Phase, RaidProgress, Seat, StoredFloor,
    offer_perks, perks_earned,
};
pub use state::order::{JobCount, Tally};
pub use state::purpose;
pub use state::raid::{Heading, Raid};
pub use state::report::{Fate, RaidMember, RaidReport};
pub use state::run::RunState;
pub use state::shift::ShiftState;
pub use state::shop::Shop;
pub use state::snapshot::{Snapshot, SnapshotError};
pub use state::streams::Streams;
pub use state::tenant::Tenant;
pub use state::tutor::Tutor;
pub use state::world::World;
pub use travel::LONG_JOB_TURNS;
pub use units::Stack;
pub use units::{ACTION_ENERGY, NEAR_DAWN};
pub use units::{ActorId, Coins, Digest, Holder, PersonId, SiteId, Turns};
