//! Harm that goes on and would kill the player before it is over: nothing that goes on by itself is begun then.

use crate::sim::prelude::*;
use content::ItemKind;
use levels::Tile;

use crate::sim::reject::Remedy;
use crate::sim::rules::check::{item, work};
use crate::sim::rules::fire::is_by_water;
use crate::sim::rules::gas::MIN_HARMFUL_GAS;
use crate::sim::travel::prognosis::{Death, Prognosis};
use crate::sim::travel::walk;

/// A clear cell farther off is not told of.
const MAX_STEPS_TO_CLEAR_CELL: u16 = 12;

/// The harm that would kill the player before it is over, if they stay where they are and do nothing about it.
pub(crate) fn deadly_harm(world: &World) -> Option<Harm> {
    death(world).map(|death| death.by)
}

/// # Errors
/// That harm, with what can be done about it.
pub(crate) fn refuse_if_deadly(world: &World) -> Result<(), Reject> {
    death(world).map_or(Ok(()), |death| Err(Reject::Deadly { by: death.by, remedy: remedy(world) }))
}

fn death(world: &World) -> Option<Death> {
    Prognosis::of(world).death()
}

/// The remedy that is nearest at hand: off the cell; water, in reach, in the cart or near enough; a drink.
fn remedy(world: &World) -> Remedy {
    let body = Prognosis::of(world).elsewhere();
    let Some(Death { turns, .. }) = body.clone().death() else {
        return clear_cell(world).map_or(Remedy::Nothing, |way| Remedy::ClearCell { way });
    };
    let is_saved_by_water = body.clone().cured_of(Status::Burning).death().is_none();
    if is_saved_by_water && is_by_water(world, &world.roster()[0]) {
        return Remedy::WaterBeside;
    }
    if is_saved_by_water && can_rinse(world) {
        return Remedy::Rinse;
    }
    poured(world, &body)
        .or_else(|| water_in_time(world, turns).filter(|_| is_saved_by_water))
        .or_else(|| used(world, &body))
        .unwrap_or(Remedy::Nothing)
}

/// The way to the nearest cell in sight without gas and fire.
fn clear_cell(world: &World) -> Option<Dir> {
    let (floor, here) = (&world.floor, world.player_pos());
    let mut ground = world.ground(&world.roster()[0]);
    ground.intersect(floor.planned());
    ground.subtract(&world.known_traps_to_avoid());
    for other in world.roster()[1..].iter().filter(|it| world.sight.visible.contains(it.pos)) {
        ground.remove(other.pos);
    }
    let is_clear = |&pos: &Pos| {
        floor.gas(pos) < MIN_HARMFUL_GAS
            && floor.fire(pos) == 0
            && world.sight.visible.contains(pos)
            && pos != here
    };
    let field = &mut world.scratch.borrow_mut().way;
    field.spread(&ground, [here], Moves::Eight, MAX_STEPS_TO_CLEAR_CELL);
    let reached = ground.iter().filter(is_clear).map(|pos| (field.get(pos), pos));
    let (_, nearest) = reached.filter(|&(steps, _)| steps != DistanceField::UNREACHABLE).min()?;
    Some(here.bearing(nearest))
}

fn can_rinse(world: &World) -> bool {
    let mut places = std::iter::once(None).chain(Dir::ALL.into_iter().map(Some));
    places.any(|dir| {
        let is_water = |fixture: Fixture| fixture.has_water();
        world.floor.fixture(work::place(world, dir)).is_some_and(is_water)
            && work::work(world, dir).is_ok()
    })
}

/// The first thing in the cart that is known to help when it breaks at the player's feet.
fn poured(world: &World, body: &Prognosis<'_>) -> Option<Remedy> {
    let here = world.player_pos();
    out_of_cart(world, |slot, kind| {
        let is_help = kind.thrown.as_ref().is_some_and(|thrown| helps(body, &thrown.effects));
        is_help && item::throw(world, slot, here).is_ok()
    })
    .map(Remedy::Pour)
}

/// The first thing in the cart that is known to help when it is used up.
fn used(world: &World, body: &Prognosis<'_>) -> Option<Remedy> {
    out_of_cart(world, |slot, kind| helps(body, &kind.effects) && item::use_up(world, slot).is_ok())
        .map(Remedy::Use)
}

fn helps(body: &Prognosis<'_>, effects: &[Effect]) -> bool {
    body.clone().after(effects).death().is_none()
}

fn out_of_cart(
    world: &World,
    is_wanted: impl Fn(CartIndex, &ItemKind) -> bool,
) -> Option<ItemKindId> {
    let mut stacks = world.belongings().stacks();
    let wanted = stacks.find(|&(slot, stack)| {
        world.is_identified(stack.kind) && is_wanted(slot, world.catalog.item(stack.kind))
    });
    wanted.map(|(_, stack)| stack.kind)
}

/// The nearest water that the player knows and gets to before they have burnt for so many turns.
fn water_in_time(world: &World, turns: u32) -> Option<Remedy> {
    let (floor, here) = (&world.floor, world.player_pos());
    let deep = floor.planned().iter().filter(|&pos| floor.tile(pos) == Tile::DeepWater);
    // Deep water puts out whoever comes beside it, a well whoever takes a turn at it.
    let banks = deep.flat_map(Pos::neighbours).map(|pos| (0, pos));
    let wells = walk::places_by(world, Fixture::has_water).into_iter().map(|pos| (1, pos));
    let places: Vec<(u32, Pos)> = banks.chain(wells).collect();
    let safe = world.known_safe_ground();
    let field = &mut world.scratch.borrow_mut().way;
    field.spread(&safe, [here], Moves::Eight, DistanceField::MAX_DISTANCE);
    let reached = places.into_iter().filter_map(|(work, pos)| {
        let steps = field.get(pos);
        let is_reached = safe.contains(pos) && steps != DistanceField::UNREACHABLE;
        let needed = world.turns_for_steps(steps.into()).0 + work;
        (is_reached && needed <= turns).then_some((needed, steps, pos))
    });
    let (_, steps, nearest) = reached.min()?;
    Some(Remedy::Water { steps, way: here.bearing(nearest) })
}
