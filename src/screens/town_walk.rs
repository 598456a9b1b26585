//! Walks through a town that take several commands: the tour that the key for exploring makes, from
//! door to door and to whoever has something to say, and the way from one house to another.

use base::Pos;
use engine::sim::{Command, Event, Interruption, JourneyEvent, WorkEvent};
use engine::view::{TownView, View};

/// A walk of which another command begins when one has ended.
#[derive(Clone, Copy, Debug)]
pub(super) enum TownWalk {
    Tour,
    /// Out of a house, and then to a door of the streets.
    ToDoor(Pos),
}

impl TownWalk {
    /// The walk that a command of the player begins, if it is one of several commands.
    pub(super) fn begun_by(command: Command, view: View<'_>) -> Option<Self> {
        (command == Command::Explore && view.is_in_town()).then_some(Self::Tour)
    }

    /// The walk after a command that had these events; `None` where it is over. The tour goes on
    /// from a house to the next one, and from the way to somebody to a word with them: whatever
    /// there is to see or to hear ends it.
    pub(super) fn after(self, events: &[Event], view: View<'_>) -> Option<Self> {
        let ends = |event: &Event| match event {
            Event::Journey(JourneyEvent::HouseEntered { .. } | JourneyEvent::Said { .. }) => true,
            Event::Work(WorkEvent::Stopped { why }) => *why != Interruption::Arrived,
            _ => false,
        };
        let has_next = |town: TownView<'_>| {
            let is_outside = town.here().is_none();
            is_outside || (matches!(self, Self::Tour) && town.is_anybody_to_hear_beside())
        };
        (view.town().is_some_and(has_next) && !events.iter().any(ends)).then_some(self)
    }

    /// The next command, and the walk while that is carried out.
    pub(super) fn next(self) -> (Command, Option<Self>) {
        match self {
            Self::Tour => (Command::Explore, Some(self)),
            Self::ToDoor(door) => (Command::Travel(door), None),
        }
    }
}
