//! The chosen entry of a list, and how the keys of lists move it.

use std::ops::Range;

use crate::{
    keymap::Intent,
    terminal::{Input, Key},
};

/// The entry of a list that is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    pub at: usize,
}

/// The number of entries by which the keys for pages move.
const PAGE_ENTRIES: usize = 10;

impl Selection {
    /// Moves among a number of entries by an intent of lists; the first entry follows the last. False for other intents.
    pub fn turn(&mut self, intent: Intent, entries: usize) -> bool {
        let last = entries.saturating_sub(1);
        let at = self.at.min(last);
        self.at = match intent {
            Intent::Next if at == last => 0,
            Intent::Next => at + 1,
            Intent::Previous if at == 0 => last,
            Intent::Previous => at - 1,
            Intent::PageDown => (at + PAGE_ENTRIES).min(last),
            Intent::PageUp => at.saturating_sub(PAGE_ENTRIES),
            Intent::First => 0,
            Intent::Last => last,
            _ => return false,
        };
        true
    }

    /// The range of entries to show in a number of rows, so that the chosen one is among them.
    pub fn window(self, entries: usize, rows: usize) -> Range<usize> {
        let start = self.at.saturating_sub(rows / 2).min(entries.saturating_sub(rows));
        start..entries.min(start + rows)
    }
}

/// Moves a cursor that stands on no entry at first: from there the first key leads to the first entry, or to the last.
pub(crate) fn turn_from_none(at: &mut Option<usize>, intent: Intent, entries: usize) -> bool {
    let before = if intent == Intent::Next { entries.saturating_sub(1) } else { 0 };
    let mut selection = Selection { at: at.unwrap_or(before) };
    let is_turned = selection.turn(intent, entries);
    if is_turned {
        *at = Some(selection.at);
    }
    is_turned
}

/// The letter of an entry: "a" is the first.
pub(crate) fn letter(entry: usize) -> char {
    char::from(b'a' + entry as u8)
}

/// The entry whose letter was pressed.
pub(crate) fn lettered(input: &Input, entries: usize) -> Option<usize> {
    (0..entries).find(|&entry| *input == Input::Key(Key::char(letter(entry))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_round_and_keeps_in_the_window() {
        let mut selection = Selection::default();
        assert!(selection.turn(Intent::Previous, 30));
        assert_eq!((selection.at, selection.window(30, 8)), (29, 22..30));
        assert!(selection.turn(Intent::Next, 30));
        assert_eq!((selection.at, selection.window(30, 8)), (0, 0..8));
        assert!(selection.turn(Intent::PageDown, 30));
        assert_eq!((selection.at, selection.window(30, 8)), (10, 6..14));
        assert!(!selection.turn(Intent::Work, 30));
        assert!(selection.turn(Intent::Next, 0));
        assert_eq!((selection.at, selection.window(0, 8)), (0, 0..0));
    }

    #[test]
    fn from_nowhere_it_goes_to_the_first_or_the_last() {
        for (intent, expected) in [(Intent::Next, 0), (Intent::Previous, 2), (Intent::First, 0)] {
            let mut at = None;
            assert!(turn_from_none(&mut at, intent, 3));
            assert_eq!(at, Some(expected), "{intent:?}");
        }
        let mut at = Some(0);
        assert!(turn_from_none(&mut at, Intent::Next, 3));
        assert_eq!(at, Some(1));
        assert!(!turn_from_none(&mut at, Intent::Work, 3));
        assert_eq!(at, Some(1));
    }

    #[test]
    fn a_letter_chooses_an_entry_that_is_there() {
        let press = |key| lettered(&Input::Key(Key::char(key)), 3);
        assert_eq!(['a', 'c', 'd', '1'].map(press), [Some(0), Some(2), None, None]);
    }
}
