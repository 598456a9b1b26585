//! The message log of a run, repeats folded: for the foot of the map and for the history; and what
//! it tells of a command, while it is played and when it is played again.

use engine::sim::{Activity, Event, PersonId, Turns};
use engine::view::{Message, Tone, View, first_sights, messages};

use super::keymap::Keymap;

/// The lines so far, the newest last.
#[derive(Clone, Debug, Default)]
pub struct Log {
    lines: Vec<LogLine>,
    /// The index of the first line since the player's last decision.
    fresh: usize,
    /// The index of the first line of the place where the player is: those before belong to
    /// another.
    place: usize,
    /// The number of rows of the fresh lines that the player has seen, at the width of the last
    /// drawing.
    pub seen: usize,
    /// Whether these rows are of lines that were joined over several turns.
    pub joined: bool,
    /// The lines that reader mode has not said yet, repeats included.
    unread: Vec<String>,
    /// Whether no key is awaited for more lines than there are rows, because whoever reads it does
    /// not play.
    pub(crate) is_watched: bool,
}

/// A line, and the number of times that it came in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    pub text: String,
    pub voice: Voice,
    pub times: u32,
    /// When it came last.
    pub at: Turns,
}

/// The sort of a line, by which it is styled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voice {
    /// Something that happened.
    Told(Tone),
    Refused,
    Hint,
}

/// The number of lines that are kept; older ones are dropped.
const MAX_LINES: usize = 2_000;
/// The largest number of unread lines. With more, reader mode is not on, and they are dropped.
const MAX_UNREAD_LINES: usize = 500;

impl Log {
    /// The log of a run that is only watched.
    pub fn watched() -> Log {
        Log { is_watched: true, ..Log::default() }
    }

    pub fn tell(&mut self, at: Turns, message: Message) {
        self.add(at, message.text, Voice::Told(message.tone));
    }

    /// Adds a line. If it repeats the last one, that is counted up instead; of refusals in one turn
    /// only the last one stays.
    pub fn add(&mut self, at: Turns, text: String, voice: Voice) {
        if self.unread.len() >= MAX_UNREAD_LINES {
            self.unread.clear();
        }
        self.unread.push(text.clone());
        let last = self.lines.len().checked_sub(1).filter(|&last| last >= self.place);
        if let Some(last) = last {
            let line = &mut self.lines[last];
            let is_repeat = line.text == text;
            if line.voice == voice && (is_repeat || voice == Voice::Refused && line.at == at) {
                line.times = if is_repeat { line.times + 1 } else { 1 };
                (line.text, line.at) = (text, at);
                return self.refresh(last);
            }
        }
        if self.lines.len() >= MAX_LINES {
            self.lines.remove(0);
            self.fresh = self.fresh.saturating_sub(1);
            self.place = self.place.saturating_sub(1);
        }
        self.lines.push(LogLine { text, voice, times: 1, at });
    }

    /// Logs what a command of somebody else led to; if that is told of, the lines before are old.
    pub fn tell_watcher(&mut self, view: View<'_>, events: &[Event]) {
        let told = messages(&view, events);
        if !told.is_empty() {
            self.decide();
        }
        for message in told {
            self.tell(view.clock(), message);
        }
    }

    /// Puts the lines of another log, all of them old, before those of this one.
    pub fn prepend(&mut self, earlier: Log) {
        let count = earlier.lines.len();
        self.lines.splice(0..0, earlier.lines);
        self.fresh += count;
        self.place += count;
    }

    /// As [`Log::prepend`], with keys in the places that the tutor's words have for them.
    pub(crate) fn take_past(&mut self, mut past: Log, keymap: &Keymap) {
        for line in past.lines.iter_mut().filter(|line| line.voice == Voice::Hint) {
            line.text = keymap.fill_in(&line.text);
        }
        self.prepend(past);
    }

    /// Logs what is in sight at the beginning of a floor.
    pub(crate) fn tell_first_sights(&mut self, view: View<'_>) {
        if view.is_on_map() || view.clock().0 > 0 {
            return;
        }
        for message in first_sights(&view) {
            self.tell(view.clock(), message);
        }
    }

    /// Makes a line fresh again, because it has changed.
    fn refresh(&mut self, line: usize) {
        if line < self.fresh {
            self.fresh = line;
            (self.seen, self.joined) = (0, false);
        }
    }

