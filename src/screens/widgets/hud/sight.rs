//! The actors in sight.

use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use crate::theme::ColorRole;
use engine::view::{Attitude, SeenActor};

use super::{Sidebar, health_bar};
use crate::widgets::{floor::letter_style, pad};

/// The columns of the bar of somebody who is hurt.
const BAR_COLUMNS: usize = 8;

impl Sidebar<'_> {
    /// The actors in sight in a number of rows: those of whom the same is told in one, and the
    /// farthest are only counted if there are too many.
    pub(super) fn sight_lines(&self, rows: usize) -> Vec<Line<'static>> {
        let mut actors = self.view.actors();
        if actors.is_empty() {
            return Vec::new();
        }
        // Of each sort the nearest first; the harmless and colleagues last: there may be no room
        // for them.
        actors
            .sort_by_key(|actor| (!actor.is_after_the_upkeeper(), actor.harmless, !actor.hostile));
        let mut groups: Vec<(SeenActor<'_>, usize)> = Vec::new();
        for actor in actors {
            match groups.iter_mut().find(|(first, _)| self.is_told_alike(first, &actor)) {
                Some((_, count)) => *count += 1,
                None => groups.push((actor, 1)),
            }
        }
        // The heading goes before a name does.
        let heading = (rows > groups.len().min(2)).then(|| self.line("In sight", ColorRole::Title));
        let mut lines: Vec<Line<'static>> = heading.into_iter().collect();
        let rows = rows.saturating_sub(lines.len());
        let named = if groups.len() > rows { rows.saturating_sub(1).max(1) } else { groups.len() };
        let (shown, others) = groups.split_at(named);
        let more = match others.iter().map(|(_, count)| count).sum::<usize>() {
            0 => None,
            more => Some(Span::styled(format!("+{more}"), self.looks.style(ColorRole::Warning))),
        };
        // In a single row the count stands beside the only name.
        let beside = more.clone().filter(|_| rows <= 1);
        let room = self.width.saturating_sub(beside.as_ref().map_or(0, |more| more.width() + 1));
        lines.extend(shown.iter().map(|(actor, count)| self.actor(actor, *count, room)));
        if let (Some(more), Some(only)) = (beside, lines.last_mut()) {
            only.push_span(" ");
            only.push_span(more);
        } else if let Some(more) = more {
            let hunters = others.iter().filter(|(actor, _)| actor.is_after_the_upkeeper());
            let hunt = match hunters.map(|(_, count)| count).sum::<usize>() {
                0 => String::new(),
                1 => ", 1 hunts".to_owned(),
                hunters => format!(", {hunters} hunt"),
            };
            let text = format!("{} more{hunt}", more.content);
            lines.push(Line::from(more.content(text)));
        }
        lines
    }

    /// Whether the lines of two actors are the same.
    fn is_told_alike(&self, one: &SeenActor<'_>, other: &SeenActor<'_>) -> bool {
        let told = |actor: &SeenActor<'_>| {
            (actor.kind.glyph, actor.health, actor.attitude, actor.harmless)
        };
        let names = |actor: &SeenActor<'_>| self.view.own_names(actor.id);
        one.kind.name == other.kind.name && told(one) == told(other) && names(one) == names(other)
    }

    /// The line of so many actors of whom the same is told, in so many columns.
    fn actor(&self, actor: &SeenActor<'_>, count: usize, columns: usize) -> Line<'static> {
        let style = letter_style(actor.kind, !actor.harmless, &self.looks);
        let (mood, short_mood) = mood(actor.attitude, actor.harmless);
        // Where there is room, a bar tells it.
        let bar = (self.is_wide() && actor.health < 100).then(|| {
            [vec![Span::raw(" ")], health_bar(&self.looks, actor.health, 100, BAR_COLUMNS).to_vec()]
        });
        let hurt = match bar {
            None if actor.health < 100 => format!(" {}%hp", actor.health),
            _ => String::new(),
        };
        let columns = columns.saturating_sub(bar.as_ref().map_or(0, |_| 1 + BAR_COLUMNS));
        let many = if count > 1 { format!(" ×{count}") } else { String::new() };
        let hurt = format!("{many}{hurt}");
        let tails = if self.view.is_in_town() {
            vec![hurt, many]
        } else {
            vec![format!("{hurt} {mood}"), format!("{hurt} {short_mood}"), hurt, many]
        };
        let mut names = self.view.own_names(actor.id);
        names.push(actor.kind.name.clone());
        let short = self.view.catalog().short_names.actors.of(&actor.kind.name).to_owned();
        let mut text = name_and_state(&names, short, &tails, columns.saturating_sub(2));
        if bar.is_some() {
            text = pad(&text, columns.saturating_sub(2), &self.looks);
        }
        let mut line = Line::from(vec![
            Span::styled(actor.kind.glyph.to_string(), style),
            Span::raw(format!(" {text}")),
        ]);
        line.extend(bar.into_iter().flatten().flatten());
        line
    }
}

