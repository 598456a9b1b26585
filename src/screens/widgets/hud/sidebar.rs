//! What the lines of the sidebar are made of, and what all of them use.

use ratatui::text::{Line, Span};

use crate::{Appearance, theme::ColorRole};
use engine::view::View;

use super::{super::bar, extras::HudExtras};

/// The width from which on there is room for the ways to jobs and for the notice of dawn.
pub(super) const MIN_COLUMNS_WITH_WAYS: usize = 34;

/// What is shown, and in how many columns.
pub(super) struct Sidebar<'a> {
    pub view: View<'a>,
    pub looks: Appearance,
    pub extras: &'a HudExtras,
    pub width: usize,
}

impl Sidebar<'_> {
    /// A label, a bar and its numbers.
    pub(super) fn bar(&self, name: &str, value: i32, max: i32, numbers: String) -> Line<'static> {
        let room = self.width.saturating_sub(7 + 1 + numbers.len().max(6));
        let full = (value.max(0) * room as i32 * 2 + max - 1) / max.max(1);
        let low = is_low(value, max);
        let role = if low { ColorRole::BarLow } else { ColorRole::BarFull };
        let numbers_role = if low { ColorRole::Bad } else { ColorRole::Text };
        let mut line = Line::raw(format!("{name:<7}"));
        line.extend(bar(&self.looks, full as usize, room, role));
        line.push_span(" ");
        line.push_span(Span::styled(numbers, self.looks.style(numbers_role)));
        line
    }
}

/// Whether a third or less is left.
pub(crate) fn is_low(value: i32, max: i32) -> bool {
    value * 3 <= max
}
