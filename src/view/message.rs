//! Events in words, for the log and for whoever listens.

mod fight;
mod floor;
mod heard;
mod names;
mod others;
mod phrases;
mod raid;
mod things;
mod work;

use crate::base::Pos;
use crate::sim::Event;

use super::View;
use super::examine::capital;

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub text: String,
    pub tone: Tone,
}

/// How a line is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Plain,
    Good,
    Bad,
    /// Look out.
    Warning,
    /// Work done.
    Work,
}

/// The lines for what has happened, in order. What the upkeeper neither saw nor felt has none.
pub fn messages(view: &View<'_>, events: &[Event]) -> Vec<Message> {
    events.iter().filter_map(|event| message(view, event)).collect()
}

/// What is to be said of the gates and keys in sight before the first turn, of which no event has told.
pub fn first_sights(view: &View<'_>) -> Vec<Message> {
    let (width, height) = view.size();
    let cells = (0..width * height).map(|index| Pos::new(index % width, index / width));
    let mut gates = Vec::new();
    let mut events = Vec::new();
    for at in cells.filter(|&at| view.is_visible(at)) {
        if let Some(gate) = view.gate_at(at).filter(|gate| !gates.contains(gate)) {
            gates.push(gate);
            events.push(Event::GateSeen { gate, at });
        }
        let item = view.cell(at).item;
        if let Some(item) = item.filter(|&kind| view.catalog().item(kind).opens.is_some()) {
            events.push(Event::OpenerSeen { item, at });
        }
    }
    messages(view, &events)
}

pub(super) fn message(view: &View<'_>, event: &Event) -> Option<Message> {
    let (text, tone) = words(view, event).or_else(|| heard::words(view, event))?;
    Some(Message { text: capital(&text), tone })
}

fn words(view: &View<'_>, event: &Event) -> Option<(String, Tone)> {
    match event {
        Event::Moved { who, .. } if who.is_player() => things::underfoot(view, who.at),
        Event::Moved { .. } | Event::JobBegun { .. } | Event::SupplySpent { .. } => None,
        Event::Teleported { .. } => others::words(view, event),
        Event::Struck { .. }
        | Event::Missed { .. }
        | Event::Shot { .. }
        | Event::Hurt { .. }
        | Event::Died { .. }
        | Event::Healed { .. }
        | Event::StatusBegan { .. }
        | Event::StatusEnded { .. }
        | Event::StruggledFree { .. }
        | Event::Struggled { .. }
        | Event::TrapSprung { .. }
        | Event::WoundUp { .. }
        | Event::HeavyBlow { .. }
        | Event::PhaseBegan { .. }
        | Event::Shoved { .. }
        | Event::Blinked { .. }
        | Event::Split { .. }
        | Event::ThreatSeen { .. }
        | Event::ThreatLost { .. }
        | Event::Shattered { .. }
        | Event::Fizzled { .. } => fight::words(view, event),
        Event::GasReleased { .. }
        | Event::Noise { .. }
        | Event::DoorOpened { .. }
        | Event::DoorClosed { .. }
        | Event::DoorBarred { .. }
        | Event::Unbarred { .. }
        | Event::DoorHammered { .. }
        | Event::DoorForced { .. }
        | Event::FireBegan { .. }
        | Event::Burnt { .. }
        | Event::GasFlashed { .. }
        | Event::Doused { .. }
        | Event::LightOut { .. }
        | Event::Smothered { .. }
        | Event::Quenched { .. }
        | Event::Unlocked { .. }
        | Event::Blasted { .. }
        | Event::CrateSmashed { .. }
        | Event::CrateHeld { .. }
        | Event::JumpedDown { .. }
        | Event::GateSeen { .. }
        | Event::OpenerSeen { .. }
        | Event::Breached { .. }
        | Event::Hid { .. }
        | Event::DraggedOut { .. } => floor::words(view, event),
        Event::ItemTaken { .. }
        | Event::ItemDropped { .. }
        | Event::GoodsTaken { .. }
        | Event::GoodsReturned { .. }
        | Event::Bought { .. }
        | Event::Sold { .. }
        | Event::Paid { .. }
        | Event::CoinsFound { .. }
        | Event::PocketsEmptied { .. }
        | Event::SupplyFound { .. }
        | Event::Robbed { .. }
        | Event::BaitEaten { .. }
        | Event::Recalled { .. }
        | Event::Equipped { .. }
        | Event::TakenOff { .. }
        | Event::Used { .. }
        | Event::Identified { .. }
        | Event::Threw { .. }
        | Event::MapRead => things::words(view, event),
        Event::JobDone { .. }
        | Event::MopRinsed { .. }
        | Event::MopFouled
        | Event::BodyLifted { .. }
        | Event::BodyDropped { .. }
        | Event::BodyDisposed { .. }
        | Event::BodyRose { .. }
        | Event::VerminCame { .. }
        | Event::Stopped { .. }
        | Event::DawnNears { .. }
        | Event::ClockedOut
        | Event::ShiftEnded { .. } => work::words(view, event),
        Event::RaidBegan { .. }
        | Event::RaiderLeft { .. }
        | Event::Searched { .. }
        | Event::ChestLooted { .. }
        | Event::Pocketed { .. }
        | Event::TrapNoticed { .. }
        | Event::TrapDisarmed { .. }
        | Event::LightLit { .. }
        | Event::UndeadTurned { .. }
        | Event::RetreatCalled
        | Event::DrivenOff { .. }
        | Event::RaidOver => raid::words(view, event),
        Event::Wove { .. }
        | Event::Ate { .. }
        | Event::Barked { .. }
        | Event::Unmasked { .. }
        | Event::BackAtPost { .. }
        | Event::CameHome { .. } => others::words(view, event),
    }
}
