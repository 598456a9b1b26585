//! Things: picked up, put away, worn, used, dropped.

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

/// Puts what lies here into the cart; off a shelf, it is owed for.
pub(crate) fn get(world: &mut World) {
    let at = world.player_pos();
    let for_sale = world.is_for_sale(at);
    if let Some(stack) = world.lift_item(at) {
        set_member(&mut world.shift.discarded, at, false);
        set_member(&mut world.shift.thrown, at, false);
        if for_sale {
            world.run.belongings.owe(stack.kind, stack.count.into());
            let owed = world.owed();
            world.emit(ItemEvent::GoodsTaken { stack, owed });
        } else if world.catalog.item(stack.kind).slot != Slot::Sundry {
            world.emit(ItemEvent::ItemTaken { stack });
        }
        put_away(world, stack);
    }
}

/// Takes up what lies underfoot and belongs on the belt or in the purse, or was thrown by the
/// player and fits into the cart, unless it is for sale.
pub(crate) fn take_up(world: &mut World) {
    let at = world.player_pos();
    let Some(stack) = world.item_at(at).filter(|_| !world.is_for_sale(at)) else {
        set_member(&mut world.shift.thrown, at, false);
        return;
    };
    // Coins that were laid down on purpose stay for whoever they are meant for.
    let is_bait = world.shift.discarded.binary_search(&at).is_ok();
    let is_own = world.shift.thrown.binary_search(&at).is_ok()
        && world.belongings().has_room(stack.kind, &world.catalog);
    if world.catalog.item(stack.kind).slot.is_taken_up() && !is_bait || is_own {
        get(world);
    }
}

/// Puts a stack where it belongs: into the cart, on the belt, or what it comes to into purse and
/// closet.
pub(crate) fn put_away(world: &mut World, stack: Stack) {
    let catalog = world.catalog.clone();
    let kind = catalog.item(stack.kind);
    if kind.slot != Slot::Sundry {
        world.run.belongings.add(stack, &world.catalog);
        return;
    }
    for effect in &kind.effects {
        match *effect {
            Effect::Coins { amount } => {
                let coins = Coins(amount.into()).times(stack.count);
                world.earn(coins);
                world.emit(ItemEvent::CoinsFound { coins });
            }
            Effect::Supply { supply, amount } => {
                let amount = amount.saturating_mul(stack.count);
                world.add_supply(supply, amount);
                world.emit(ItemEvent::SupplyFound { supply, amount });
            }
            _ => {
                let player = world.roster()[0];
                world.apply_effects(
                    &player,
                    std::slice::from_ref(effect),
                    Harm::Potion(stack.kind),
                );
            }
        }
    }
}

/// Puts a thing on, in place of what was there; takes it off if it is on.
pub(crate) fn equip(world: &mut World, slot: CartIndex) {
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

/// Drinks a potion, reads a scroll or rubs a charm. Using it tells what it is. A charm is not used
/// up but rests. A scroll or a charm that came to nothing is as it was.
pub(crate) fn use_up(world: &mut World, slot: CartIndex) {
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
pub(crate) fn pay_for_use(world: &mut World, slot: CartIndex) {
    let price = world.price_of_use(slot);
    if price > Coins(0)
        && let Some(stack) = world.belongings().stack(slot)
    {
        world.spend_coins(price);
        world.run.belongings.owe(stack.kind, -1);
        world.emit(ItemEvent::Charged { item: stack.kind, price });
    }
}

/// Puts a whole stack down; in a shop, what is not paid for of it goes back on a shelf, and the
/// rest stays.
pub(crate) fn drop(world: &mut World, slot: CartIndex) {
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
