//! Names of lower layers that the rules use everywhere: positions, content, events and the state.
//! Never a rule: `tests/architecture` must see which rule uses which.

pub(crate) use crate::sim::command::{
    CartIndex, Command, JourneyCommand, Lever, PlanCommand, Preparation,
};
pub(crate) use crate::sim::event::{
    ActorEvent, End, Event, FightEvent, FloorEvent, Harm, ItemEvent, JobReason, JourneyEvent,
    LeadEnd, RaidEvent, TutorEvent, WorkEvent,
};
pub(crate) use crate::sim::reject::{Interruption, Reject, fail_if};
pub(crate) use crate::sim::setup::Setup;
pub(crate) use crate::sim::state::belongings::{Body, PerSupply, RunState};
pub(crate) use crate::sim::state::components::{
    AiState, Boss, Duty, HotComponents, Raider, Statuses, Vitals, Windup,
};
pub(crate) use crate::sim::state::fixture::{Door, Fixture};
pub(crate) use crate::sim::state::floor::Floor;
pub(crate) use crate::sim::state::journey::atlas::Atlas;
pub(crate) use crate::sim::state::journey::records::{
    Person, PersonFate, RaidParty, SiteRaid, SiteState, Stance, TownHouse, Townsperson, TrapSet,
};
pub(crate) use crate::sim::state::journey::{
    ClosetOrders, Journey, Phase, RaidProgress, night_ordinal,
};
pub(crate) use crate::sim::state::order::{JobCount, PerJob};
pub(crate) use crate::sim::state::purpose;
pub(crate) use crate::sim::state::purpose::Streams;
pub(crate) use crate::sim::state::raid::{Fate, Raid, RaidMember, RaidReport, Sketch, Team};
pub(crate) use crate::sim::state::scratch::Scratch;
pub(crate) use crate::sim::state::shift::{Activity, Tutor};
pub(crate) use crate::sim::state::snapshot::Snapshot;
pub(crate) use crate::sim::state::sorted::{entry, set_member};
pub(crate) use crate::sim::state::world::{ActorRef, World};
pub(crate) use crate::sim::units::{
    ACTION_ENERGY, ActorId, Coins, Letter, PersonId, SiteId, Stack, Turns,
};
pub(crate) use base::{
    Bits, Dir, DistanceField, Grid, Line, Moves, Ordinal, Pos, Rect, Seed, Stream, TargetDistances,
    Tie, flood, local_components,
};
pub(crate) use content::{
    ActorKindId, Catalog, Depth, Effect, FloorKey, Gate, Guise, ItemKindId, JobKind, LevelKind,
    Meal, NoticePlace, PartyKindId, PerkEffect, PerkNoise, Slot, Status, Supply, TrapKindId, Want,
};
