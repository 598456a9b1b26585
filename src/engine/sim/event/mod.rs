//! Events: what happened in a turn, for views and messages.

mod actor;
mod fight;
mod floor;
mod item;
mod journey;
mod parts;
mod raid;
mod tutor;
mod work;

use serde::Serialize;

pub use actor::ActorEvent;
pub use fight::FightEvent;
pub use floor::FloorEvent;
pub use item::ItemEvent;
pub use journey::JourneyEvent;
pub(crate) use parts::Who;
pub use parts::{Burnt, ChoiceChange, End, Harm, Meeting};
pub use raid::RaidEvent;
pub use tutor::TutorEvent;
pub use work::{JobReason, LeadEnd, WorkEvent};

/// Something that has happened, by its subject: plain data, in the past tense. Screens turn it into words and
/// movement. No rule depends on events but one: `travel::interrupt` reads those of a turn to end a walk, a rest or a
/// job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Event {
    Fight(FightEvent),
    Floor(FloorEvent),
    Item(ItemEvent),
    Work(WorkEvent),
    Raid(RaidEvent),
    Actor(ActorEvent),
    Journey(JourneyEvent),
    Tutor(TutorEvent),
}
