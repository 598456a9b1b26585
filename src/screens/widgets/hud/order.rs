//! The lines of the work order, and the timer of a race with its splits.

use ratatui::text::{Line, Span};

use super::{Sidebar, difference};
use crate::{
    Appearance,
    glyphs::GlyphId,
    race::{RaceView, ShownSplit},
    theme::ColorRole,
    widgets::words::{fit_list, fit_words, way},
};
use content::{SplitPoint, capital};
use engine::sim::JobCount;
use engine::view::KnownJob;

/// The columns of a line with the time of a split at its end.
const MAX_SPLIT_COLUMNS: usize = 38;

impl Sidebar<'_> {
    /// A line of the work order; in a wide sidebar with the way to the nearest job of the kind, or
    /// to the body that gets up first, and when it does.
    pub(super) fn job(&self, count: JobCount, known: &[KnownJob]) -> Line<'static> {
        let is_done = self.view.is_complete(count);
        let name = count.job.plural();
        let split =
            self.extras.race.as_ref().and_then(|race| race.split(SplitPoint::Job(count.job)));
        if let Some(split) = split.filter(|split| split.reached_with.is_some()) {
            let mut line = self.ticked(is_done, name);
            self.push_split(&mut line, split);
            return line;
        }
        let (done, wanted) = self.view.progress(count);
        let numbers = format!("{done}/{wanted}");
        let gap = self.width.saturating_sub(2).min(20).saturating_sub(name.len());
        let mut line = self.ticked(is_done, &format!("{name}{numbers:>gap$}"));
        let mut of_kind = known.iter().filter(|known| known.job == count.job && !is_done);
        // The body that gets up first matters more than the nearest.
        let rising = of_kind.clone().filter(|known| known.rises.is_some());
        if let Some(nearest) = rising.min_by_key(|known| known.rises).or_else(|| of_kind.next()) {
            if let Some(left) = nearest.rises {
                let clock = format!("  up in {left}");
                line.push_span(Span::styled(clock, self.looks.style(ColorRole::Warning)));
            }
            let way = format!("  {}", way(self.view.player().pos, nearest.at));
            // The clock goes before the way, which the list of jobs has too.
            if nearest.rises.is_none() || line.width() + way.len() <= self.width {
                line.push_span(Span::styled(way, self.looks.style(ColorRole::Dim)));
            }
        }
        if let Some(split) = split {
            self.push_split(&mut line, split);
        }
        line
    }

    /// The lines that are complete, in one.
    pub(super) fn done_jobs(&self, done: &[JobCount]) -> Option<Line<'static>> {
        let names: Vec<String> = done.iter().map(|count| count.job.plural().to_owned()).collect();
        let names_in_row = fit_list(&names, self.width.saturating_sub(2));
        (!names.is_empty()).then(|| self.ticked(true, &names_in_row))
    }

    /// The order out of the closet that the player has taken; in one row if there is little room.
    pub(super) fn closet_order(&self, is_one_row: bool) -> Vec<Line<'static>> {
        let Some(asked) = self.view.order_of_closet() else { return Vec::new() };
        let text = format!("{} {}", self.looks.glyph(GlyphId::Undone), capital(&asked));
        let text = if is_one_row { fit_words(&text, self.width, &self.looks) } else { text };
        self.wrapped(&text, ColorRole::Text)
    }

    pub(super) fn timer(&self) -> Option<Line<'static>> {
        self.extras.race.as_ref().map(|race| timer_line(race, self.looks))
    }

    /// The splits that are no line of the work order: those reached, and in a wide sidebar those to
    /// come.
    pub(super) fn other_splits(&self) -> Vec<Line<'static>> {
        let splits = self.extras.race.iter().flat_map(|race| &race.splits);
        let is_shown = |split: &&ShownSplit| {
            !matches!(split.point, SplitPoint::Job(_))
                && (split.reached_with.is_some() || self.is_wide())
        };
        let line = |split: &ShownSplit| {
            let mut line = self.ticked(split.reached_with.is_some(), &split.point.name());
            self.push_split(&mut line, split);
            line
        };
        splits.filter(is_shown).map(line).collect()
    }

    /// A text behind the mark of whether it is done.
    fn ticked(&self, is_done: bool, text: &str) -> Line<'static> {
        let (sign, role) = if is_done {
            (GlyphId::Done, ColorRole::Good)
        } else {
            (GlyphId::Undone, ColorRole::Text)
        };
        self.line(format!("{} {text}", self.looks.glyph(sign)), role)
    }

    /// Writes the time of a split at the right end of its line: of one to come the other run's, as
    /// far as there is room.
    fn push_split(&self, line: &mut Line<'static>, split: &ShownSplit) {
        let text = match (split.reached_with, split.other) {
            (Some(_), _) => split.time.text(),
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
        line.push_span(" ".repeat(room.saturating_sub(needed).max(1)));
        line.push_span(Span::styled(text, self.looks.style(role)));
        line.extend(by);
    }
}

/// The time so far, and how it compares at the last split.
pub(crate) fn timer_line(race: &RaceView, looks: Appearance) -> Line<'static> {
    let mut line = Line::raw(format!("{:<7}{}", "Time", race.now.text()));
    line.extend(race.difference().map(|by| difference(by, looks)));
    line
}
