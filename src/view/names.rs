//! The names that things go by, identified or not.

use crate::content::{ActorKindId, ItemKindId, Slot, with_article};

use super::View;

impl View<'_> {
    /// So many of a kind, by what the upkeeper knows of it: "a murky potion", "4 darts".
    pub fn item_name(&self, kind: ItemKindId, count: u16) -> String {
        self.item_name_as(kind, count, self.world().is_identified(kind))
    }

    /// The same, as if the upkeeper knew what it is, or did not.
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

    /// "fighter's body"; who has got up before is only bones.
    pub fn body_name(&self, kind: ActorKindId) -> String {
        let catalog = self.catalog();
        if catalog.is_risen(kind) {
            "heap of bones".to_owned()
        } else {
            format!("{}'s body", catalog.actor(kind).name)
        }
    }
}
