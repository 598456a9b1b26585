use super::Outcome;
use crate::sim::event::Harm;
use crate::sim::world::World;
use crate::sim::{Belongings, Event, Slot};

/// Puts what lies here into the cart.
pub(super) fn get(world: &mut World) -> Outcome {
    let at = world.player_pos();
    if let Some(stack) = world.lift_item(at) {
        let player = world.player();
        let catalog = world.catalog.clone();
        world.change::<Belongings>(player, |own| own.add(stack, &catalog));
        world.discarded.retain(|&pos| pos != at);
        world.emit(Event::ItemTaken { stack });
    }
    Outcome::Done
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

/// Drinks a potion or reads a scroll. Using it tells what it is.
pub(super) fn use_up(world: &mut World, slot: Slot) -> Outcome {
    let Some(stack) = world.take_from_cart(slot, 1) else { return Outcome::Done };
    let catalog = world.catalog.clone();
    let kind = catalog.item(stack.kind);
    world.tally.items_used += 1;
    let known = world.is_identified(stack.kind);
    world.emit(Event::Used { item: stack.kind, known });
    world.identify(stack.kind);
    let player = world.roster[0];
    let came_to_something = world.befall(&player, &kind.effects, Harm::Potion(stack.kind));
    if !came_to_something {
        world.emit(Event::Fizzled { item: stack.kind });
    }
    Outcome::Done
}

/// Puts a whole stack down.
pub(super) fn drop(world: &mut World, slot: Slot) -> Outcome {
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
