//! Fire: what burns, how it is set alight, how it feeds, catches beside, sets gas off, and goes
//! out. Choking gas: it spreads from cell to cell, thins out, and hurts who breathes it. And other
//! effects on a place that need no victim.

use crate::sim::event::Burnt;
use crate::sim::prelude::*;
use base::sees;
use content::Fuel;
use levels::Tile;

/// What burns on a cell, the most lasting first.
pub(crate) fn fuel(world: &World, at: Pos) -> Option<Fuel> {
    if !can_burn(world, at) {
        return None;
    }
    let rules = &world.catalog.rules.fire;
    match world.floor.fixture(at) {
        Some(Fixture::Door(Door::Open | Door::Closed | Door::Barred)) => return Some(rules.door),
        Some(Fixture::Wardrobe) => return Some(rules.wardrobe),
        Some(Fixture::Crate) => return Some(rules.crates),
        _ => {}
    }
    if world.body_cells().contains(at) {
        return Some(rules.body);
    }
    if world.floor.tile(at) == Tile::Grass {
        return Some(rules.grass);
    }
    paper(world, at).map(|_| rules.paper)
}

/// For how many turns a cell burns that is set alight, if anything can burn there.
pub(crate) fn flame_turns(world: &World, at: Pos) -> u8 {
    fuel(world, at).map_or(world.catalog.rules.fire.bare, |fuel| fuel.turns)
}

pub(crate) fn paper(world: &World, at: Pos) -> Option<ItemKindId> {
    let kind = world.item_at(at)?.kind;
    (world.catalog.item(kind).slot == Slot::Scroll).then_some(kind)
}

/// Flames find a hold: on floor of any sort, not on rock, water, a flooded floor, pits, wells and
/// what is bound in iron.
fn can_burn(world: &World, at: Pos) -> bool {
    let is_ground = |tile: Tile| tile.is_passable() && !tile.is_door() && !tile.is_gate();
    world.floor.contains(at)
        && !world.changes().under_water
        && is_ground(world.floor.tile(at))
        && !world
            .floor
            .fixture(at)
            .is_some_and(|fixture| fixture.is_sealed() || fixture.has_water())
}

impl World {
    /// Sets a cell alight, if anything can burn there: for as long as its fuel lasts, or a moment
    /// on bare floor.
    pub(crate) fn ignite(&mut self, at: Pos) -> bool {
        self.flame(at, flame_turns(self, at))
    }

    pub(crate) fn flame(&mut self, at: Pos, turns: u8) -> bool {
        if !can_burn(self, at) || self.floor.fire(at) >= turns {
            return false;
        }
        if self.floor.burning.is_empty() {
            self.emit(FloorEvent::FireBegan { at });
        }
        self.floor.set_fire(at, turns);
        true
    }

    /// Flames from a cell along the longest clear way from it.
    pub(crate) fn jet(&mut self, at: Pos, length: u8) -> bool {
        let clear = |pos: &Pos| can_burn(self, *pos) && !self.is_closed_door(*pos);
        let way = |dir: Dir| {
            let cells = std::iter::successors(Some(at + dir), move |&pos| Some(pos + dir));
            cells.take(length.into()).take_while(clear)
        };
        // Of equally long ones the first: `max_by_key` would keep the last.
        let longest = Dir::CARDINAL.into_iter().rev().max_by_key(|&dir| way(dir).count());
        let cells: Vec<Pos> = longest.into_iter().flat_map(way).collect();
        let any = self.ignite(at);
        cells.into_iter().fold(any, |any, pos| self.ignite(pos) || any)
    }
}

/// One turn of burning: gas goes off, what is beside catches, and what has burnt down is gone.
pub(crate) fn burn(world: &mut World) {
    if world.floor.burning.is_empty() {
        return;
    }
    flash(world);
    let mut caught = Vec::new();
    for at in world.floor.burning.clone() {
        for next in at.cardinals() {
            if world.floor.fire(next) == 0
                && let Some(fuel) = fuel(world, next)
                && world.streams.floor.percent(fuel.catches)
            {
                caught.push(next);
            }
        }
        let left = world.floor.fire(at) - 1;
        world.floor.set_fire(at, left);
        if left == 0 {
            consume(world, at);
        }
    }
    for at in caught {
        world.ignite(at);
    }
}

/// Lets everything that burns burn down at once.
pub(crate) fn burn_down(world: &mut World) {
    while !world.floor.burning.is_empty() {
        burn(world);
    }
}

/// Sets the actors in fire alight; tarred ones also beside fire.
pub(crate) fn scorch(world: &mut World) {
    if world.floor.burning.is_empty() {
        return;
    }
    let burns = |actor: &&ActorRef| {
        let floor = &world.floor;
        floor.fire(actor.pos) > 0
            || (world.has_status(actor.entity, Status::Tarred)
                && actor.pos.neighbours().any(|beside| floor.fire(beside) > 0))
    };
    let inside: Vec<ActorRef> = world.present().iter().filter(burns).copied().collect();
    let turns = world.catalog.rules.fire.burning;
    for actor in inside {
        world.inflict(&actor, Status::Burning, turns);
    }
}

