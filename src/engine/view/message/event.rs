//! One event in words.

use crate::sim::Event;
use crate::view::View;
use content::capital;

use super::line::{Message, Tone};
use super::{actors, fight, floor, heard, items, journey, raid, work};

pub(in crate::view) fn message(view: &View<'_>, event: &Event) -> Option<Message> {
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