/// A name and what is told of its bearer in so many columns: of the names, from the longest to the
/// shortest, the first that fits with all that is told or with its second form; else the short name
/// of the kind with as much as fits. No name is cut.
fn name_and_state(names: &[String], short: String, tails: &[String], columns: usize) -> String {
    let named =
        names.iter().flat_map(|name| tails.iter().take(2).map(move |tail| format!("{name}{tail}")));
    let mut forms = named.chain(tails.iter().map(|tail| format!("{short}{tail}")));
    forms.find(|form| form.width() <= columns).unwrap_or(short)
}

/// What an actor does, in a word, and in one of at most five letters.
fn mood(attitude: Attitude, harmless: bool) -> (&'static str, &'static str) {
    match attitude {
        Attitude::Dozing => ("dozing", "dozes"),
        Attitude::Unaware if harmless => ("harmless", "meek"),
        Attitude::Unaware => ("idle", "idle"),
        Attitude::Curious => ("looks", "looks"),
        Attitude::Hunting => ("hunts", "hunts"),
        Attitude::Busy => ("busy", "busy"),
        Attitude::Fleeing => ("flees", "flees"),
        Attitude::Guarding => ("at post", "post"),
        Attitude::Returning => ("returns", "back"),
        Attitude::Waiting => ("waits", "waits"),
        Attitude::Astray => ("astray", "stray"),
        Attitude::Homing => ("runs home", "home"),
        Attitude::Weary => ("rests", "rests"),
        Attitude::Striking => ("strikes!", "hits!"),
        Attitude::Following => ("follows", "comes"),
        Attitude::Raiding => ("raids", "raids"),
        Attitude::Robbing => ("robs", "robs"),
        Attitude::Tampering => ("meddles", "toils"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use content::{ACTOR_NAME_COLUMNS, Catalog};

    /// The columns of the narrowest sidebar behind letter and blank.
    const COLUMNS: usize = 20;

    const ATTITUDES: [Attitude; 17] = [
        Attitude::Dozing,
        Attitude::Unaware,
        Attitude::Curious,
        Attitude::Hunting,
        Attitude::Busy,
        Attitude::Fleeing,
        Attitude::Guarding,
        Attitude::Returning,
        Attitude::Waiting,
        Attitude::Astray,
        Attitude::Homing,
        Attitude::Weary,
        Attitude::Striking,
        Attitude::Following,
        Attitude::Raiding,
        Attitude::Robbing,
        Attitude::Tampering,
    ];

    #[test]
    fn no_name_of_the_content_is_cut_whatever_its_bearer_does() {
        let catalog = Catalog::embedded().expect("valid content");
        let short_names = &catalog.short_names;
        let kinds = catalog
            .actors
            .iter()
            .map(|kind| (vec![kind.name.clone()], short_names.actors.of(&kind.name).to_owned()));
        let raiders = catalog.texts.raiders.iter().map(|name| {
            let short = short_names.given.of(name).to_owned();
            (vec![name.clone(), short.clone(), "keening maid".to_owned()], short)
        });
        for (names, short) in kinds.chain(raiders) {
            assert!(short.width() <= ACTOR_NAME_COLUMNS, "{short}");
            for attitude in ATTITUDES {
                for harmless in [false, true] {
                    let (word, short_word) = mood(attitude, harmless);
                    for hurt in ["", " 7%hp", " 50%hp"] {
                        let tails = [
                            format!("{hurt} {word}"),
                            format!("{hurt} {short_word}"),
                            hurt.to_owned(),
                            String::new(),
                        ];
                        let text = name_and_state(&names, short.clone(), &tails, COLUMNS);
                        let is_told = [word, short_word].iter().any(|word| {
                            names
                                .iter()
                                .chain([&short])
                                .any(|name| text == format!("{name}{hurt} {word}"))
                        });
                        assert!(is_told && text.width() <= COLUMNS, "{text}");
                    }
                }
            }
        }
    }
}
