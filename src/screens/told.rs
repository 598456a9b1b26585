//! What the log tells of a command: while it is played, and when it is played again to make the log
//! of a run anew.

use engine::sim::{Activity, Event, PersonId};
use engine::view::{Message, Tone, View, first_sights, messages};

use super::log::{Log, Voice};

/// What the lines of a command compare the state after it with.
pub(crate) struct StateBefore {
    is_on_map: bool,
    /// Whether the raid went on without the upkeeper: the raid show tells of it.
    is_raid_show: bool,
    health: i32,
    seat_prospect: Option<PersonId>,
}

impl StateBefore {
    pub(crate) fn of(view: View<'_>) -> StateBefore {
        StateBefore {
            is_on_map: view.is_on_map(),
            is_raid_show: view.activity() == Some(Activity::Watch),
            health: view.health().0,
            seat_prospect: view.journey().and_then(|journey| journey.seat_prospect()),
        }
    }

    /// Whether the command has led from a floor to the map.
    pub(crate) fn has_left_floor(&self, view: View<'_>) -> bool {
        view.is_on_map() && !self.is_on_map
    }

    /// Logs what a command has led to, by its events and the state after it. `tutor_text` makes a
    /// line of what the tutor says, which has the places of keys in it.
    pub(crate) fn tell(
        &self,
        view: View<'_>,
        events: &[Event],
        log: &mut Log,
        tutor_text: impl Fn(&str) -> String,
    ) {
        let now = view.clock();
        for message in messages(&view, events) {
            log.tell(now, message);
        }
        if let Some(message) = view.wounds_told(self.health) {
            log.tell(now, message);
        }
        if let Some(journey) = view.journey()
            && view.is_on_map()
            && let Some(text) = journey.seat_prospect_told(self.seat_prospect)
        {
            log.tell(now, Message { text, tone: Tone::Warning });
        }
        for text in events.iter().filter_map(|event| view.tutor_words(event)) {
            log.add(now, tutor_text(text), Voice::Hint);
        }
    }

    /// Logs a command that is played again. Lines that follow from no event, such as hints and
    /// refusals, are not made again; what the tutor says keeps the places of keys, for
    /// [`Log::take_past`].
    pub(crate) fn tell_again(&self, view: View<'_>, events: &[Event], log: &mut Log) {
        if self.is_raid_show {
            return;
        }
        if self.has_left_floor(view) {
            log.leave_place();
        }
        self.tell(view, events, log, str::to_owned);
        if self.is_on_map && !view.is_on_map() {
            log.tell_first_sights(view);
        }
    }
}

impl Log {
    /// Logs what is in sight at the beginning of a floor.
    pub(crate) fn tell_first_sights(&mut self, view: View<'_>) {
        if view.is_on_map() || view.clock().0 > 0 {
            return;
        }
        for message in first_sights(&view) {
            self.tell(view.clock(), message);
        }
    }
}
