//! What is begun by one key and takes several commands: when one of them has ended, the next begins
//! by itself.

use base::Pos;
use engine::sim::{
    Command, Event, Interruption, JobReason, JourneyEvent, LONG_JOB_TURNS, WorkEvent,
};
use engine::view::{TownView, View};

#[derive(Clone, Copy, Debug)]
pub(crate) enum Errand {
    /// Through a town, from door to door and to whoever has something to say.
    Tour,
    /// Out of a house, and then to a door of the streets.
    ToDoor(Pos),
    /// The jobs of the order, one after the other.
    Order,
}

impl Errand {
    /// The errand that a command of the player begins, if it is one of several commands.
    pub(crate) fn begun_by(command: Command, carries_on: bool, view: View<'_>) -> Option<Self> {
        match command {
            Command::Explore if view.is_in_town() => Some(Self::Tour),
            Command::DoNextJob if carries_on && view.plan().is_empty() => Some(Self::Order),
            _ => None,
        }
    }

    /// The errand after a command that had these events; `None` where it is over. The tour goes on
    /// from a house to the next one, and from the way to somebody to a word with them: whatever
    /// there is to see or to hear ends it. The order ends with what the player should decide on.
    pub(crate) fn after(self, events: &[Event], view: View<'_>) -> Option<Self> {
        let goes_on = match self {
            Self::Tour | Self::ToDoor(_) => {
                let has_next = |town: TownView<'_>| {
                    let is_outside = town.here().is_none();
                    is_outside || (matches!(self, Self::Tour) && town.is_anybody_to_hear_beside())
                };
                view.town().is_some_and(has_next)
            }
            Self::Order => {
                view.is_before_raid()
                    && view.refusal(&Command::DoNextJob).is_none()
                    && match view.next_job() {
                        Some(own) => own.turns < LONG_JOB_TURNS && !view.makes_late(own.turns),
                        // Whether to look round or to see to the job that is known.
                        None => !matches!(
                            view.why_no_job(),
                            Some(JobReason::NoWay(_) | JobReason::Lacking(_))
                        ),
                    }
            }
        };
        (goes_on && !events.iter().any(|event| self.is_ended_by(event))).then_some(self)
    }

    fn is_ended_by(self, event: &Event) -> bool {
        match (self, event) {
            (Self::Order, Event::Work(WorkEvent::Stopped { why })) => {
                !matches!(why, Interruption::Done | Interruption::AtWork)
            }
            (Self::Order, _) => false,
            (_, Event::Journey(JourneyEvent::HouseEntered { .. } | JourneyEvent::Said { .. })) => {
                true
            }
            (_, Event::Work(WorkEvent::Stopped { why })) => *why != Interruption::Arrived,
            _ => false,
        }
    }

    /// The next command, and the errand while that is carried out.
    pub(crate) fn next(self) -> (Command, Option<Self>) {
        match self {
            Self::Tour => (Command::Explore, Some(self)),
            Self::ToDoor(door) => (Command::Travel(door), None),
            Self::Order => (Command::DoNextJob, Some(self)),
        }
    }
}
