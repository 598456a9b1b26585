//! Things picked up, and where they are put.

use crate::sim::prelude::*;

/// Puts what lies here into the cart; off a shelf, it is owed for.
pub(super) fn get(world: &mut World) {
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

/// Takes up what lies underfoot and belongs on the belt or in the purse, or was thrown by the player and fits into the
/// cart, unless it is for sale.
pub(crate) fn take_up(world: &mut World) {
    let at = world.player_pos();
    let Some(stack) = world.item_at(at).filter(|_| !world.is_for_sale(at)) else {
        set_member(&mut world.shift.thrown, at, false);
        return;
    };
    // Coins that were laid down on purpose stay for whoever they are meant for.
    let is_bait = world.shift().discarded.binary_search(&at).is_ok();
    let is_own = world.shift().thrown.binary_search(&at).is_ok()
        && world.belongings().has_room(stack.kind, &world.catalog);
    if world.catalog.item(stack.kind).slot.is_taken_up() && !is_bait || is_own {
        get(world);
    }
}

/// Puts a stack where it belongs: into the cart, on the belt, or what it comes to into purse and closet.
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
