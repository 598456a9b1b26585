//! The lines of the work order.

use ratatui::text::{Line, Span};

use crate::{
    glyphs::GlyphId,
    theme::ColorRole,
    widgets::{
        text_lines,
        words::{fit_list, fit_words},
    },
};
use content::{SplitPoint, capital};
use engine::sim::JobCount;
use engine::view::KnownJob;

use super::sidebar::Sidebar;

impl Sidebar<'_> {
    /// A line of the work order; in a wide sidebar with the way to the nearest job of the kind, or to the body that gets up
    /// first, and when it does.
    pub(super) fn job(&self, count: JobCount, known: &[KnownJob]) -> Line<'static> {
        let is_done = self.view.is_complete(count);
        let (sign, role) = if is_done {
            (GlyphId::Done, ColorRole::Good)
        } else {
            (GlyphId::Undone, ColorRole::Text)
        };
        let (done, wanted) = self.view.progress(count);
        let numbers = format!("{done}/{wanted}");
        let name = count.job.plural();
        let split =
            self.extras.race.as_ref().and_then(|race| race.split(SplitPoint::Job(count.job)));
        if let Some(split) = split.filter(|split| split.reached_with.is_some()) {
            let mut line =
                Line::styled(format!("{} {name}", self.looks.glyph(sign)), self.looks.style(role));
            self.push_split(&mut line, split);
            return line;
        }
        let room = self.width.saturating_sub(2).min(20);
        let gap = room.saturating_sub(name.len());
        let text = format!("{} {name}{numbers:>gap$}", self.looks.glyph(sign));
        let mut line = Line::styled(text, self.looks.style(role));
        let mut of_kind = known.iter().filter(|known| known.job == count.job && !is_done);
        // The body that gets up first matters more than the nearest.
        let rising = of_kind.clone().filter(|known| known.rises.is_some());
        if let Some(nearest) = rising.min_by_key(|known| known.rises).or_else(|| of_kind.next()) {
            let here = self.view.player().pos;
            if let Some(left) = nearest.rises {
                let clock = format!("  up in {left}");
                line.push_span(Span::styled(clock, self.looks.style(ColorRole::Warning)));
            }
            let way = match here.steps_to(nearest.at) {
                0 => "  here".to_owned(),
                steps => format!("  {steps} {}", here.bearing(nearest.at).name()),
            };
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
        let text = format!("{} {names_in_row}", self.looks.glyph(GlyphId::Done));
        (!names.is_empty()).then(|| Line::styled(text, self.looks.style(ColorRole::Good)))
    }

    /// The order out of the closet that the player has taken; in one row if there is little room.
    pub(super) fn closet_order(&self, is_one_row: bool) -> Vec<Line<'static>> {
        let Some(asked) = self.view.order_of_closet() else { return Vec::new() };
        let text = format!("{} {}", self.looks.glyph(GlyphId::Undone), capital(&asked));
        let text = if is_one_row { fit_words(&text, self.width, &self.looks) } else { text };
        text_lines(&text, ColorRole::Text, &self.looks, self.width)
    }
}
