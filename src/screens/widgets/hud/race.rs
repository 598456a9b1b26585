//! The timer of a race and its splits.

use ratatui::text::{Line, Span};

use crate::{
    Appearance,
    glyphs::GlyphId,
    race::{Difference, RaceView, ShownSplit},
    theme::ColorRole,
};
use content::SplitPoint;

use super::sidebar::{MIN_COLUMNS_WITH_WAYS, Sidebar};

/// The columns of a line with the time of a split at its end.
const MAX_SPLIT_COLUMNS: usize = 38;

impl Sidebar<'_> {
    /// The time so far, and how it compares at the last split.
    pub(super) fn timer(&self) -> Option<Line<'static>> {
        self.extras.race.as_ref().map(|race| timer_line(race, self.looks))
    }

    /// The splits that are no line of the work order: those reached, and in a wide sidebar those to come.
    pub(super) fn other_splits(&self) -> Vec<Line<'static>> {
        let splits = self.extras.race.as_ref().map_or(&[][..], |race| &race.splits);
        let is_shown = |split: &&ShownSplit| {
            !matches!(split.point, SplitPoint::Job(_))
                && (split.reached_with.is_some() || self.width >= MIN_COLUMNS_WITH_WAYS)
        };
        let line = |split: &ShownSplit| {
            let (sign, role) = if split.reached_with.is_some() {
                (GlyphId::Done, ColorRole::Good)
            } else {
                (GlyphId::Undone, ColorRole::Text)
            };
            let name = format!("{} {}", self.looks.glyph(sign), split.point.name());
            let mut line = Line::styled(name, self.looks.style(role));
            self.push_split(&mut line, split);
            line
        };
        splits.iter().filter(is_shown).map(line).collect()
    }

    /// Writes the time of a split at the right end of its line: of one to come the other run's, as far as there is room.
    pub(super) fn push_split(&self, line: &mut Line<'static>, split: &ShownSplit) {
        let text = match (split.reached_with, split.other) {
            (Some(_), _) => split.time(),
            (None, Some(other)) => format!("({})", other.text()),
            (None, None) => return,
        };
        let by = split.difference.map(|by| difference(by, self.looks));
        let needed = text.len() + by.as_ref().map_or(0, Span::width);
        let room = self.width.min(MAX_SPLIT_COLUMNS).saturating_sub(line.width());
        if needed >= room && split.reached_with.is_none() {
            return;
        }
        let role = if split.reached_with.is_some() { ColorRole::Text } else { ColorRole::Dim };
        let gap = " ".repeat(room.saturating_sub(needed).max(1));
        line.push_span(gap);
        line.push_span(Span::styled(text, self.looks.style(role)));
        line.extend(by);
    }
}

/// The time so far, and how it compares at the last split.
pub(crate) fn timer_line(race: &RaceView, looks: Appearance) -> Line<'static> {
    let mut line = Line::raw(format!("{:<7}{}", "Time", race.time()));
    line.extend(race.difference().map(|by| difference(by, looks)));
    line
}

/// A blank and a difference, in the colour of whether that is good.
pub(super) fn difference(by: Difference, looks: Appearance) -> Span<'static> {
    let role = if by.is_behind() { ColorRole::Warning } else { ColorRole::Good };
    Span::styled(format!(" {}", by.text()), looks.style(role))
}
