//! Choking gas: spreads from cell to cell, thins out, and hurts who breathes it. That it burns is the
//! fire's business.

use crate::sim::prelude::*;

/// One turn of spreading over the floor: every cell shares with its open cardinal neighbours; what is shared out
/// is rounded down, so that all gas is gone in the end.
pub(crate) fn spread(world: &mut World) {
    if world.floor.gassy().is_empty() {
        return;
    }
    let before: Vec<(Pos, u8)> =
        world.floor.gassy().iter().map(|&pos| (pos, world.floor.gas(pos))).collect();
    let after = spread_once(world, &before, world.clock());
    for (pos, _) in before {
        if after.binary_search_by_key(&pos, |&(cell, _)| cell).is_err() {
            world.floor.set_gas(pos, 0);
        }
    }
    for (pos, thickness) in after {
        world.floor.set_gas(pos, thickness);
    }
}

/// How thick gas is after the turn of spreading that a clock shows: cells and thickness, both lists in reading order.
pub(crate) fn spread_once(world: &World, gas: &[(Pos, u8)], clock: Turns) -> Vec<(Pos, u8)> {
    let mut cells: Vec<(Pos, u16)> = Vec::with_capacity(gas.len() * 2);
    for &(pos, thickness) in gas {
        let open =
            |next: &Pos| world.floor.gas_passable().contains(*next) && !world.is_closed_door(*next);
        let shares = pos.cardinals().filter(open).count() as u16 + 1;
        let share = u16::from(thickness) / shares;
        cells.push((pos, share));
        cells.extend(pos.cardinals().filter(open).map(|next| (next, share)));
    }
    cells.sort_unstable();
    let mut after: Vec<(Pos, u16)> = Vec::with_capacity(cells.len());
    for (pos, share) in cells {
        match after.last_mut() {
            Some((last, sum)) if *last == pos => *sum += share,
            _ => after.push((pos, share)),
        }
    }
    let thin = clock.0.is_multiple_of(4);
    let thinned = |thickness: u16| {
        let thickness = thickness.min(255) as u8;
        thickness.saturating_sub(u8::from(thin || thickness < MIN_HARMFUL_GAS))
    };
    after.into_iter().map(|(pos, thickness)| (pos, thinned(thickness))).collect()
}

/// Hurts the actors in gas.
pub(crate) fn choke(world: &mut World) {
    if world.floor.gassy().is_empty() {
        return;
    }
    let inside: Vec<_> = world
        .present()
        .iter()
        .filter(|actor| world.floor.gas(actor.pos) >= MIN_HARMFUL_GAS)
        .filter(|actor| !world.kind(actor).breathless)
        .copied()
        .collect();
    for actor in inside {
        if world.is_warded(&actor, content::Status::Poisoned) {
            continue;
        }
        let damage = gas_damage(world.floor.gas(actor.pos));
        world.harm(&actor, Harm::Gas, damage);
    }
}

/// The health that a turn in gas of a thickness costs.
pub(crate) fn gas_damage(thickness: u8) -> i32 {
    1 + i32::from(thickness) / 30
}

/// Thinner than this it does no harm and is gone soon.
pub(crate) const MIN_HARMFUL_GAS: u8 = 2;
