//! Verbs about stacks on the floor, the cart and the purse.

use crate::base::Pos;
use crate::content::Supply;

use crate::sim::command::CartIndex;
use crate::sim::state::world::World;
use crate::sim::units::{Coins, Stack};

impl World {
    pub(crate) fn earn(&mut self, coins: Coins) {
        self.run.belongings.coins = self.run.belongings.coins.saturating_add(coins);
    }

    pub(crate) fn add_supply(&mut self, supply: Supply, amount: u16) {
        let count = &mut self.run.belongings.supplies[supply];
        *count = count.saturating_add(amount);
    }

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

    /// Takes one or more out of the cart.
    pub(crate) fn take_from_cart(&mut self, slot: CartIndex, count: u16) -> Option<Stack> {
        self.run.belongings.take(slot, count)
    }
}
