//! Pages of text that are opened from a list or the map, and closed again.

use crate::{
    Screen, ScreenContext,
    keymap::Intent,
    terminal::sanitize,
    theme::ColorRole,
    widgets::{
        KeyHint, fit,
        sheet::{Block, Sheet},
    },
};
use engine::sim::{PersonId, SiteId};
use ratatui::text::Line;

/// The page about a site of a journey's map: what its panel says, and every raid there that is known of.
pub(super) struct SiteScreen(pub SiteId);

impl Screen for SiteScreen {
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let report = context.run().view().journey()?.site_report(self.0);
        let state = if report.is_pressing { ColorRole::Warning } else { ColorRole::Text };
        let way = if report.is_open { ColorRole::Key } else { ColorRole::Dim };
        let told = report.rumour.into_iter().chain(report.raids);
        let mut text = vec![
            Block::text(report.kind),
            Block::Text(report.state, state),
            Block::Text(report.way, way),
        ];
        text.extend(told.flat_map(Block::after_blank));
        Some(Sheet {
            text,
            hints: vec![KeyHint::of(context, Intent::Cancel, "back")],
            opened_by: Some(Intent::Examine),
            ..Sheet::boxed(report.name)
        })
    }
}

/// The page of somebody on the roll of heroes.
pub(super) struct PersonScreen(pub PersonId);

impl Screen for PersonScreen {
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let person = context.run().view().person_report(self.0)?;
        Some(Sheet {
            text: person.about.into_iter().map(Block::text).collect(),
            hints: vec![KeyHint::of(context, Intent::Cancel, "back")],
            is_read: true,
            ..Sheet::boxed(format!("{}, {}", person.name, person.rank))
        })
    }
}

/// The story of a run, opened from its result.
pub struct StoryScreen {
    /// The text of [`crate::morgue::text`].
    pub story: String,
    /// Where the host keeps it, if it does.
    pub file: Option<String>,
}

impl Screen for StoryScreen {
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let (looks, width) = (context.appearance, context.sheet.columns() + 2);
        let rows = self.story.lines().map(|row| fit(&sanitize(row), width, &looks));
        Some(Sheet {
            text: rows.map(|row| Block::Line(Line::raw(row))).collect(),
            hints: vec![
                KeyHint::of(context, Intent::Cancel, "back"),
                KeyHint::of(context, Intent::PageDown, "more"),
                KeyHint::of(context, Intent::PageUp, "back up"),
            ],
            ..Sheet::page(match &self.file {
                Some(file) => format!("The whole story, as it is in {file}"),
                None => "The whole story".to_owned(),
            })
        })
    }
}
