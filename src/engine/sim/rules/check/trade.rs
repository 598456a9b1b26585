//! Why not: buying, selling and paying.

use crate::sim::prelude::*;
use crate::sim::rules::action::Action;

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
    if world.belongings().owed(stack.kind) > 0 {
        return Err(Reject::NotYours);
    }
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
pub(super) fn affords_use(world: &World, slot: CartIndex) -> Result<(), Reject> {
    affords(world, world.price_of_use(slot))
}

fn affords(world: &World, price: Coins) -> Result<(), Reject> {
    let own = world.belongings().coins;
    if own >= price { Ok(()) } else { Err(Reject::TooPoor { price, own }) }
}
