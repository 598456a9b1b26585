//! What the player learns: the plan of the floor, and what kinds of items are.

use crate::content::ItemKindId;

use crate::sim::event::{Event, ItemEvent};
use crate::sim::state::world::World;

impl World {
    /// Terrain and fixtures of the whole floor become known, as from a drawing.
    pub(crate) fn learn_plan(&mut self) {
        self.floor.learn_plan();
        self.emit(Event::Item(ItemEvent::MapRead));
    }

    /// The upkeeper learns what a kind is; true if that is news.
    pub(crate) fn identify(&mut self, kind: ItemKindId) -> bool {
        let is_news = self.run.identified.learn(kind);
        if is_news {
            self.emit(Event::Item(ItemEvent::Identified { item: kind }));
        }
        is_news
    }

    pub(crate) fn identify_all(&mut self) -> bool {
        let kinds: Vec<ItemKindId> =
            self.run.belongings.stacks().map(|(_, stack)| stack.kind).collect();
        let mut any = false;
        for kind in kinds {
            any |= self.identify(kind);
        }
        any
    }
}
