//! Stacks of items that are dropped on the floor.

use crate::sim::prelude::*;

impl World {
    /// Lays a stack on the nearest cell that has none, from `at` on.
    pub(crate) fn drop_stack(&mut self, at: Pos, stack: Stack) -> Pos {
        if let Some(lying) = self.item_at(at)
            && lying.kind == stack.kind
            && !self.is_for_sale(at)
        {
            let count = lying.count.saturating_add(stack.count);
            self.lift_item(at);
            self.place_item(at, Stack { count, ..stack });
            return at;
        }
        let place = self.nearest(at, |world, pos| {
            !world.item_cells().contains(pos) && !world.is_armed_trap(pos)
        });
        if let Some(place) = place {
            self.place_item(place, stack);
        }
        place.unwrap_or(at)
    }
}
