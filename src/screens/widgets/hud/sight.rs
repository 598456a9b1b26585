//! The actors in sight.

use ratatui::text::{Line, Span};

use crate::theme::ColorRole;
use engine::view::{Attitude, SeenActor};

use super::super::{floor::role_of_side, words::fit};
use super::sidebar::Sidebar;

impl Sidebar<'_> {
    /// The actors in sight in a number of rows: the farthest are only counted if there are too many.
    pub(super) fn sight_lines(&self, rows: usize) -> Vec<Line<'static>> {
        let mut actors = self.view.actors();
        if actors.is_empty() {
            return Vec::new();
        }
        // Of each sort the nearest first; last who does no harm, and colleagues: they are what there may be no room for.
        actors
            .sort_by_key(|actor| (!actor.is_after_the_upkeeper(), actor.harmless, !actor.hostile));
        // The heading goes before a name does.
        let heading = (rows > actors.len().min(2))
            .then(|| Line::styled("In sight", self.looks.style(ColorRole::Title)));
        let mut lines: Vec<Line<'static>> = heading.into_iter().collect();
        let rows = rows.saturating_sub(lines.len());
        let named = if actors.len() > rows { rows.saturating_sub(1).max(1) } else { actors.len() };
        let more = match actors.len() - named {
            0 => None,
            more => Some(Span::styled(format!("+{more}"), self.looks.style(ColorRole::Warning))),
        };
        // In a single row the count stands beside the only name.
        let beside = more.clone().filter(|_| rows <= 1);
        let room = self.width.saturating_sub(beside.as_ref().map_or(0, |more| more.width() + 1));
        lines.extend(actors.iter().take(named).map(|actor| self.actor(actor, room)));
        if let (Some(more), Some(only)) = (beside, lines.last_mut()) {
            only.push_span(" ");
            only.push_span(more);
        } else if let Some(more) = more {
            let hunters = actors[named..].iter().filter(|own| own.is_after_the_upkeeper()).count();
            let hunt = match hunters {
                0 => String::new(),
                1 => ", 1 hunts".to_owned(),
                hunters => format!(", {hunters} hunt"),
            };
            let text = format!("{} more{hunt}", more.content);
            lines.push(Line::from(more.content(text)));
        }
        lines
    }

    /// The line of an actor, in so many columns.
    fn actor(&self, actor: &SeenActor<'_>, columns: usize) -> Line<'static> {
        let role = role_of_side(&actor.kind.faction, !actor.harmless);
        let mood = match actor.attitude {
            Attitude::Dozing => "dozing",
            Attitude::Unaware if actor.harmless => "harmless",
            Attitude::Unaware => "idle",
            Attitude::Curious => "looks",
            Attitude::Hunting => "hunts",
            Attitude::Busy => "busy",
            Attitude::Fleeing => "flees",
            Attitude::Guarding => "at post",
            Attitude::Returning => "returns",
            Attitude::Waiting => "waits",
            Attitude::Astray => "astray",
            Attitude::Homing => "runs home",
            Attitude::Weary => "rests",
            Attitude::Striking => "strikes!",
            Attitude::Following => "follows",
            Attitude::Raiding => "raids",
            Attitude::Robbing => "robs",
            Attitude::Tampering => "meddles",
        };
        let hurt = if actor.health < 100 { format!(" {}%hp", actor.health) } else { String::new() };
        // A long name gives way to what matters more.
        let person = self.view.own_name(actor.id);
        let tail = if self.view.is_in_town() { hurt } else { format!("{hurt} {mood}") };
        let name = person.as_ref().unwrap_or(&actor.kind.name);
        let name = fit(name, columns.saturating_sub(2 + tail.len()), &self.looks);
        Line::from(vec![
            Span::styled(actor.kind.glyph.to_string(), self.looks.style(role)),
            Span::raw(format!(" {name}{tail}")),
        ])
    }
}
