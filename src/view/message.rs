//! Messages of the log: events in words.

mod actors;
mod fight;
mod floor;
mod heard;
mod items;
mod journey;
mod line;
mod names;
mod news;
mod phrases;
mod raid;
mod refusals;
mod town;
mod work;

use crate::base::Pos;
use crate::content::capital;
use crate::sim::{Event, FloorEvent};

use super::View;
use news::{Item, News};

pub use line::{Message, Tone};
pub use refusals::describe_refusal;

/// The messages for events, in order. An event that the player did not perceive has none.
pub fn messages(view: &View<'_>, events: &[Event]) -> Vec<Message> {
    let mut news = News::of(view);
    let mut told = Vec::new();
    for event in events {
        match news.as_mut().map_or(Item::Other, |news| news.take(event)) {
            Item::Told(message) => told.push(message),
            Item::LeftOut => {}
            Item::Other => told.extend(message(view, event)),
        }
    }
    told.extend(news.map_or_else(Vec::new, News::rest));
    told
}

/// The messages for gates and keys that are in sight before the first turn, for which there are no events.
pub(crate) fn first_sights(view: &View<'_>) -> Vec<Message> {
    let (width, height) = view.size();
    let cells = (0..width * height).map(|index| Pos::new(index % width, index / width));
    let mut gates = Vec::new();
    let mut events = Vec::new();
    for at in cells.filter(|&at| view.is_visible(at)) {
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

pub(super) fn message(view: &View<'_>, event: &Event) -> Option<Message> {
    let (text, tone) = words(view, event).or_else(|| heard::words(view, event))?;
    Some(Message { text: capital(&text), tone })
}

fn words(view: &View<'_>, event: &Event) -> Option<(String, Tone)> {
    match event {
        Event::Fight(event) => fight::words(view, event),
        Event::Floor(event) => floor::words(view, event),
        Event::Item(event) => items::words(view, event),
        Event::Work(event) => work::words(view, event),
        Event::Raid(event) => raid::words(view, event),
        Event::Actor(event) => actors::words(view, event),
        Event::Journey(event) => journey::words(view, event),
        // These name keys: `View::tutor_words`.
        Event::Tutor(_) => None,
    }
}
