//! The tour of a town that the key for exploring makes: from door to door, and to whoever has something to say.

use crate::{
    sim::{Event, Interruption, JourneyEvent, WorkEvent},
    view::{TownView, View},
};

/// Whether the tour goes on by itself after a walk that had these events: from a house to the next one, and from the way to somebody
/// to a word with them. Whatever there is to see or to hear ends it.
pub(super) fn goes_on(view: View<'_>, events: &[Event]) -> bool {
    let ends = |event: &Event| match event {
        Event::Journey(JourneyEvent::HouseEntered { .. } | JourneyEvent::Said { .. }) => true,
        Event::Work(WorkEvent::Stopped { why }) => *why != Interruption::Arrived,
        _ => false,
    };
    let has_next = |town: TownView<'_>| town.here().is_none() || town.is_anybody_to_hear_beside();
    view.town().is_some_and(has_next) && !events.iter().any(ends)
}
