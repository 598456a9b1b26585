//! The text of a story as it is written line by line.

use crate::widgets::wrap;
use content::capital;

/// The width of all text except the floor.
pub(super) const TEXT_COLUMNS: usize = 76;
/// The indentation of a line's continuation.
const HANGING_INDENT: &str = "            ";

/// A story that grows.
#[derive(Default)]
pub(super) struct Story {
    pub(super) text: String,
}

impl Story {
    pub(super) fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    /// A line, whose continuation is indented if it is too long.
    pub(super) fn sentence(&mut self, text: &str) {
        for (row, part) in wrap(text, TEXT_COLUMNS - HANGING_INDENT.len()).into_iter().enumerate() {
            self.line(&if row == 0 { part } else { format!("{HANGING_INDENT}{part}") });
        }
    }

    pub(super) fn paragraph(&mut self, text: &str) {
        for row in wrap(&capital(text), TEXT_COLUMNS) {
            self.line(&row);
        }
    }

    pub(super) fn heading(&mut self, heading: &str) {
        self.line("");
        self.line(heading);
        self.line(&"-".repeat(heading.chars().count()));
    }

    pub(super) fn entry(&mut self, what: &str, value: &str) {
        for (row, text) in wrap(value, TEXT_COLUMNS - 16).into_iter().enumerate() {
            let what = if row == 0 { what } else { "" };
            self.line(&format!("  {what:<14}{text}"));
        }
    }
}
