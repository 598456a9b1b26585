//! The rules: a hecs world, and the one function that takes a run from a state to the next.
//!
//! [`Game::step`] is the way in: `check` says whether a command can be carried out, `action` carries
//! it out by the verbs of `mutate`, `turn` lets the others act, and [`Event`]s tell what happened.
//! Never here: a terminal, a file, a clock, a word for the player that is not an [`Event`] or a
//! [`Reject`], and nothing that depends on the order in which hecs keeps its entities.

mod action;
mod ai;
mod area;
mod behaviour;
mod belongings;
mod build;
mod check;
mod command;
mod components;
mod digest;
mod event;
mod fire;
mod fixture;
mod floor;
mod fov;
mod game;
mod gas;
mod glance;
mod grade;
mod hiding;
mod loot;
mod mess;
mod mutate;
mod noise;
mod order;
mod posts;
mod presence;
mod query;
mod raid;
mod reject;
mod setup;
mod shop;
mod snapshot;
mod solver;
mod trap;
mod turn;
mod units;
mod world;

pub use behaviour::{Behaviour, Obstacle, Stop};
pub use belongings::{Belongings, Body, Stack};
pub use build::{certify, nearest_first};
pub use command::{Command, Slot};
pub use components::{
    AiState, Boss, Duty, Errand, Kind, Position, Raider, Statuses, Task, Vitals, Windup,
};
pub use digest::ComponentDigests;
pub use event::{Burnt, End, Event, Harm, Who};
pub use fixture::{Door, Fixture};
pub use floor::{Floor, FloorRecord, Known};
pub use fov::Sight;
pub use game::{Game, Outcome, Status};
pub use grade::{Grade, GradeLine, GradeReason, Letter};
pub use mess::Mess;
pub use order::{JobCount, Tally, WorkOrder};
pub use query::{Bystander, HURT_BELOW, Odds};
pub use raid::{Aftermath, Fate, Heading, Raid, RaidMember, Report, SpoiledWork, raid};
pub use reject::Reject;
pub use setup::{Mode, Options, Setup};
pub use shop::Shop;
pub use snapshot::{Snapshot, SnapshotError};
pub use solver::{Certificate, Chore, Step, Unsolvable};
pub use units::{ActorId, Coins, Digest, Turns};
pub use world::{ActorRecord, Streams, World};
