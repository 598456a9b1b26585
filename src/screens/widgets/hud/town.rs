//! The sidebar in a town: where the player is, what they own, and the houses.

use ratatui::text::{Line, Span};

use unicode_width::UnicodeWidthStr;

use crate::{
    glyphs::GlyphId,
    theme::ColorRole,
    widgets::words::{fit, wrap},
};
use content::capital;
use engine::view::{HouseView, TownView};

use super::sidebar::{MIN_COLUMNS_WITH_WAYS, Sidebar};

impl Sidebar<'_> {
    /// Coins and rations, prices that have risen, and the houses that somebody keeps open.
    pub(super) fn town(&self, town: &TownView<'_>) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        let rations = self.view.journey().map_or(0, |journey| journey.rations());
        lines.push(Line::raw(format!("{:<9}{}", "Coins", self.view.coins().0)));
        lines.push(Line::raw(format!("{:<9}{rations}", "Rations")));
        if town.markup() > 0 {
            let text = match town.markup_by_repute() {
                0 => format!("Prices {}% up, for you", town.markup()),
                heard if heard == town.markup() => format!("Prices {heard}% up: word"),
                heard => format!("Prices {}% up, {heard} word", town.markup()),
            };
            lines.push(Line::styled(text, self.looks.style(ColorRole::Warning)));
        }
        let heading = if let Some(house) = town.here() {
            capital(&house.name)
        } else {
            let (seen, all) = town.seen_houses();
            format!("Doors, {seen} of {all} seen")
        };
        let rows = wrap(&heading, self.width).into_iter();
        lines.extend(rows.map(|row| Line::styled(row, self.looks.style(ColorRole::Title))));
        if town.here().is_none() {
            let kept = town.houses().into_iter().filter(|house| house.kind.is_some());
            lines.extend(kept.map(|house| self.door(&house)));
            let homes = town.houses().into_iter().filter(|house| house.kind.is_none());
            let (seen, new): (Vec<_>, Vec<_>) = homes.partition(|house| house.is_seen);
            let tipped = new.iter().filter(|house| house.is_tipped).count();
            let text = match (new.len(), seen.len()) {
                (0, _) => "homes, all seen".to_owned(),
                (new, _) if tipped > 0 => format!("{new} homes, {tipped} to look at"),
                (1, _) => "1 home to see".to_owned(),
                (new, _) => format!("{new} homes to see"),
            };
            let role = if new.is_empty() { ColorRole::Dim } else { ColorRole::Text };
            let text = fit(&format!("  {text}"), self.width, &self.looks);
            lines.push(Line::styled(text, self.looks.style(role)));
        }
        lines
    }

    /// A house with the letter on its door; in a wide sidebar with the way to it.
    fn door(&self, house: &HouseView<'_>) -> Line<'static> {
        let Some(kind) = house.kind else { return Line::default() };
        let role = if house.is_seen { ColorRole::Dim } else { ColorRole::Text };
        let mark = if house.is_seen { self.looks.glyph(GlyphId::Done) } else { " " };
        let way = if self.width >= MIN_COLUMNS_WITH_WAYS {
            let here = self.view.player().pos;
            format!("  {} {}", here.steps_to(house.door), here.bearing(house.door).name())
        } else {
            String::new()
        };
        let room = self.width.saturating_sub(4 + way.len());
        let is_whole = kind.name.width() <= room;
        let short = self.view.catalog().short_names.house(&kind.name);
        let name = if is_whole { kind.name.as_str() } else { short };
        Line::from(vec![
            Span::styled(kind.sign.to_string(), self.looks.style(ColorRole::Item)),
            Span::styled(format!(" {name}"), self.looks.style(role)),
            Span::styled(format!(" {mark}"), self.looks.style(ColorRole::Dim)),
            Span::styled(way, self.looks.style(ColorRole::Dim)),
        ])
    }
}
