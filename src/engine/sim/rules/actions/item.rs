//! Things: picked up, worn, used, dropped.

use crate::sim::prelude::*;

/// Puts a thing on, in place of what was there; takes it off if it is on.
pub(super) fn equip(world: &mut World, slot: CartIndex) {
    let Some(stack) = world.belongings().stack(slot) else {
        return;
    };
    let is_on = world.belongings().is_worn(stack.kind);
    let place = world.catalog.item(stack.kind).slot;
    world.run.belongings.worn.0[place as usize] = (!is_on).then_some(stack.kind);
    world.emit(if is_on {
        ItemEvent::TakenOff { item: stack.kind }
    } else {
        ItemEvent::Equipped { item: stack.kind }
    });
}

/// Drinks a potion, reads a scroll or rubs a charm. Using it tells what it is. A charm is not used up but rests. A
/// scroll or a charm that came to nothing is as it was.
pub(super) fn use_up(world: &mut World, slot: CartIndex) {
    let Some(Stack { kind: id, .. }) = world.belongings().stack(slot) else {
        return;
    };
    pay_for_use(world, slot);
    let catalog = world.catalog.clone();
    let kind = catalog.item(id);
    if kind.slot == Slot::Potion {
        world.run.belongings.take(slot, 1);
    }
    world.shift.tally.items_used += 1;
    let known = world.is_identified(id);
    world.emit(ItemEvent::Used { item: id, known });
    world.identify(id);
    let player = world.roster()[0];
    let came_to_something = world.apply_effects(&player, &kind.effects, Harm::Potion(id));
    if !came_to_something {
        world.emit(FightEvent::Fizzled { item: id });
    } else if kind.slot == Slot::Scroll {
        world.run.belongings.take(slot, 1);
    } else if kind.slot == Slot::Charm {
        let ready = Turns(world.clock().0 + kind.recharge);
        world.run.belongings.rest(id, ready);
    }
}

/// Pays for one of a stack that is all the shop's: what is used or thrown is bought.
pub(super) fn pay_for_use(world: &mut World, slot: CartIndex) {
    let price = world.price_of_use(slot);
    if price > Coins(0)
        && let Some(stack) = world.belongings().stack(slot)
    {
        world.spend_coins(price);
        world.run.belongings.owe(stack.kind, -1);
        world.emit(ItemEvent::Charged { item: stack.kind, price });
    }
}

/// Puts a whole stack down; in a shop, what is not paid for of it goes back on a shelf, and the rest stays.
pub(super) fn drop(world: &mut World, slot: CartIndex) {
    let Some(stack) = world.belongings().stack(slot) else {
        return;
    };
    let owed = world.belongings().owed(stack.kind).min(stack.count);
    if owed > 0
        && world.open_shop_here().is_some()
        && let Some(shelf) = world.free_shelf()
    {
        put_back(world, slot, owed, shelf);
        return;
    }
    if let Some(stack) = world.run.belongings.take(slot, u16::MAX) {
        let at = world.player_pos();
        let at = world.drop_stack(at, stack);
        set_member(&mut world.shift.discarded, at, true);
        world.emit(ItemEvent::ItemDropped { stack, at });
    }
}

fn put_back(world: &mut World, slot: CartIndex, count: u16, shelf: Pos) {
    if let Some(stack) = world.run.belongings.take(slot, count) {
        world.run.belongings.owe(stack.kind, -i32::from(stack.count));
        world.place_item(shelf, stack);
        set_member(&mut world.shift.goods, shelf, true);
        world.emit(ItemEvent::GoodsReturned { stack, at: shelf });
    }
}
