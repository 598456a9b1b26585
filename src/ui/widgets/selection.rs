//! The chosen entry of a list, and how the keys of lists move it.

use std::ops::Range;

use crate::ui::keymap::Intent;

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
}
