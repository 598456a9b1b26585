//! The page about a site of a journey's map: what its panel says, and every raid there that is known of.

use ratatui::{Frame, text::Line};

use crate::{
    Screen, ScreenContext, Transition,
    keymap::Intent,
    terminal::Input,
    theme::ColorRole,
    widgets::{
        KeyHint, Scroll, hint_text,
        page::{Page, paragraph},
    },
};
use engine::sim::SiteId;

use super::scroll_or_close_by;

/// The page about a site.
pub(super) struct SiteScreen {
    site: SiteId,
    scroll: Scroll,
}

impl SiteScreen {
    pub(super) fn new(site: SiteId) -> Self {
        Self { site, scroll: Scroll::default() }
    }
}

impl Screen for SiteScreen {
    fn draw(&mut self, frame: &mut Frame<'_>, context: &mut ScreenContext<'_>) {
        let (run, context) = context.in_run();
        let looks = context.appearance;
        let Some(journey) = run.view().journey() else { return };
        let report = journey.site_report(self.site);
        let mut lines: Vec<Line<'static>> = Vec::new();
        let role = if report.is_pressing { ColorRole::Warning } else { ColorRole::Text };
        for (text, role) in [
            (&report.kind, ColorRole::Text),
            (&report.state, role),
            (&report.way, if report.is_open { ColorRole::Key } else { ColorRole::Dim }),
        ] {
            lines.extend(paragraph(frame, text).map(|line| line.style(looks.style(role))));
        }
        for text in report.rumour.iter().chain(&report.raids) {
            lines.push(Line::default());
            lines.extend(paragraph(frame, text));
        }
        Page {
            title: report.name,
            lines,
            footer: hint_text(&[KeyHint::of(context, Intent::Cancel, "back")]),
            scroll: Some(&mut self.scroll),
            ..Page::default()
        }
        .draw(frame, looks);
    }

    fn input(&mut self, input: &Input, context: &mut ScreenContext<'_>) -> Transition {
        scroll_or_close_by(Intent::Examine, &mut self.scroll, input, context)
    }

    fn is_overlay(&self) -> bool {
        true
    }
}
