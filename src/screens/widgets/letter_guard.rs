//! The confirmation after a letter that no entry of a list has.

use ratatui::text::Line;

use crate::{
    Appearance,
    terminal::{Input, Key, KeyCode},
    theme::ColorRole,
};

/// Whether the last key in a list was a letter that no entry has. Then the next confirmation is for nothing: it was meant for that
/// letter, not for the entry that is chosen.
#[derive(Default)]
pub(crate) struct LetterGuard {
    is_unknown: bool,
}

impl LetterGuard {
    /// Notes a key that is of no entry.
    pub(crate) fn note(&mut self, input: &Input) {
        self.is_unknown = matches!(input, Input::Key(Key { code: KeyCode::Char(_), .. }));
    }

    /// Whether a confirmation that comes now is for nothing; the one after it is not.
    pub(crate) fn take(&mut self) -> bool {
        std::mem::take(&mut self.is_unknown)
    }

    /// What is said of the letter, with a free line before it.
    pub(crate) fn notice(&self, looks: Appearance) -> Option<[Line<'static>; 2]> {
        let text = "Nothing here has that letter.";
        let notice = Line::styled(text, looks.style(ColorRole::Warning));
        self.is_unknown.then(|| [Line::default(), notice])
    }
}
