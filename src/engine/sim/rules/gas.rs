//! Choking gas: spreads from cell to cell, thins out, and hurts who breathes it. That it burns is the
//! fire's business.

use base::Pos;

use crate::sim::event::Harm;
use crate::sim::state::world::World;

/// One turn of spreading: every cell shares with its open cardinal neighbours; what is shared out
/// is rounded down, so that all gas is gone in the end.
pub(crate) fn spread(world: &mut World) {
    if world.floor.gassy().is_empty() {
        return;
    }
    let mut cells: Vec<(Pos, u16)> = Vec::with_capacity(world.floor.gassy().len() * 2);
    for &pos in world.floor.gassy() {
        let open =
            |next: &Pos| world.floor.gas_passable().contains(*next) && !world.is_closed_door(*next);
        let shares = pos.cardinals().filter(open).count() as u16 + 1;
        let share = u16::from(world.floor.gas(pos)) / shares;
        cells.push((pos, share));
        cells.extend(pos.cardinals().filter(open).map(|next| (next, share)));
    }
    cells.sort_unstable();
    let before: Vec<Pos> = world.floor.gassy().to_vec();
    let mut after: Vec<(Pos, u16)> = Vec::with_capacity(cells.len());
    for (pos, share) in cells {
        match after.last_mut() {
            Some((last, sum)) if *last == pos => *sum += share,
            _ => after.push((pos, share)),
        }
    }
    for pos in before {
        if after.binary_search_by_key(&pos, |&(cell, _)| cell).is_err() {
            world.floor.set_gas(pos, 0);
        }
    }
    let thin = world.clock().0.is_multiple_of(4);
    for (pos, thickness) in after {
        let thickness = thickness.min(255) as u8;
        world
            .floor
            .set_gas(pos, thickness.saturating_sub(u8::from(thin || thickness < MIN_HARMFUL_GAS)));
    }
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
