//! Messages of the log: events in words.

mod actors;
mod fight;
mod floor;
mod items;
mod journey;
pub(super) mod news;
mod phrases;
mod raid;
mod refusals;
mod told;
mod work;

use crate::sim::{Event, FloorEvent};

use super::View;

pub use news::messages;
pub use refusals::describe_refusal;
pub use told::{Message, Tone};

/// The messages for gates and keys that are in sight before the first turn, for which there are no
/// events.
pub fn first_sights(view: &View<'_>) -> Vec<Message> {
    let mut gates = Vec::new();
    let mut events = Vec::new();
    for at in view.cells().filter(|&at| view.is_visible(at)) {
        if let Some(gate) = view.gate_at(at).filter(|gate| !gates.contains(gate)) {
            gates.push(gate);
            events.push(Event::Floor(FloorEvent::GateSeen { gate, at }));
        }
        let item = view.cell(at).item;
        if let Some(item) = item.filter(|&kind| view.catalog().item(kind).opens.is_some()) {
            events.push(Event::Floor(FloorEvent::OpenerSeen { item, at }));
        }
    }
    messages(view, &events)
}
