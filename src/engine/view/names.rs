//! The names of items, identified or not, of bodies, of obstacles and of parts.

use crate::sim::{Obstacle, PersonId};
use content::{ActorKindId, Catalog, ItemKindId, Slot, with_article};

use super::View;

impl View<'_> {
    /// The name of `count` items of a kind, as far as the player has identified it: "a murky potion", "4 darts".
    pub fn item_name(&self, kind: ItemKindId, count: u16) -> String {
        self.item_name_as(kind, count, self.world().is_identified(kind))
    }

    /// The same, as if the player had identified the kind (`known`), or had not.
    pub(super) fn item_name_as(&self, kind: ItemKindId, count: u16, known: bool) -> String {
        let item = self.catalog().item(kind);
        if known {
            return if count == 1 {
                with_article(&item.name)
            } else {
                format!("{count} {}", item.plural)
            };
        }
        let look = self.world().look(kind);
        if item.slot == Slot::Scroll {
            let title = self.catalog().texts.scrolls.get(look).map_or("", String::as_str);
            let noun = if count == 1 { "a scroll".into() } else { format!("{count} scrolls") };
            format!("{noun} headed “{title}”")
        } else {
            let texts = &self.catalog().texts;
            let appearances = if item.slot == Slot::Charm { &texts.charms } else { &texts.potions };
            let (look, noun) = (appearances.get(look).map_or("", String::as_str), item.slot.name());
            if count == 1 {
                with_article(&format!("{look} {noun}"))
            } else {
                format!("{count} {look} {noun}s")
            }
        }
    }

    /// "body of Wynn Ockley", if the player carries one of the cast.
    pub(crate) fn carried_name(&self) -> Option<String> {
        let body = self.player().carrying?;
        body.person.is_some().then(|| self.body_of(body.kind, body.person))
    }

    /// "body of Wynn Ockley" for one of the cast, and otherwise "fighter's body".
    pub(crate) fn body_of(&self, kind: ActorKindId, person: Option<PersonId>) -> String {
        match self.journey().zip(person) {
            Some((journey, person)) => format!("body of {}", journey.person(person).name()),
            None => self.body_name(kind),
        }
    }

    /// "fighter's body"; the body of an actor that rose from the dead before is a "heap of bones".
    pub fn body_name(&self, kind: ActorKindId) -> String {
        let catalog = self.catalog();
        if catalog.is_risen(kind) {
            "heap of bones".to_owned()
        } else {
            format!("{}'s body", catalog.actor(kind).name)
        }
    }

    /// The same in few columns.
    pub fn short_body_name(&self, kind: ActorKindId) -> String {
        let catalog = self.catalog();
        if catalog.is_risen(kind) {
            return self.body_name(kind);
        }
        format!("{}'s body", catalog.short_names.actor(&catalog.actor(kind).name))
    }
}

/// What an obstacle is called, with an article where the noun takes one: "an armed dart trap", "fire".
pub(super) fn obstacle_name(obstacle: Obstacle, catalog: &Catalog) -> String {
    match obstacle {
        Obstacle::Bar => "a barred door".to_owned(),
        Obstacle::Fire => "fire".to_owned(),
        Obstacle::Gas => "choking gas".to_owned(),
        Obstacle::Dozing(kind) => format!("the dozing {}", catalog.actor(kind).name),
        Obstacle::ShutOut(kind) => format!("a door with the {} at it", catalog.actor(kind).name),
        Obstacle::OutOfSight(kind) => {
            format!("{} that went out of your sight", with_article(&catalog.actor(kind).name))
        }
        Obstacle::Trap(kind) => format!("an armed {} trap", catalog.trap(kind).name),
    }
}

/// What goes away by itself, as a sentence after one that names the obstacle; nothing for the others.
pub(super) fn passes_with_time(obstacle: Obstacle) -> &'static str {
    match obstacle {
        Obstacle::Fire => " It burns out if you wait.",
        Obstacle::Gas => " It thins out if you wait.",
        Obstacle::OutOfSight(_) => " Wait until it shows itself, or walk there by hand.",
        Obstacle::Bar | Obstacle::Dozing(_) | Obstacle::ShutOut(_) | Obstacle::Trap(_) => "",
    }
}

/// That an enemy out of sight bars the only way. Where it is now is not told: nobody sees it.
pub(super) fn out_of_sight_in_the_way(obstacle: Obstacle, catalog: &Catalog) -> String {
    let who = obstacle_name(obstacle, catalog);
    format!("{who} is in the only way.{}", passes_with_time(obstacle))
}

/// Spare parts as a sentence names them: "a part", "3 parts".
pub(super) fn parts_in_words(parts: u16) -> String {
    if parts == 1 { "a part".to_owned() } else { format!("{parts} parts") }
}
