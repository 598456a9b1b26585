//! What keys, clicks and the wheel do in a sheet.

use ratatui::layout::Position;

use super::{Row, Sheet, SheetKind, SheetState};
use crate::{
    Context,
    keymap::{InputMode, Intent},
    terminal::{Input, Key, KeyCode, Mouse, MouseKind},
};
use base::Dir;

/// What an input comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetInput {
    /// It has no meaning in the sheet.
    Ignore,
    /// The choice has moved, or the text was scrolled.
    Stay,
    Close,
    Help,
    /// Does what a row is for.
    Choose(usize),
}

/// The key that begins to filter the rows.
const FILTER_KEY: Key = Key::char('/');
/// The number of rows by which the keys for pages move.
const PAGE_ROWS: usize = 10;

impl Sheet {
    pub(crate) fn input(
        &self,
        input: &Input,
        state: &mut SheetState,
        context: &Context,
    ) -> SheetInput {
        if let Input::Mouse(mouse) = input {
            return self.mouse(*mouse, input, state);
        }
        if state.is_filtering {
            return self.write_filter(input, state, context);
        }
        let is_for_nothing = std::mem::take(&mut state.is_key_unknown);
        if let Some(at) = self.row_of(input) {
            return self.point(at, !self.keys_choose, state);
        }
        match context.intent(InputMode::List, input) {
            Some(Intent::Cancel) if !state.filter.is_empty() => {
                state.filter.clear();
                SheetInput::Stay
            }
            Some(Intent::Cancel) if !self.stays => SheetInput::Close,
            Some(Intent::Help) if self.kind != SheetKind::Page => SheetInput::Help,
            Some(Intent::Confirm) if self.rows.is_empty() => match self.kind {
                SheetKind::Box { .. } | SheetKind::FullBox | SheetKind::Page => SheetInput::Close,
                _ => SheetInput::Ignore,
            },
            Some(Intent::Confirm) if is_for_nothing => SheetInput::Stay,
            Some(Intent::Confirm) => {
                let mut shown = self.shown_rows(state).map(|(at, _)| at);
                let chosen = shown.find(|at| Some(*at) == state.chosen);
                chosen.map_or(SheetInput::Ignore, SheetInput::Choose)
            }
            Some(intent) if self.turn(intent, state) => SheetInput::Stay,
            _ if self.is_opened_by(input, context) => SheetInput::Close,
            _ if self.kind != SheetKind::Menu && *input == Input::Key(FILTER_KEY) => {
                state.is_filtering = !self.rows.is_empty();
                SheetInput::Stay
            }
            _ if self.kind == SheetKind::Menu => match context.intent(InputMode::Cursor, input) {
                Some(Intent::Move(Dir::East)) => self.step(Intent::Next, state),
                Some(Intent::Move(Dir::West)) => self.step(Intent::Previous, state),
                _ => SheetInput::Ignore,
            },
            _ => SheetInput::Ignore,
        }
    }

    /// Writes the filter: letters go into it, and its first row is chosen if the chosen one is not
    /// shown.
    fn write_filter(&self, input: &Input, state: &mut SheetState, context: &Context) -> SheetInput {
        let Input::Key(key) = input else { return SheetInput::Ignore };
        match (context.intent(InputMode::List, input), key.text()) {
            (_, Some(letter)) => state.filter.push(letter),
            (Some(Intent::Confirm), _) => state.is_filtering = false,
            (Some(Intent::Cancel), _) => {
                (state.is_filtering, state.filter) = (false, String::new());
            }
            _ if key.code == KeyCode::Backspace => _ = state.filter.pop(),
            (Some(intent), _) => return self.step(intent, state),
            _ => return SheetInput::Ignore,
        }
        let shown: Vec<usize> = self.shown_rows(state).map(|(at, _)| at).collect();
        if !state.chosen.is_some_and(|at| shown.contains(&at)) {
            state.chosen = shown.first().copied().or(state.chosen);
        }
        SheetInput::Stay
    }

    /// Notes a key that nothing has a use for. True if it is a letter that could have chosen a row.
    pub(crate) fn note_unknown(&self, input: &Input, state: &mut SheetState) -> bool {
        let is_letter = matches!(input, Input::Key(Key { code: KeyCode::Char(_), .. }));
        state.is_key_unknown = is_letter && self.keys_choose;
        state.is_key_unknown
    }

    fn is_opened_by(&self, input: &Input, context: &Context) -> bool {
        self.opened_by.is_some() && context.intent(InputMode::Play, input) == self.opened_by
    }

