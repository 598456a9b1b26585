//! Buying, selling and paying, in a shop whose keeper is in.

use crate::sim::prelude::*;
use crate::sim::rules::pickup;

/// Buys the whole stack that lies there. What it is comes with it.
pub(super) fn buy(world: &mut World, at: Pos) {
    let Some(stack) = world.lift_item(at) else { return };
    let price = world.price(stack.kind).times(stack.count);
    world.spend_coins(price);
    world.emit(ItemEvent::Bought { stack, price });
    world.identify(stack.kind);
    pickup::put_away(world, stack);
}

/// Sells a stack, which goes on a shelf if there is room on one.
pub(super) fn sell(world: &mut World, slot: CartIndex) {
    let count = world.belongings().to_sell(slot).map_or(0, |stack| stack.count);
    let Some(stack) = world.run.belongings.take(slot, count) else { return };
    let price = world.offer(stack.kind).times(stack.count);
    world.earn(price);
    world.emit(ItemEvent::Sold { stack, price });
    if let Some(shelf) = world.free_shelf() {
        world.place_item(shelf, stack);
        set_member(&mut world.shift.goods, shelf, true);
    }
}

/// Pays for everything that was taken off the shelves.
pub(super) fn pay(world: &mut World) {
    let price = world.owed();
    let unpaid = std::mem::take(&mut world.run.belongings.unpaid);
    world.spend_coins(price);
    world.emit(ItemEvent::Paid { price });
    for stack in unpaid {
        world.identify(stack.kind);
    }
}
