//! A text field of one line: a name, a seed, a turn.

use ratatui::{
    Frame,
    layout::{Position, Rect},
    text::Line,
};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::{
    Appearance,
    terminal::{Input, KeyCode, sanitize},
    theme::ColorRole,
};

#[derive(Clone, Debug)]
pub struct Field {
    text: String,
    /// The offset of the cursor in the text, in bytes.
    at: usize,
    max_columns: usize,
    digits: bool,
}

impl Field {
    /// A field for text of a largest width in columns.
    pub fn new(text: &str, max_columns: usize) -> Self {
        let mut field = Self { text: String::new(), at: 0, max_columns, digits: false };
        field.insert(text);
        field
    }

    /// An empty field that takes digits alone.
    pub(crate) fn of_digits(max_columns: usize) -> Self {
        Self { digits: true, ..Self::new("", max_columns) }
    }

    /// The text without blanks around it.
    pub fn text(&self) -> &str {
        self.text.trim()
    }

    /// Edits the text by an input; false if the input edits no text.
    pub fn take(&mut self, input: &Input) -> bool {
        let key = match input {
            Input::Paste(text) => {
                self.insert(text);
                return true;
            }
            Input::Key(key) => *key,
            _ => return false,
        };
        if let Some(c) = key.text() {
            self.insert(c.encode_utf8(&mut [0; 4]));
            return true;
        }
        let (before, after) = self.text.split_at(self.at);
        let to_left = before.chars().next_back().map_or(0, char::len_utf8);
        let to_right = after.chars().next().map_or(0, char::len_utf8);
        match key.code {
            KeyCode::Char('u') if key.ctrl => {
                self.text.drain(..self.at);
                self.at = 0;
            }
            KeyCode::Backspace => {
                self.text.drain(self.at - to_left..self.at);
                self.at -= to_left;
            }
            KeyCode::Delete => {
                self.text.drain(self.at..self.at + to_right);
            }
            KeyCode::Left => self.at -= to_left,
            KeyCode::Right => self.at += to_right,
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = self.text.len(),
            _ => return false,
        }
        true
    }

    /// Draws the field in one row; an active one is highlighted and has the cursor.
    pub fn draw(&self, frame: &mut Frame<'_>, area: Rect, looks: &Appearance, is_active: bool) {
        if area.is_empty() {
            return;
        }
        // The end of a long text is what is being written.
        let mut start = 0;
        let room = usize::from(area.width) - 1;
        while self.text[start..self.at].width() > room {
            start += self.text[start..].chars().next().map_or(1, char::len_utf8);
        }
        let style = looks.style(if is_active { ColorRole::Selected } else { ColorRole::Text });
        let row = Rect { height: 1, ..area };
        let shown = &self.text[start..];
        // What is written in is as wide as what can be written.
        let whole = usize::from(area.width).min(self.max_columns + 1);
        let blanks = if is_active { whole.saturating_sub(shown.width()) } else { 0 };
        let line = format!("{shown}{}", " ".repeat(blanks));
        frame.render_widget(Line::styled(line, style), row);
        if is_active {
            let x = area.x + self.text[start..self.at].width() as u16;
            frame.set_cursor_position(Position { x, y: area.y });
        }
    }

    fn insert(&mut self, text: &str) {
        for c in sanitize(text).chars() {
            let wide = c.width().unwrap_or(0);
            // Marks take no columns, but they do take room.
            let fits = self.text.width() + wide <= self.max_columns
                && self.text.chars().count() < self.max_columns * 2;
            if fits && (!self.digits || c.is_ascii_digit()) {
                self.text.insert(self.at, c);
                self.at += c.len_utf8();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::{InputQueue, Key, Source};

    fn typed(field: &mut Field, names: &str) {
        let mut script = InputQueue::of_keys(names).unwrap();
        while let Ok(input) = script.poll(None) {
            field.take(&input);
        }
    }

    #[test]
    fn it_is_edited_where_the_cursor_is() {
        let mut field = Field::new("mp", 5);
        typed(&mut field, "left o right s end backspace home delete M");
        assert_eq!(field.text(), "Mop");
        typed(&mut field, "ctrl-u x");
        assert_eq!(field.text(), "xop");
        assert!(!field.take(&Input::Key(Key::plain(KeyCode::Up))), "that is for whoever is around");
    }

    #[test]
    fn it_takes_no_more_than_it_may_and_nothing_that_a_terminal_obeys() {
        let mut field = Field::new("太郎太郎", 5);
        assert_eq!(field.text(), "太郎");
        field.take(&Input::Paste("\u{1b}[31mxyz".to_owned()));
        assert_eq!(field.text(), "太郎[");
        field.take(&Input::Paste("\u{301}".repeat(100)));
        assert!(field.text().chars().count() <= 10);
        let mut digits = Field::of_digits(3);
        typed(&mut digits, "4 x numpad-2 - 7 9");
        assert_eq!(digits.text(), "427");
    }
}
