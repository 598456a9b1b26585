//! What the player learns: the plan of the floor, and what kinds of items are.

use crate::sim::prelude::*;

impl World {
    /// Terrain and fixtures of the whole floor become known, as from a drawing. Returns whether any of that is new.
    pub(crate) fn learn_plan(&mut self) -> bool {
        let before = self.floor.planned().clone();
        self.floor.learn_plan();
        let is_new = *self.floor.planned() != before;
        if is_new {
            self.emit(ItemEvent::MapRead);
        }
        is_new
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
