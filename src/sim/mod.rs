//! The rules: a hecs world, and the one function that takes a run from a state to the next.
//!
//! [`Game::step`] is the way in: `rules::check` says whether a command can be carried out,
//! `rules::actions` carries it out, `shift::turn` lets the others act, and [`Event`]s tell what
//! happened. The rooms, from the bottom up: the vocabulary (`command`, `event`, `reject`, `setup`,
//! `units`), `state`, `query`, `rules`, `ai`, `travel`, `solver`, `shift`, `game`. Imports run
//! downward only.
//!
//! Never here: a terminal, a file, a clock, a word for the player that is not an [`Event`] or a
//! [`Reject`], and nothing that depends on the order in which hecs keeps its entities.

mod ai;
mod command;
mod dispatch;
mod event;
mod game;
mod interruption;
mod query;
mod reject;
mod rules;
mod setup;
mod shift;
mod solver;
mod state;
mod travel;
mod units;

pub use command::{CartIndex, Command};
pub use event::{
    ActorEvent, Burnt, End, Event, FightEvent, FloorEvent, Harm, ItemEvent, RaidEvent, Who,
    WorkEvent,
};
pub use game::{Game, Outcome, Status};
pub use interruption::{Interruption, Obstacle};
pub use query::fight::HURT_BELOW;
pub use query::{Bystander, Odds};
pub use reject::Reject;
pub use setup::{Mode, Options, Setup};
pub use shift::build::{certify, nearest_first};
pub use shift::grade::{Grade, GradeLine, GradeReason, Letter};
pub use shift::mess::Mess;
pub use shift::raid::headless::{Aftermath, raid};
pub use solver::certificate::{Certificate, Chore, OrderStep, Unsolvable};
pub use state::behaviour::Behaviour;
pub use state::belongings::{Belongings, Body, PerSupply, Worn};
pub use state::cells::{CellMemory, Cells, Knowledge};
pub use state::components::{
    AiState, Boss, Duty, Errand, ErrandKind, Kind, Position, Raider, Statuses, Vitals, Windup,
};
pub use state::digest::ComponentDigests;
pub use state::fixture::{Door, Fixture};
pub use state::floor::{Floor, Known};
pub use state::order::{JobCount, PerJob, Tally, WorkOrder};
pub use state::raid::{Heading, Raid};
pub use state::report::{Fate, RaidMember, Report, SpoiledWork};
pub use state::run::{Appearances, Identified, RunState};
pub use state::shift::ShiftState;
pub use state::shop::Shop;
pub use state::sight::Sight;
pub use state::snapshot::{FloorState, Snapshot, SnapshotError};
pub use state::world::{ActorRecord, Streams, World};
pub use units::Stack;
pub use units::{ActorId, Coins, Digest, Turns};
