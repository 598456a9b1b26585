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

    /// The player learns what everything in the cart is. Returns whether any of that is new.
    pub(crate) fn identify_all(&mut self) -> bool {
        let kinds: Vec<ItemKindId> =
            self.belongings().stacks().map(|(_, stack)| stack.kind).collect();
        let mut any = false;
        for kind in kinds {
            any |= self.identify(kind);
        }
        any
    }
}
