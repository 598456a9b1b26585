//! A table at an inn: what a hero has to say, what they can be stood, and what they play for.

use crate::{
    Screen, ScreenContext, Transition,
    keymap::Intent,
    theme::ColorRole,
    widgets::{
        KeyHint,
        sheet::{Row, Sheet, letters},
    },
};
use content::capital;
use engine::sim::{ActorId, Command, JourneyCommand};
use engine::view::{PastimeView, View};

use super::counter::details;

/// What can be done with one hero.
pub(crate) struct TableScreen {
    actor: ActorId,
}

impl TableScreen {
    pub(crate) fn new(actor: ActorId) -> TableScreen {
        TableScreen { actor }
    }

    /// A word, then the drinks and the games; nothing once the hero is not beside any more.
    fn entries(&self, view: View<'_>) -> Vec<PastimeView> {
        let Some(town) = view.town() else { return Vec::new() };
        let Some((hero, dir)) = town.hero(self.actor).zip(town.dir_to(self.actor)) else {
            return Vec::new();
        };
        let word = PastimeView {
            command: Command::Journey(JourneyCommand::Talk { dir }),
            name: "another word".to_owned(),
            price: "-".to_owned(),
            about: None,
            refusal: None,
        };
        std::iter::once(word).chain(town.pastimes(hero, dir)).collect()
    }
}

impl Screen for TableScreen {
    fn sheet(&mut self, context: &mut ScreenContext<'_>) -> Option<Sheet> {
        let view = context.run().view();
        let town = view.town()?;
        let entries = self.entries(view);
        let name = town.name_of(self.actor).unwrap_or_default();
        let rows = entries.iter().zip(letters(context)).map(|(entry, letter)| Row {
            right: entry.price.clone(),
            role: if entry.refusal.is_none() { ColorRole::Text } else { ColorRole::Dim },
            told: Some(format!("{letter}  {}: {}.", entry.name, entry.price)),
            ..Row::keyed(letter, &*entry.name)
        });
        let chosen = context.sheet.chosen_of(&entries).map(|entry| {
            details(entry.about.clone(), entry.refusal.map(|reject| town.why(reject)))
        });
        Some(Sheet {
            rows: rows.collect(),
            foot: chosen.unwrap_or_default(),
            log: context.run().log.last_text(),
            hints: vec![
                KeyHint::new("letter", "that one"),
                KeyHint::of(context, Intent::Confirm, "do it"),
                KeyHint::of(context, Intent::Cancel, "get up"),
            ],
            // A drink cannot be undone.
            keys_act: false,
            is_read: true,
            ..Sheet::boxed(format!("{}. Your purse: {}", capital(&name), view.coins()))
        })
    }

    fn chosen(&mut self, row: usize, context: &mut ScreenContext<'_>) -> Transition {
        match self.entries(context.run().view()).get(row) {
            Some(entry) => context.submit(entry.command),
            None => Transition::Pop,
        }
    }
}