    /// Marks all lines as old: the player acts.
    pub fn decide(&mut self) {
        self.fresh = self.lines.len();
        (self.seen, self.joined) = (0, false);
    }

    /// Marks all lines as those of another place: the foot of the map shows them no more, unless
    /// they are fresh.
    pub fn leave_place(&mut self) {
        self.place = self.lines.len();
    }

    pub fn last_text(&self) -> Option<String> {
        self.lines.last().map(|line| line.text.clone())
    }

    pub fn lines(&self) -> &[LogLine] {
        &self.lines
    }

    /// The lines since the player's last decision.
    pub fn fresh(&self) -> &[LogLine] {
        &self.lines[self.fresh..]
    }

    pub fn take_unread(&mut self) -> Vec<String> {
        std::mem::take(&mut self.unread)
    }

    /// The lines of this place that are older than the player's last decision.
    pub fn old(&self) -> &[LogLine] {
        &self.lines[self.place.min(self.fresh)..self.fresh]
    }
}

impl LogLine {
    /// The text, with the number of repeats if there are any.
    pub fn text(&self) -> String {
        if self.times > 1 { format!("{} (×{})", self.text, self.times) } else { self.text.clone() }
    }
}

/// What the lines of a command compare the state after it with.
pub(crate) struct StateBefore {
    is_on_map: bool,
    /// Whether the upkeeper sat at the hatch, which tells of the raid itself.
    is_at_hatch: bool,
    health: i32,
    seat_prospect: Option<PersonId>,
}

impl StateBefore {
    pub(crate) fn of(view: View<'_>) -> StateBefore {
        StateBefore {
            is_on_map: view.is_on_map(),
            is_at_hatch: view.activity() == Some(Activity::Watch),
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
        if self.is_at_hatch {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn say(log: &mut Log, at: u32, text: &str) {
        log.tell(Turns(at), Message { text: text.into(), tone: Tone::Plain });
    }

    fn said(log: &Log) -> Vec<String> {
        log.lines().iter().map(LogLine::text).collect()
    }

    #[test]
    fn repeats_are_folded_and_are_fresh_again() {
        let mut log = Log::default();
        say(&mut log, 1, "You struggle.");
        say(&mut log, 2, "You struggle.");
        assert_eq!(said(&log), ["You struggle. (×2)"]);
        log.decide();
        assert_eq!(log.fresh(), []);
        say(&mut log, 3, "You struggle.");
        say(&mut log, 3, "You struggle free.");
        assert_eq!(said(&log), ["You struggle. (×3)", "You struggle free."]);
        assert_eq!(log.fresh().len(), 2);
        log.add(Turns(3), "You struggle free.".into(), Voice::Hint);
        assert_eq!(log.lines().len(), 3, "another voice is another line");
    }

    #[test]
    fn lines_of_another_place_are_kept_and_not_shown() {
        let mut log = Log::default();
        say(&mut log, 1, "Osk goes down the stairs.");
        log.decide();
        log.leave_place();
        say(&mut log, 1, "Osk goes down the stairs.");
        assert_eq!(log.lines().len(), 2, "it is another floor");
        assert_eq!((log.old().len(), log.fresh().len()), (0, 1));
        log.decide();
        assert_eq!((log.old().len(), log.fresh().len()), (1, 0));
        let mut earlier = Log::default();
        say(&mut earlier, 1, "A door creaks.");
        log.prepend(earlier);
        assert_eq!(said(&log)[0], "A door creaks.");
        assert_eq!((log.old().len(), log.fresh().len()), (1, 0));
        assert_eq!(log.take_unread(), ["Osk goes down the stairs."; 2]);
    }

    #[test]
    fn of_refusals_in_a_row_the_last_one_stands() {
        let mut log = Log::default();
        for text in ["No way.", "No work.", "No way."] {
            log.decide();
            log.add(Turns(1), text.into(), Voice::Refused);
            assert_eq!((said(&log), log.fresh().len()), (vec![text.to_owned()], 1));
        }
        log.add(Turns(2), "No work.".into(), Voice::Refused);
        assert_eq!(said(&log), ["No way.", "No work."], "a turn has gone by between them");
    }
}
