//! Why not: things taken up, worn, used and thrown.

use crate::sim::prelude::*;
use crate::sim::query::flight::{flight, is_blocked};
use crate::sim::rules::action::Action;
use crate::sim::rules::check::trade;

pub(crate) fn get(world: &World) -> Result<Action, Reject> {
    let stack = world.item_at(world.player_pos()).ok_or(Reject::NothingToGet)?;
    let has_room = world.belongings().has_room(stack.kind, &world.catalog);
    if has_room { Ok(Action::Get) } else { Err(Reject::CartFull) }
}

pub(crate) fn kind_in(world: &World, slot: CartIndex) -> Result<&content::ItemKind, Reject> {
    let stack = world.belongings().stack(slot).ok_or(Reject::EmptySlot)?;
    Ok(world.catalog.item(stack.kind))
}

pub(crate) fn equip(world: &World, slot: CartIndex) -> Result<Action, Reject> {
    let kind = kind_in(world, slot)?;
    if !kind.slot.is_equipment() {
        return Err(Reject::NotEquipment);
    }
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
        Slot::Potion | Slot::Scroll => trade::affords_use(world, slot).map(|()| Action::Use(slot)),
        Slot::Charm => match world.charm_wait(slot) {
            Turns(0) => trade::affords_use(world, slot).map(|()| Action::Use(slot)),
            left => Err(Reject::CharmRests { left }),
        },
        _ => Err(Reject::NotUsable),
    }
}

pub(crate) fn throw(world: &World, slot: CartIndex, target: Pos) -> Result<Action, Reject> {
    let kind = kind_in(world, slot)?;
    let thrown = kind.thrown.as_ref().ok_or(Reject::NotThrowable)?;
    let here = world.player_pos();
    if !world.floor.contains(target) {
        return Err(Reject::CannotSeeTarget);
    }
    // What breaks can be broken over one's own head.
    if target == here && !thrown.shatters {
        return Err(Reject::OwnFeet);
    }
    if world.is_carrying() {
        return Err(Reject::ArmsFull);
    }
    if thrown.damage.1 > 0 && world.has_status(world.player(), Status::Frightened) {
        return Err(Reject::TooFrightened);
    }
    if world.is_two_handed() {
        return Err(Reject::BothHands);
    }
    if here.steps_to(target) > thrown.range {
        return Err(Reject::TooFar { range: thrown.range });
    }
    if !world.sight.visible.contains(target) {
        return Err(Reject::CannotSeeTarget);
    }
    let first_cell = flight(world, target, 1, |pos| is_blocked(world, pos), |_| true);
    if target != here && first_cell.is_empty() {
        return Err(Reject::WallInTheWay);
    }
    trade::affords_use(world, slot)?;
    Ok(Action::Throw(slot, target))
}
