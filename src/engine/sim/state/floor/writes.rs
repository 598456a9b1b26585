//! The setters of a floor, which keep true what follows from its cells: the bit sets that sight and
//! movement read, the lists of cells with gas and fire, and the digest.

use serde::Serialize;

use base::Pos;
use content::ItemKindId;
use levels::Tile;

use super::{Floor, Known, holds_air, is_walkable};
use crate::sim::state::cells::{Layer, cell_digest, known_digest};
use crate::sim::state::fixture::Fixture;
use crate::sim::state::sorted::{entry, set_member};

impl Floor {
    pub(crate) fn set_fixture(&mut self, pos: Pos, fixture: Option<Fixture>) {
        let old = std::mem::replace(&mut self.fixtures[pos], fixture);
        for fixture in [old, fixture].into_iter().flatten() {
            self.toggle(pos, Layer::Fixture, &fixture);
        }
        self.look_changed(pos);
        let is_light = |fixture: Option<Fixture>| matches!(fixture, Some(Fixture::Light { .. }));
        self.sets.sight_version += u32::from(is_light(old) || is_light(fixture));
        self.derive(pos);
    }

    pub(crate) fn set_terrain(&mut self, pos: Pos, tile: Tile) {
        let old = std::mem::replace(&mut self.terrain[pos], tile);
        for tile in [old, tile] {
            self.toggle(pos, Layer::Terrain, &tile);
        }
        self.look_changed(pos);
        self.derive(pos);
    }

    /// What follows from the terrain and the fixture of a cell.
    fn derive(&mut self, pos: Pos) {
        let (tile, fixture) = (self.terrain[pos], self.fixtures[pos]);
        let is = |test: fn(Fixture) -> bool| fixture.is_some_and(test);
        let (is_opaque, is_armed) =
            (tile.is_opaque() || is(Fixture::is_opaque), is(Fixture::is_armed_trap));
        self.sets.sight_version += u32::from(self.sets.opaque.contains(pos) != is_opaque);
        self.sets.passability_version += 1;
        self.sets.opaque.set(pos, is_opaque);
        self.sets.built.set(pos, fixture.is_some());
        self.sets.armed.set(pos, is_armed);
        self.sets.passable.set(pos, is_walkable(tile) && !is(Fixture::is_barrier));
        self.sets.gas_passable.set(pos, holds_air(tile) && !is(Fixture::is_sealed));
        self.sets.pits.set(pos, tile == Tile::Pit);
        self.sets
            .gates
            .set(pos, tile.gate().is_some() || fixture.and_then(Fixture::gate).is_some());
        self.sets.shut.set(pos, is(Fixture::is_shut_door));
    }

    pub(crate) fn set_blood(&mut self, pos: Pos, bloody: bool) {
        let changed =
            if bloody { self.sets.blood.insert(pos) } else { self.sets.blood.remove(pos) };
        if changed {
            self.look_changed(pos);
            self.toggle(pos, Layer::Blood, &());
        }
    }

    pub(crate) fn set_gas(&mut self, pos: Pos, thickness: u8) {
        let old = std::mem::replace(&mut self.gas[pos], thickness);
        if old == thickness {
            return;
        }
        for thickness in [old, thickness].into_iter().filter(|&thickness| thickness > 0) {
            self.toggle(pos, Layer::Gas, &thickness);
        }
        set_member(&mut self.sets.gassy, pos, thickness > 0);
    }

    pub(crate) fn set_fire(&mut self, pos: Pos, turns: u8) {
        let old = std::mem::replace(&mut self.fire[pos], turns);
        if old == turns {
            return;
        }
        for turns in [old, turns].into_iter().filter(|&turns| turns > 0) {
            self.toggle(pos, Layer::Fire, &turns);
        }
        if set_member(&mut self.sets.burning, pos, turns > 0) {
            self.sets.sight_version += 1;
        }
    }

    /// A door takes one more blow. Returns how many it has taken by now.
    pub(crate) fn damage_door(&mut self, pos: Pos) -> u8 {
        let (_, blows) = entry(&mut self.door_damage, |door| door.0, (pos, 0));
        *blows += 1;
        let (old, new) = (*blows - 1, *blows);
        for blows in [old, new].into_iter().filter(|&blows| blows > 0) {
            self.toggle(pos, Layer::DoorDamage, &blows);
        }
        new
    }

    /// A door is as good as new, or is no more.
    pub(crate) fn clear_damage(&mut self, pos: Pos) {
        if let Ok(place) = self.door_damage.binary_search_by_key(&pos, |&(door, _)| door) {
            let (_, blows) = self.door_damage.remove(place);
            self.toggle(pos, Layer::DoorDamage, &blows);
        }
    }

    pub(crate) fn clear_all_damage(&mut self) {
        for (pos, _) in self.door_damage.clone() {
            self.clear_damage(pos);
        }
    }

    /// A cell looks different from what may be remembered of it: also called when an item or a body
    /// comes or goes, which the floor does not hold.
    pub(crate) fn look_changed(&mut self, pos: Pos) {
        self.sets.memory_current.remove(pos);
    }

    /// A cell is seen, and remembered as it looks now.
    pub(crate) fn remember(&mut self, pos: Pos, item: Option<ItemKindId>, body: bool) {
        let (fixture, blood) = (self.fixtures[pos], self.sets.blood.contains(pos));
        self.set_known(pos, Known { plan: true, seen: true, fixture, item, blood, body });
        self.sets.memory_current.insert(pos);
    }

    pub(crate) fn set_known(&mut self, pos: Pos, known: Known) {
        let old = std::mem::replace(&mut self.known[pos], known);
        if old == known {
            return;
        }
        self.sets.planned.set(pos, known.plan);
        self.sets.seen.set(pos, known.seen);
        self.sets.known_work.set(pos, known.job().is_some());
        let Known { fixture, item, blood, body, .. } = known;
        self.sets.known_traps.set(pos, fixture.is_some_and(Fixture::is_armed_trap));
        self.sets.remembered.set(pos, fixture.is_some() || item.is_some() || blood || body);
        for known in [old, known] {
            self.digest ^= known_digest(pos, known.parts());
        }
    }

    /// Terrain and fixtures become known wherever they were not seen, as from a drawing.
    pub(crate) fn learn_plan(&mut self) {
        // Mostly there is nothing but terrain, and nothing was known of it.
        let mut bare = self.sets.planned.complement();
        for but in [&self.sets.seen, &self.sets.remembered, &self.sets.built] {
            bare.subtract(but);
        }
        let known = Known { plan: true, ..Known::default() };
        for pos in bare.iter() {
            self.known[pos] = known;
            self.digest ^= known_digest(pos, known.parts());
        }
        self.sets.planned.union(&bare);
        let mut rest = self.sets.seen.complement();
        rest.subtract(&bare);
        for pos in rest.iter() {
            // A drawing shows things as they should be.
            let fixture = self.fixtures[pos].map(Fixture::mended);
            self.set_known(pos, Known { plan: true, fixture, ..self.known[pos] });
        }
    }

    /// The digest is Zobrist's: each value in each layer of each cell has a key of its own, and the
    /// digest is their sum mod 2. So one key is added when a value comes, and the same key again
    /// when it goes.
    pub(super) fn toggle<T: Serialize>(&mut self, pos: Pos, layer: Layer, value: &T) {
        self.digest ^= cell_digest(pos, layer, value);
    }
}
