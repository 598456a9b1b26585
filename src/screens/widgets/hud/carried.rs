//! What the player carries: supplies, mop, kits, what is in the hands and on the belt.

use ratatui::{
    style::Style,
    text::{Line, Span},
};
use unicode_width::UnicodeWidthStr;

use crate::theme::ColorRole;
use content::{Gate, ItemKind, capital, counted};
use engine::view::View;

use super::super::words::{fit_list, wrap};
use super::sidebar::Sidebar;

impl Sidebar<'_> {
    /// Two to a line.
    pub(super) fn supplies(&self) -> Vec<Line<'static>> {
        let supplies = self.view.player().supplies;
        let mut stores: Vec<(&str, u32)> =
            supplies.iter().map(|&(supply, count)| (supply.name(), count.into())).collect();
        stores.push(("coins", self.view.coins().0));
        let pairs = stores.chunks(2).map(|pair| {
            let spans = pair.iter().map(|(name, count)| {
                let role = if *count == 0 { ColorRole::Dim } else { ColorRole::Text };
                let text = format!("{:<7}{count:>3} ", capital(name));
                Span::styled(text, self.looks.style(role))
            });
            Line::from(spans.collect::<Vec<_>>())
        });
        pairs.collect()
    }

    pub(super) fn mop(&self) -> Line<'static> {
        let (wiped, max) = self.view.player().mop;
        if wiped >= max {
            return Line::styled("Mop    foul: rinse it", self.looks.style(ColorRole::Warning));
        }
        let state = match max - wiped {
            _ if wiped == 0 => "clean".to_owned(),
            left => format!("{} left", counted(left, "cell")),
        };
        Line::raw(format!("Mop    {state}"))
    }

    /// The trap kits that are carried, if any.
    pub(super) fn kits(&self) -> Option<Line<'static>> {
        let kits = self.view.kits_in_short();
        let text = fit_list(&kits, self.width.saturating_sub(7));
        (!kits.is_empty()).then(|| Line::raw(format!("{:<7}{text}", "Kits")))
    }

    /// The body in the arms, or else the tool in the hand.
    pub(super) fn hand(&self) -> Line<'static> {
        let player = self.view.player();
        let line = |name: &str, whole: &str, short: &str, style: Style| {
            let is_whole = whole.width() <= self.width.saturating_sub(7);
            Line::styled(format!("{name:<7}{}", if is_whole { whole } else { short }), style)
        };
        if let Some(body) = player.carrying {
            let style = self.looks.style(ColorRole::Warning);
            let (whole, short) =
                (self.view.body_name(body.kind), self.view.short_body_name(body.kind));
            return line("Carry", &whole, &short, style);
        }
        let tool = player.tool.map_or("nothing", |tool| tool.name.as_str());
        line("Hand", tool, self.view.catalog().short_names.tool(tool), Style::new())
    }

    /// Keys and tools for gates, where there are any.
    pub(super) fn belt(&self) -> Vec<Line<'static>> {
        let rows = wrap(&belt(self.view).join(", "), self.width.saturating_sub(7));
        let heads = std::iter::once("Belt").chain(std::iter::repeat(""));
        let lines = heads.zip(rows).filter(|(_, row)| !row.is_empty());
        lines.map(|(head, row)| Line::raw(format!("{head:<7}{row}"))).collect()
    }

    /// The same in one row.
    pub(super) fn short_belt(&self) -> Option<Line<'static>> {
        let all = belt(self.view);
        let text = fit_list(&all, self.width.saturating_sub(7));
        (!all.is_empty()).then(|| Line::raw(format!("{:<7}{text}", "Belt")))
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
