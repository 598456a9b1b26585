//! How a player's screen is painted on one terminal.

use ratatui::style::Color;

use super::{cell::Pen, color::TerminalColor};
use base::ColorDepth;

/// What a terminal paints with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    pub depth: ColorDepth,
    /// The colours of text and of what is behind it where a cell has none of its own; `None` for
    /// the terminal's.
    pub plain: Option<(Color, Color)>,
    /// Whether the terminal erases to the colour that was set last ([`base::erases_to_color`]).
    pub erases_to_color: bool,
}

impl Paint {
    /// Cells without colours are left to the terminal's own.
    pub const fn on_terminals_ground(depth: ColorDepth) -> Self {
        Self { depth, plain: None, erases_to_color: true }
    }

    /// The pen for cells without colours.
    pub(super) fn plain_pen(self) -> Pen {
        let (fg, bg) = self.plain.unwrap_or_default();
        let [fg, bg] = [fg, bg].map(|color| TerminalColor::nearest(color, self.depth));
        Pen { fg, bg, attributes: 0 }
    }

    /// Whether a row that is erased has the ground of a cell.
    pub(super) fn can_erase(self, ground: TerminalColor) -> bool {
        self.erases_to_color || ground == TerminalColor::Default
    }
}
