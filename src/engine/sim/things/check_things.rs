//! Why not: things used, thrown, dropped, bought, sold and paid for.

use crate::sim::action::Action;
use crate::sim::fight::throws::flight;
use crate::sim::prelude::*;

pub(crate) fn get(world: &World) -> Result<Action, Reject> {
    let stack = world.item_at(world.player_pos()).ok_or(Reject::NothingToGet)?;
    let has_room = world.belongings().has_room(stack.kind, &world.catalog);
    if has_room { Ok(Action::Get) } else { Err(Reject::CartFull) }
}

fn kind_in(world: &World, slot: CartIndex) -> Result<&content::ItemKind, Reject> {
    let stack = world.belongings().stack(slot).ok_or(Reject::EmptySlot)?;
    Ok(world.catalog.item(stack.kind))
}

pub(crate) fn equip(world: &World, slot: CartIndex) -> Result<Action, Reject> {
    let kind = kind_in(world, slot)?;
    fail_if(!kind.slot.is_equipment(), Reject::NotEquipment)?;
    if kind.two_handed && world.is_carrying() {
        Err(Reject::ArmsFull)
    } else {
        Ok(Action::Equip(slot))
    }
}

pub(crate) fn use_up(world: &World, slot: CartIndex) -> Result<Action, Reject> {
    let kind = kind_in(world, slot)?;
    let blind = world.has_status(world.player(), Status::Blind);
    match kind.slot {
        Slot::Scroll if blind => Err(Reject::CannotRead),
        Slot::Potion | Slot::Scroll => affords_use(world, slot).map(|()| Action::Use(slot)),
        Slot::Charm => match world.charm_wait(slot) {
            Turns(0) => affords_use(world, slot).map(|()| Action::Use(slot)),
            left => Err(Reject::CharmRests { left }),
        },
        _ => Err(Reject::NotUsable),
    }
}

pub(crate) fn throw(world: &World, slot: CartIndex, target: Pos) -> Result<Action, Reject> {
    let kind = kind_in(world, slot)?;
    let thrown = kind.thrown.as_ref().ok_or(Reject::NotThrowable)?;
    let here = world.player_pos();
    fail_if(!world.floor.contains(target), Reject::CannotSeeTarget)?;
    // What breaks can be broken over one's own head.
    fail_if(target == here && !thrown.shatters, Reject::OwnFeet)?;
    fail_if(world.is_carrying(), Reject::ArmsFull)?;
    if thrown.damage.1 > 0 && world.has_status(world.player(), Status::Frightened) {
        return Err(Reject::TooFrightened);
    }
    fail_if(world.is_two_handed(), Reject::BothHands)?;
    fail_if(here.steps_to(target) > thrown.range, Reject::TooFar { range: thrown.range })?;
    fail_if(!world.sight.visible.contains(target), Reject::CannotSeeTarget)?;
    fail_if(target != here && flight(world, target, 1, false).is_empty(), Reject::WallInTheWay)?;
    affords_use(world, slot)?;
    Ok(Action::Throw(slot, target))
}

/// Whether what lies there can be bought.
pub(crate) fn buy(world: &World, at: Pos) -> Result<Action, Reject> {
    world.open_shop_here().ok_or(Reject::NoShop)?;
    let stack = world.item_at(at).filter(|_| world.is_for_sale(at)).ok_or(Reject::NotForSale)?;
    affords(world, world.price(stack.kind).times(stack.count))?;
    let has_room = world.belongings().has_room(stack.kind, &world.catalog);
    if has_room { Ok(Action::Buy(at)) } else { Err(Reject::CartFull) }
}

pub(crate) fn sell(world: &World, slot: CartIndex) -> Result<Action, Reject> {
    world.open_shop_here().ok_or(Reject::NoShop)?;
    let stack = world.belongings().stack(slot).ok_or(Reject::EmptySlot)?;
    fail_if(world.belongings().owed(stack.kind) > 0, Reject::NotYours)?;
    if world.offer(stack.kind) == Coins(0) {
        Err(Reject::Worthless)
    } else {
        Ok(Action::Sell(slot))
    }
}

pub(crate) fn pay(world: &World) -> Result<Action, Reject> {
    world.open_shop_here().ok_or(Reject::NoShop)?;
    match world.owed() {
        Coins(0) => Err(Reject::NothingOwed),
        owed => affords(world, owed).map(|()| Action::Pay),
    }
}

/// A player who owes has to confirm a step out of the shop.
pub(crate) fn step(world: &World, to: Pos) -> Result<(), Reject> {
    let leaves = world.open_shop_here().is_some_and(|shop| !shop.room.contains(to));
    match world.owed() {
        owed if leaves && owed > Coins(0) => Err(Reject::WalkOut { owed }),
        _ => Ok(()),
    }
}

/// Whether the player can pay, if need be, for one of a stack that is to be used or thrown.
fn affords_use(world: &World, slot: CartIndex) -> Result<(), Reject> {
    affords(world, world.price_of_use(slot))
}

fn affords(world: &World, price: Coins) -> Result<(), Reject> {
    let own = world.belongings().coins;
    if own >= price { Ok(()) } else { Err(Reject::TooPoor { price, own }) }
}
