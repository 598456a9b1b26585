//! What burns, for how long, and how it is set alight.

use crate::sim::prelude::*;
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

/// Flames find a hold: on floor of any sort, not on rock, water, a flooded floor, pits, wells and what is bound in iron.
fn can_burn(world: &World, at: Pos) -> bool {
    world.floor.contains(at)
        && !world.changes().under_water
        && matches!(
            world.floor.tile(at),
            Tile::Floor | Tile::Grass | Tile::Road | Tile::Start | Tile::Exit
        )
        && !world
            .floor
            .fixture(at)
            .is_some_and(|fixture| fixture.is_sealed() || fixture.has_water())
}

impl World {
    /// Sets a cell alight, if anything can burn there: for as long as its fuel lasts, or a moment on bare floor.
    pub(crate) fn ignite(&mut self, at: Pos) -> bool {
        self.flame(at, flame_turns(self, at))
    }

    pub(crate) fn flame(&mut self, at: Pos, turns: u8) -> bool {
        if !can_burn(self, at) || self.floor.fire(at) >= turns {
            return false;
        }
        if self.floor.burning().is_empty() {
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
        let mut any = self.ignite(at);
        for pos in cells {
            any |= self.ignite(pos);
        }
        any
    }
}
