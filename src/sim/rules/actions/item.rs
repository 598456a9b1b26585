//! Things: picked up, worn, used, dropped.

use crate::base::Pos;
use crate::content::{Effect, Slot as Place};

use crate::sim::command::Slot;
use crate::sim::event::{Event, Harm};
use crate::sim::rules::actions::Outcome;
use crate::sim::state::belongings::Belongings;
use crate::sim::state::world::World;
use crate::sim::units::{Coins, Stack, Turns};

/// Puts what lies here into the cart; off a shelf, it is owed for.
pub(super) fn get(world: &mut World) -> Outcome {
    let at = world.player_pos();
    let for_sale = world.is_for_sale(at);
    if let Some(stack) = world.lift_item(at) {
        world.discarded.retain(|&pos| pos != at);
        if for_sale {
            let player = world.player();
            world.change::<Belongings>(player, |own| own.owe(stack.kind, stack.count.into()));
            let owed = world.owed();
            world.emit(Event::GoodsTaken { stack, owed });
        } else if world.catalog.item(stack.kind).slot != Place::Sundry {
            world.emit(Event::ItemTaken { stack });
        }
        put_away(world, stack);
    }
    Outcome::Done
}

/// Takes up what lies underfoot and belongs on the belt or in the purse, unless it is for sale.
pub(crate) fn take_up(world: &mut World) {
    let at = world.player_pos();
    let is_taken_up = |stack: Stack| world.catalog.item(stack.kind).slot.is_taken_up();
    if world.item_at(at).is_some_and(is_taken_up) && !world.is_for_sale(at) {
        get(world);
    }
}

/// Puts a stack where it belongs: into the cart, on the belt, or what it comes to into purse and closet.
pub(super) fn put_away(world: &mut World, stack: Stack) {
    let catalog = world.catalog.clone();
    let kind = catalog.item(stack.kind);
    let player = world.player();
    if kind.slot != Place::Sundry {
        world.change::<Belongings>(player, |own| own.add(stack, &catalog));
        return;
    }
    for effect in &kind.effects {
        match *effect {
            Effect::Coins { amount } => {
                let coins = Coins(amount.into()).times(stack.count);
                world.earn(coins);
                world.emit(Event::CoinsFound { coins });
            }
            Effect::Supply { supply, amount } => {
                let amount = amount.saturating_mul(stack.count);
                world.add_supply(supply, amount);
                world.emit(Event::SupplyFound { supply, amount });
            }
            _ => {
                let player = world.roster[0];
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
pub(super) fn equip(world: &mut World, slot: Slot) -> Outcome {
    let Some(stack) = world.with_belongings(|own| own.stack(slot)) else { return Outcome::Done };
    let place = world.catalog.item(stack.kind).slot as usize;
    let is_on = world.with_belongings(|own| own.is_worn(stack.kind));
    let player = world.player();
    world.change::<Belongings>(player, |own| own.worn[place] = (!is_on).then_some(stack.kind));
    world.emit(if is_on {
        Event::TakenOff { item: stack.kind }
    } else {
        Event::Equipped { item: stack.kind }
    });
    Outcome::Done
}

/// Drinks a potion, reads a scroll or rubs a charm, which is not used up. Using it tells what it is.
pub(super) fn use_up(world: &mut World, slot: Slot) -> Outcome {
    let Some(Stack { kind: id, .. }) = world.with_belongings(|own| own.stack(slot)) else {
        return Outcome::Done;
    };
    let catalog = world.catalog.clone();
    let kind = catalog.item(id);
    if kind.slot == Place::Charm {
        let (player, ready) = (world.player(), Turns(world.clock.0 + kind.recharge));
        world.change::<Belongings>(player, |own| own.rest(id, ready));
    } else {
        world.take_from_cart(slot, 1);
    }
    world.tally.items_used += 1;
    let known = world.is_identified(id);
    world.emit(Event::Used { item: id, known });
    world.identify(id);
    let player = world.roster[0];
    let came_to_something = world.apply_effects(&player, &kind.effects, Harm::Potion(id));
    if !came_to_something {
        world.emit(Event::Fizzled { item: id });
    }
    Outcome::Done
}

/// Puts a whole stack down; in a shop, what is not paid for of it goes back on a shelf, and the rest stays.
pub(super) fn drop(world: &mut World, slot: Slot) -> Outcome {
    let Some(stack) = world.with_belongings(|own| own.stack(slot)) else { return Outcome::Done };
    let owed = world.with_belongings(|own| own.owed(stack.kind)).min(stack.count);
    if owed > 0
        && world.open_shop_here().is_some()
        && let Some(shelf) = world.free_shelf()
    {
        put_back(world, slot, owed, shelf);
        return Outcome::Done;
    }
    if let Some(stack) = world.take_from_cart(slot, u16::MAX) {
        let at = world.player_pos();
        let at = world.drop_stack(at, stack);
        if let Err(place) = world.discarded.binary_search(&at) {
            world.discarded.insert(place, at);
        }
        world.emit(Event::ItemDropped { stack, at });
    }
    Outcome::Done
}

fn put_back(world: &mut World, slot: Slot, count: u16, shelf: Pos) {
    if let Some(stack) = world.take_from_cart(slot, count) {
        let player = world.player();
        world.change::<Belongings>(player, |own| own.owe(stack.kind, -i32::from(stack.count)));
        world.place_item(shelf, stack);
        world.put_on_sale(shelf);
        world.emit(Event::GoodsReturned { stack, at: shelf });
    }
}