/// A burning actor may set its cell alight: gas always, fuel by chance.
pub(crate) fn carry(world: &mut World, actor: &ActorRef) {
    if world.floor.fire(actor.pos) > 0 {
        return;
    }
    let catches = world.floor.gas(actor.pos) >= MIN_HARMFUL_GAS
        || fuel(world, actor.pos)
            .is_some_and(|fuel| world.streams.floor.percent((fuel.catches * 2).min(100)));
    if catches {
        world.ignite(actor.pos);
    }
}

/// Whether an actor stands beside deep water, or in shallow water.
pub(crate) fn is_by_water(world: &World, actor: &ActorRef) -> bool {
    let is_deep = |pos| world.floor.contains(pos) && world.floor.tile(pos) == Tile::DeepWater;
    world.changes().under_water || actor.pos.neighbours().any(is_deep)
}

/// Gas that touches a flame goes off, ring by ring.
fn flash(world: &mut World) {
    for ring_number in 0..world.catalog.rules.fire.flash_rings {
        let touches = |&&pos: &&Pos| {
            let floor = &world.floor;
            let is_lit = floor.fire(pos) > 0 || pos.cardinals().any(|near| floor.fire(near) > 0);
            floor.gas(pos) >= MIN_HARMFUL_GAS && is_lit
        };
        let ring: Vec<Pos> = world.floor.gassy.iter().filter(touches).copied().collect();
        let Some(&first) = ring.first() else { return };
        if ring_number == 0 {
            world.emit(FloorEvent::GasFlashed { at: first });
        }
        for at in ring {
            go_off(world, at);
            if world.shift.end.is_some() {
                return;
            }
        }
    }
}

/// The gas of one cell burns up, and hurts the actor in it.
fn go_off(world: &mut World, at: Pos) {
    let rules = &world.catalog.rules.fire;
    let (turns, damage) = (rules.flash, 1 + i32::from(world.floor.gas(at) / rules.flash_per));
    world.floor.set_gas(at, 0);
    world.flame(at, turns);
    let inside = world.actor_at(at).copied();
    if let Some(actor) = inside.filter(|actor| !world.is_warded(actor, Status::Burning)) {
        world.harm(&actor, Harm::Fire, damage);
    }
}

/// Removes what has burnt down on a cell.
fn consume(world: &mut World, at: Pos) {
    let what = match world.floor.fixture(at) {
        Some(Fixture::Door(Door::Open | Door::Closed | Door::Barred)) => Some(Burnt::Door),
        Some(Fixture::Wardrobe) => Some(Burnt::Wardrobe),
        Some(Fixture::Crate) => Some(Burnt::Crate),
        _ => None,
    };
    if let Some(what) = what {
        if what == Burnt::Door {
            world.break_fixture(at, Fixture::Door(Door::Broken));
        } else {
            world.floor.set_fixture(at, None);
        }
        world.emit(FloorEvent::Burnt { at, what });
    }
    if let Some(body) = world.lift_body(at) {
        world.emit(FloorEvent::Burnt { at, what: Burnt::Body(body.kind) });
        world.complete(JobKind::Body, at);
    }
    if let Some(kind) = paper(world, at) {
        world.lift_item(at);
        world.emit(FloorEvent::Burnt { at, what: Burnt::Paper(kind) });
    }
    if world.floor.tile(at) == Tile::Grass {
        world.floor.set_terrain(at, Tile::Floor);
    }
}

/// One turn of spreading over the floor: every cell shares with its open cardinal neighbours; what
/// is shared out is rounded down, so that all gas is gone in the end.
pub(crate) fn spread_gas(world: &mut World) {
    if world.floor.gassy.is_empty() {
        return;
    }
    let before: Vec<(Pos, u8)> =
        world.floor.gassy.iter().map(|&pos| (pos, world.floor.gas(pos))).collect();
    let after = spread_gas_once(world, &before, world.clock());
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
pub(crate) fn spread_gas_once(world: &World, gas: &[(Pos, u8)], clock: Turns) -> Vec<(Pos, u8)> {
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
    let is_inside = |actor: &&ActorRef| world.floor.gas(actor.pos) >= MIN_HARMFUL_GAS;
    let inside: Vec<_> = world.present().iter().filter(is_inside).copied().collect();
    for actor in inside {
        if !world.is_warded(&actor, Status::Poisoned) {
            world.harm(&actor, Harm::Gas, gas_damage(world.floor.gas(actor.pos)));
        }
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
        let area = self.area(at, radius).into_iter();
        area.filter(|&pos| self.put_out_light(pos, None)).count() > 0
    }

    pub(crate) fn release_gas(&mut self, at: Pos, amount: u8) {
        let thickness = self.floor.gas(at).saturating_add(amount);
        self.floor.set_gas(at, thickness);
        self.emit(FloorEvent::GasReleased { at });
    }
}