    /// The row whose key was pressed.
    fn row_of(&self, input: &Input) -> Option<usize> {
        let Input::Key(key) = input else { return None };
        let is_meant = |row: &Row| row.key.is_some_and(|own| *key == Key::char(own));
        self.rows.iter().position(is_meant)
    }

    /// Chooses a row, or does what it is for if `acts`; then the choice of a box stays, since most
    /// boxes are closed by it.
    fn point(&self, at: usize, acts: bool, state: &mut SheetState) -> SheetInput {
        if !acts || !self.is_box() {
            state.chosen = Some(at);
        }
        if acts { SheetInput::Choose(at) } else { SheetInput::Stay }
    }

    fn mouse(&self, mouse: Mouse, input: &Input, state: &mut SheetState) -> SheetInput {
        let is_scrolled = self.rows.is_empty() || self.kind == SheetKind::Menu;
        match mouse.kind {
            MouseKind::ScrollDown if !is_scrolled => self.step(Intent::Next, state),
            MouseKind::ScrollUp if !is_scrolled => self.step(Intent::Previous, state),
            MouseKind::Click => {
                let here = Position { x: mouse.x, y: mouse.y };
                let spot = state.spots.iter().find(|(area, _)| area.contains(here));
                match spot {
                    // A second click on a part of a form is not yet the end of it.
                    Some(&(_, at)) => {
                        let is_chosen = self.is_quick || state.chosen == Some(at);
                        let acts = is_chosen && self.kind != SheetKind::Form;
                        self.point(at, acts, state)
                    }
                    None => SheetInput::Ignore,
                }
            }
            _ if state.scroll.wheel(input) => SheetInput::Stay,
            _ => SheetInput::Ignore,
        }
    }

    /// Moves the choice, or scrolls the text, by an intent of lists. False for other intents.
    fn turn(&self, intent: Intent, state: &mut SheetState) -> bool {
        let is_step = matches!(intent, Intent::Next | Intent::Previous);
        if self.rows.is_empty() || (self.kind == SheetKind::Menu && !is_step) {
            return state.scroll.take(intent);
        }
        let shown: Vec<usize> = self.shown_rows(state).map(|(at, _)| at).collect();
        let chosen = state.chosen.map(|at| shown.partition_point(|&row| row < at));
        let Some(to) = turned(chosen, intent, shown.len()) else { return false };
        state.chosen = shown.get(to).copied().or(state.chosen);
        state.problem.clear();
        true
    }

    fn step(&self, intent: Intent, state: &mut SheetState) -> SheetInput {
        if self.turn(intent, state) { SheetInput::Stay } else { SheetInput::Ignore }
    }
}

/// The row that an intent of lists leads to: the first one follows the last, and also none. `None`
/// for other intents.
fn turned(chosen: Option<usize>, intent: Intent, rows: usize) -> Option<usize> {
    let last = rows.saturating_sub(1);
    let at = chosen.map(|at| at.min(last));
    Some(match intent {
        Intent::Next => at.filter(|&at| at < last).map_or(0, |at| at + 1),
        Intent::Previous => at.and_then(|at| at.checked_sub(1)).unwrap_or(last),
        Intent::PageDown => (at.unwrap_or(0) + PAGE_ROWS).min(last),
        Intent::PageUp => at.unwrap_or(0).saturating_sub(PAGE_ROWS),
        Intent::First => 0,
        Intent::Last => last,
        _ => return None,
    })
}

/// The small letters that choose rows: those without an intent in lists.
pub fn letters(context: &Context) -> Vec<char> {
    unbound_letters(context, 'a'..='z')
}

/// The letters without an intent in lists.
pub fn unbound_letters(context: &Context, letters: impl Iterator<Item = char>) -> Vec<char> {
    let is_free = |letter: &char| {
        let input = Input::Key(Key::char(*letter));
        context.intent(InputMode::List, &input).is_none()
    };
    letters.filter(is_free).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_choice_goes_round_and_from_nowhere_to_either_end() {
        let cases = [
            (Some(0), Intent::Previous, 29),
            (Some(29), Intent::Next, 0),
            (Some(0), Intent::PageDown, 10),
            (Some(25), Intent::PageDown, 29),
            (Some(3), Intent::PageUp, 0),
            (Some(40), Intent::Previous, 28),
            (None, Intent::Next, 0),
            (None, Intent::Previous, 29),
            (None, Intent::First, 0),
        ];
        for (chosen, intent, expected) in cases {
            assert_eq!(turned(chosen, intent, 30), Some(expected), "{chosen:?} {intent:?}");
        }
        assert_eq!(turned(Some(0), Intent::Next, 0), Some(0));
        assert_eq!(turned(Some(0), Intent::Work, 3), None);
    }
}
