//! Choking gas: spreads from cell to cell, thins out, and hurts who breathes it. That it burns is
//! the fire's business. And other effects on a place that need no victim.

use crate::sim::prelude::*;
use base::sees;

/// One turn of spreading over the floor: every cell shares with its open cardinal neighbours; what
/// is shared out is rounded down, so that all gas is gone in the end.
pub(crate) fn spread(world: &mut World) {
    if world.floor.gassy.is_empty() {
        return;
    }
    let before: Vec<(Pos, u8)> =
        world.floor.gassy.iter().map(|&pos| (pos, world.floor.gas(pos))).collect();
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

/// How thick gas is after the turn of spreading that a clock shows: cells and thickness, both lists
/// in reading order.
pub(crate) fn spread_once(world: &World, gas: &[(Pos, u8)], clock: Turns) -> Vec<(Pos, u8)> {
    let mut cells: Vec<(Pos, u16)> = Vec::with_capacity(gas.len() * 2);
    for &(pos, thickness) in gas {
        let open =
            |next: &Pos| world.floor.gas_passable.contains(*next) && !world.is_closed_door(*next);
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
    if world.floor.gassy.is_empty() {
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

impl World {
    /// The cells within a radius of a cell and in line of sight of it, that cell included, in
    /// reading order.
    pub(crate) fn area(&self, at: Pos, radius: u8) -> Vec<Pos> {
        let square = Rect::around(at, radius.into());
        let in_line = |pos: &Pos| {
            self.floor.contains(*pos) && (*pos == at || sees(&self.floor.opaque, at, *pos))
        };
        square.positions().filter(in_line).collect()
    }

    /// The actors within a radius of a cell and in line of sight of it, by id.
    pub(crate) fn bystanders_of(&self, at: Pos, radius: u8) -> Vec<ActorRef> {
        let is_near = |actor: &&ActorRef| {
            actor.pos.steps_to(at) <= radius.into()
                && (actor.pos == at || sees(&self.floor.opaque, at, actor.pos))
        };
        self.present().iter().filter(is_near).copied().collect()
    }

    /// Water over an area.
    pub(crate) fn douse(&mut self, at: Pos, radius: u8) {
        self.emit(FloorEvent::Doused { at });
        for pos in self.area(at, radius) {
            self.floor.set_fire(pos, 0);
            self.put_out_light(pos, None);
            if self.floor.has_blood(pos) {
                self.floor.set_blood(pos, false);
                self.shift.order.done[JobKind::Stain] += 1;
            }
        }
        let turns = self.catalog.rules.fire.drenched;
        for actor in self.bystanders_of(at, radius) {
            self.inflict(&actor, Status::Drenched, turns);
        }
    }

    /// A draught over an area.
    pub(crate) fn snuff(&mut self, at: Pos, radius: u8) -> bool {
        let mut any = false;
        for pos in self.area(at, radius) {
            any |= self.put_out_light(pos, None);
        }
        any
    }

    pub(crate) fn release_gas(&mut self, at: Pos, amount: u8) {
        let thickness = self.floor.gas(at).saturating_add(amount);
        self.floor.set_gas(at, thickness);
        self.emit(FloorEvent::GasReleased { at });
    }
}
