//! What the player carries: supplies, mop, kits, what is in the hands and on the belt; in a town
//! the purse, and the houses to spend it in.

use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::Sidebar;
use crate::{
    glyphs::GlyphId,
    theme::ColorRole,
    widgets::words::{fit, fit_list, wrap},
};
use content::{Gate, ItemKind, capital, counted};
use engine::view::{HouseView, TownView, View};

/// The columns of a label with the blanks behind it.
const LABEL_COLUMNS: usize = 7;

impl Sidebar<'_> {
    /// Two to a line.
    pub(super) fn supplies(&self) -> Vec<Line<'static>> {
        let supplies = self.view.player().supplies;
        let mut stores: Vec<(&str, u32)> =
            supplies.iter().map(|&(supply, count)| (supply.name(), count.into())).collect();
        stores.push(("coins", self.view.coins().0));
        let span = |(name, count): &(&str, u32)| {
            let role = if *count == 0 { ColorRole::Dim } else { ColorRole::Text };
            Span::styled(format!("{:<7}{count:>3} ", capital(name)), self.looks.style(role))
        };
        stores.chunks(2).map(|pair| pair.iter().map(span).collect()).collect()
    }

    pub(super) fn mop(&self) -> Line<'static> {
        match self.view.player().mop {
            (wiped, max) if wiped >= max => self.line("Mop    foul: rinse it", ColorRole::Warning),
            (0, _) => Line::raw("Mop    clean"),
            (wiped, max) => Line::raw(format!("Mop    {} left", counted(max - wiped, "cell"))),
        }
    }

    /// The trap kits that are carried, if any.
    pub(super) fn kits(&self) -> Option<Line<'static>> {
        self.listed("Kits", &self.view.kits_in_short())
    }

    /// The body in the arms, or else the tool in the hand.
    pub(super) fn hand(&self) -> Line<'static> {
        let player = self.view.player();
        let line = |name: &str, whole: &str, short: &str, role| {
            let is_whole = whole.width() <= self.width.saturating_sub(LABEL_COLUMNS);
            self.line(format!("{name:<7}{}", if is_whole { whole } else { short }), role)
        };
        if let Some(body) = player.carrying {
            let whole = self.view.body_name(body.kind);
            let short = self.view.short_body_name(body.kind);
            return line("Carry", &whole, &short, ColorRole::Warning);
        }
        let tool = player.tool.map_or("nothing", |tool| tool.name.as_str());
        line("Hand", tool, self.view.catalog().short_names.tools.of(tool), ColorRole::Text)
    }

    /// Keys and tools for gates, where there are any.
    pub(super) fn belt(&self) -> Vec<Line<'static>> {
        let rows = wrap(&belt(self.view).join(", "), self.width.saturating_sub(LABEL_COLUMNS));
        let heads = std::iter::once("Belt").chain(std::iter::repeat(""));
        let lines = heads.zip(rows).filter(|(_, row)| !row.is_empty());
        lines.map(|(head, row)| Line::raw(format!("{head:<7}{row}"))).collect()
    }

    /// The same in one row.
    pub(super) fn short_belt(&self) -> Option<Line<'static>> {
        self.listed("Belt", &belt(self.view))
    }

    /// As many of some things as have room in a line; none where there are none.
    fn listed(&self, name: &str, things: &[String]) -> Option<Line<'static>> {
        let text = fit_list(things, self.width.saturating_sub(LABEL_COLUMNS));
        (!things.is_empty()).then(|| Line::raw(format!("{name:<7}{text}")))
    }

    /// Coins and rations, prices that have risen, and the houses that somebody keeps open.
    pub(super) fn town(&self, town: &TownView<'_>) -> Vec<Line<'static>> {
        let rations = self.view.journey().map_or(0, |journey| journey.rations());
        let mut lines = vec![
            Line::raw(format!("{:<9}{}", "Coins", self.view.coins().0)),
            Line::raw(format!("{:<9}{rations}", "Rations")),
        ];
        if town.markup() > 0 {
            let text = match town.markup_by_repute() {
                0 => format!("Prices {}% up, for you", town.markup()),
                heard if heard == town.markup() => format!("Prices {heard}% up: word"),
                heard => format!("Prices {}% up, {heard} word", town.markup()),
            };
            lines.push(self.line(text, ColorRole::Warning));
        }
        if let Some(house) = town.here() {
            lines.extend(self.wrapped(&capital(&house.name), ColorRole::Title));
            return lines;
        }
        let (seen, all) = town.seen_houses();
        lines.extend(self.wrapped(&format!("Doors, {seen} of {all} seen"), ColorRole::Title));
        let (kept, homes): (Vec<_>, Vec<_>) =
            town.houses().into_iter().partition(|house| house.kind.is_some());
        lines.extend(kept.iter().map(|house| self.door(house)));
        let new: Vec<_> = homes.iter().filter(|house| !house.is_seen).collect();
        let tipped = new.iter().filter(|house| house.is_tipped).count();
        let text = match new.len() {
            0 => "homes, all seen".to_owned(),
            new if tipped > 0 => format!("{new} homes, {tipped} to look at"),
            1 => "1 home to see".to_owned(),
            new => format!("{new} homes to see"),
        };
        let role = if new.is_empty() { ColorRole::Dim } else { ColorRole::Text };
        lines.push(self.line(fit(&format!("  {text}"), self.width, &self.looks), role));
        lines
    }

    /// A house with the letter on its door; in a wide sidebar with the way to it.
    fn door(&self, house: &HouseView<'_>) -> Line<'static> {
        let Some(kind) = house.kind else { return Line::default() };
        let role = if house.is_seen { ColorRole::Dim } else { ColorRole::Text };
        let mark = if house.is_seen { self.looks.glyph(GlyphId::Done) } else { " " };
        let way = if self.is_wide() {
            let here = self.view.player().pos;
            format!("  {} {}", here.steps_to(house.door), here.bearing(house.door).name())
        } else {
            String::new()
        };
        let is_whole = kind.name.width() <= self.width.saturating_sub(4 + way.len());
        let short = self.view.catalog().short_names.houses.of(&kind.name);
        let name = if is_whole { kind.name.as_str() } else { short };
        Line::from(vec![
            Span::styled(kind.sign.to_string(), self.looks.style(ColorRole::Item)),
            Span::styled(format!(" {name}"), self.looks.style(role)),
            Span::styled(format!(" {mark}{way}"), self.looks.style(ColorRole::Dim)),
        ])
    }
}

/// The keys and tools on the belt, in few words: "2 keys", "next bomb: 12".
pub(crate) fn belt(view: View<'_>) -> Vec<String> {
    let player = view.player();
    let word = |(item, count): (&ItemKind, u16)| match item.opens? {
        Gate::LockedDoor if count == 1 => Some("key".to_owned()),
        Gate::LockedDoor => Some(format!("{count} keys")),
        Gate::BossDoor => Some("boss key".to_owned()),
        Gate::Pit => Some("boots".to_owned()),
        Gate::Rubble if player.satchel_wait.0 > 0 => {
            Some(format!("next bomb: {}", player.satchel_wait))
        }
        Gate::Rubble => Some("bomb".to_owned()),
        Gate::Drop => None,
    };
    player.belt.iter().copied().filter_map(word).collect()
}
