//! The floor: the cells, and the sets and digests that follow from them.

use serde::{Deserialize, Serialize};

use crate::base::{Bits, Grid, Pos};
use crate::content::{Gate, ItemKindId};
use crate::levelgen::Tile;

use crate::sim::state::cells::{CellMemory, Cells, Knowledge, Layer, cell_digest, known_digest};
use crate::sim::state::fixture::Fixture;
use crate::sim::units::Digest;

/// The cells of a floor: terrain, what is built in, blood, gas, fire, and what the upkeeper knows.
///
/// Every write goes through the setters here, which keep three things true: the bit sets that
/// sight and movement read, the digest of all cells, and the number of stains.
#[derive(Clone, Debug)]
pub struct Floor {
    terrain: Grid<Tile>,
    fixtures: Grid<Option<Fixture>>,
    blood: Bits,
    gas: Grid<u8>,
    /// Turns that each cell goes on burning.
    fire: Grid<u8>,
    /// Doors that were hammered at and still stand, and the blows they took; in reading order.
    door_damage: Vec<(Pos, u8)>,
    known: Grid<Known>,
    pub start: Pos,
    pub exit: Pos,
    opaque: Bits,
    passable: Bits,
    /// Cells that gas and noise pass: whatever is neither rock nor locked.
    gas_passable: Bits,
    pits: Bits,
    gates: Bits,
    /// Doors shut by latch or bar.
    shut: Bits,
    /// Armed traps, as far as is known.
    known_traps: Bits,
    /// Cells whose terrain is known, and those seen themselves.
    planned: Bits,
    seen: Bits,
    /// Cells that are remembered with something in them: all but bare terrain.
    remembered: Bits,
    /// Cells that are remembered as they look now: seen, and not changed since.
    memory_current: Bits,
    /// Cells with something built in, and those of them with an armed trap.
    built: Bits,
    armed: Bits,
    gassy: Vec<Pos>,
    burning: Vec<Pos>,
    digest: u64,
    /// Raised whenever opacity, a light or a fire changes, so that sight knows to look again.
    sight_version: u32,
    /// Raised whenever feet may go another way than before.
    passability_version: u32,
}

/// What the upkeeper remembers of a cell; as it was when last seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Known {
    /// Its terrain is known, from a plan or from sight.
    pub plan: bool,
    /// It was seen itself.
    pub seen: bool,
    pub fixture: Option<Fixture>,
    pub item: Option<ItemKindId>,
    pub blood: bool,
    pub body: bool,
}

impl Known {
    fn new(knowledge: Knowledge, memory: CellMemory) -> Known {
        let CellMemory { fixture, item, blood, body } = memory;
        let (plan, seen) = (knowledge >= Knowledge::Plan, knowledge == Knowledge::Seen);
        Known { plan, seen, fixture, item, blood, body }
    }

    fn parts(self) -> (Knowledge, CellMemory) {
        let Known { plan, seen, fixture, item, blood, body } = self;
        let knowledge = match (plan, seen) {
            (_, true) => Knowledge::Seen,
            (true, false) => Knowledge::Plan,
            (false, false) => Knowledge::None,
        };
        (knowledge, CellMemory { fixture, item, blood, body })
    }
}

impl Floor {
    pub fn new(terrain: Grid<Tile>, start: Pos, exit: Pos) -> Floor {
        let (width, height) = (terrain.width(), terrain.height());
        let mut floor = Floor {
            fixtures: Grid::filled(width, height, None),
            blood: Bits::new(width, height),
            gas: Grid::filled(width, height, 0),
            fire: Grid::filled(width, height, 0),
            door_damage: Vec::new(),
            known: Grid::filled(width, height, Known::default()),
            opaque: Bits::of(&terrain, |tile| tile.is_opaque()),
            passable: Bits::of(&terrain, |&tile| bears_feet(tile)),
            gas_passable: Bits::of(&terrain, |&tile| holds_air(tile)),
            pits: Bits::of(&terrain, |&tile| tile == Tile::Pit),
            gates: Bits::of(&terrain, |&tile| gate_of(tile).is_some()),
            shut: Bits::new(width, height),
            known_traps: Bits::new(width, height),
            planned: Bits::new(width, height),
            seen: Bits::new(width, height),
            remembered: Bits::new(width, height),
            memory_current: Bits::new(width, height),
            built: Bits::new(width, height),
            armed: Bits::new(width, height),
            gassy: Vec::new(),
            burning: Vec::new(),
            digest: 0,
            sight_version: 0,
            passability_version: 0,
            terrain,
            start,
            exit,
        };
        floor.toggle(start, Layer::Start, &());
        floor.toggle(exit, Layer::Exit, &());
        for (pos, tile) in floor.terrain.iter() {
            floor.digest ^= cell_digest(pos, Layer::Terrain, tile);
        }
        floor
    }

    pub fn width(&self) -> i32 {
        self.terrain.width()
    }

    pub fn height(&self) -> i32 {
        self.terrain.height()
    }

    pub fn contains(&self, pos: Pos) -> bool {
        self.terrain.contains(pos)
    }

    /// Whether a cell is of the outer ring, which nothing ever opens.
    pub fn is_border(&self, pos: Pos) -> bool {
        self.terrain.is_border(pos)
    }

    pub fn tile(&self, pos: Pos) -> Tile {
        self.terrain[pos]
    }

    pub fn fixture(&self, pos: Pos) -> Option<Fixture> {
        self.fixtures.get(pos).copied().flatten()
    }

    /// Every fixture, in reading order.
    pub fn fixtures(&self) -> impl Iterator<Item = (Pos, Fixture)> {
        self.built.iter().filter_map(|pos| Some((pos, self.fixtures[pos]?)))
    }

    pub fn has_blood(&self, pos: Pos) -> bool {
        self.blood.contains(pos)
    }

    pub fn blood(&self) -> &Bits {
        &self.blood
    }

    /// How thick the gas is.
    pub fn gas(&self, pos: Pos) -> u8 {
        self.gas.get(pos).copied().unwrap_or(0)
    }

    /// The cells with gas in them, in reading order.
    pub fn gassy(&self) -> &[Pos] {
        &self.gassy
    }

    /// Turns that a cell goes on burning; 0 where nothing burns.
    pub fn fire(&self, pos: Pos) -> u8 {
        self.fire.get(pos).copied().unwrap_or(0)
    }

    /// The cells that burn, in reading order.
    pub fn burning(&self) -> &[Pos] {
        &self.burning
    }

    pub fn known(&self, pos: Pos) -> Known {
        self.known.get(pos).copied().unwrap_or_default()
    }

    /// The cells that stop sight.
    pub fn opaque(&self) -> &Bits {
        &self.opaque
    }

    /// The cells that gas and noise pass; closed doors among them, locked ones not.
    pub fn gas_passable(&self) -> &Bits {
        &self.gas_passable
    }

    /// The cells that only boots and wings carry over.
    pub fn pits(&self) -> &Bits {
        &self.pits
    }

    /// The cells with a gate, whoever it opens for.
    pub fn gates(&self) -> &Bits {
        &self.gates
    }

    /// The doors shut by latch or bar.
    pub fn shut(&self) -> &Bits {
        &self.shut
    }

    /// The gate on a cell.
    pub fn gate(&self, pos: Pos) -> Option<Gate> {
        if !self.gates.contains(pos) {
            return None;
        }
        gate_of(self.terrain[pos]).or_else(|| self.fixtures[pos]?.gate())
    }

    /// The cells that anybody can walk on as they are: closed doors among them, gates not.
    pub fn passable(&self) -> &Bits {
        &self.passable
    }

    pub fn is_passable(&self, pos: Pos) -> bool {
        self.passable.contains(pos)
    }

    /// The cells that the upkeeper knows, or remembers, to hold an armed trap.
    pub fn known_traps(&self) -> &Bits {
        &self.known_traps
    }

    /// The cells whose terrain the upkeeper knows.
    pub fn planned(&self) -> &Bits {
        &self.planned
    }

    /// The cells that the upkeeper has seen.
    pub fn seen(&self) -> &Bits {
        &self.seen
    }

    /// The cells that the upkeeper remembers something in: a fixture, an item, blood, a body.
    pub fn remembered(&self) -> &Bits {
        &self.remembered
    }

    /// The cells that the upkeeper remembers as they look now.
    pub(crate) fn memory_current(&self) -> &Bits {
        &self.memory_current
    }

    /// The cells with something built in.
    pub(crate) fn built(&self) -> &Bits {
        &self.built
    }

    /// The cells with an armed trap.
    pub(crate) fn armed(&self) -> &Bits {
        &self.armed
    }

    /// Counts changes of what feet can do.
    pub(crate) fn passability_version(&self) -> u32 {
        self.passability_version
    }

    /// Counts changes of opacity, of lights and of fires.
    pub fn sight_version(&self) -> u32 {
        self.sight_version
    }

    /// Over all cells; kept with every write.
    pub fn digest(&self) -> Digest {
        Digest(self.digest)
    }

    /// The same from nothing: what [`Floor::digest`] must always equal.
    pub fn recomputed_digest(&self) -> Digest {
        self.record().digest()
    }

    pub(crate) fn set_fixture(&mut self, pos: Pos, fixture: Option<Fixture>) {
        let old = std::mem::replace(&mut self.fixtures[pos], fixture);
        for fixture in [old, fixture].into_iter().flatten() {
            self.toggle(pos, Layer::Fixture, &fixture);
        }
        self.look_changed(pos);
        let is_light = |fixture: Option<Fixture>| matches!(fixture, Some(Fixture::Light { .. }));
        self.sight_version += u32::from(is_light(old) || is_light(fixture));
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
        self.sight_version += u32::from(self.opaque.contains(pos) != is_opaque);
        self.passability_version += 1;
        self.opaque.set(pos, is_opaque);
        self.built.set(pos, fixture.is_some());
        self.armed.set(pos, is_armed);
        self.passable.set(pos, bears_feet(tile) && !is(Fixture::is_barrier));
        self.gas_passable.set(pos, holds_air(tile) && !is(Fixture::is_sealed));
        self.pits.set(pos, tile == Tile::Pit);
        self.gates.set(pos, gate_of(tile).is_some() || fixture.and_then(Fixture::gate).is_some());
        self.shut.set(pos, is(Fixture::is_shut_door));
    }

    pub(crate) fn set_blood(&mut self, pos: Pos, bloody: bool) {
        let changed = if bloody { self.blood.insert(pos) } else { self.blood.remove(pos) };
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
        list(&mut self.gassy, pos, thickness > 0);
    }

    pub(crate) fn set_fire(&mut self, pos: Pos, turns: u8) {
        let old = std::mem::replace(&mut self.fire[pos], turns);
        if old == turns {
            return;
        }
        for turns in [old, turns].into_iter().filter(|&turns| turns > 0) {
            self.toggle(pos, Layer::Fire, &turns);
        }
        if list(&mut self.burning, pos, turns > 0) {
            self.sight_version += 1;
        }
    }

    /// A door takes one more blow. Returns how many it has taken by now.
    pub(crate) fn damage_door(&mut self, pos: Pos) -> u8 {
        let place = match self.door_damage.binary_search_by_key(&pos, |&(door, _)| door) {
            Ok(place) => {
                let blows = self.door_damage[place].1;
                self.toggle(pos, Layer::DoorDamage, &blows);
                place
            }
            Err(place) => {
                self.door_damage.insert(place, (pos, 0));
                place
            }
        };
        self.door_damage[place].1 += 1;
        let blows = self.door_damage[place].1;
        self.toggle(pos, Layer::DoorDamage, &blows);
        blows
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
        self.memory_current.remove(pos);
    }

    /// A cell is seen, and remembered as it looks now.
    pub(crate) fn remember(&mut self, pos: Pos, item: Option<ItemKindId>, body: bool) {
        let (fixture, blood) = (self.fixtures[pos], self.blood.contains(pos));
        self.set_known(pos, Known { plan: true, seen: true, fixture, item, blood, body });
        self.memory_current.insert(pos);
    }

    pub(crate) fn set_known(&mut self, pos: Pos, known: Known) {
        let old = std::mem::replace(&mut self.known[pos], known);
        if old == known {
            return;
        }
        self.planned.set(pos, known.plan);
        self.seen.set(pos, known.seen);
        let Known { fixture, item, blood, body, .. } = known;
        self.known_traps.set(pos, fixture.is_some_and(Fixture::is_armed_trap));
        self.remembered.set(pos, fixture.is_some() || item.is_some() || blood || body);
        for known in [old, known] {
            self.digest ^= known_digest(pos, known.parts());
        }
    }

    /// Terrain and fixtures become known wherever they were not seen, as from a drawing.
    pub(crate) fn learn_plan(&mut self) {
        // Mostly there is nothing but terrain, and nothing was known of it.
        let mut bare = self.planned.complement();
        for but in [&self.seen, &self.remembered, &self.built] {
            bare.subtract(but);
        }
        let known = Known { plan: true, ..Known::default() };
        for pos in bare.iter() {
            self.known[pos] = known;
            self.digest ^= known_digest(pos, known.parts());
        }
        self.planned.union(&bare);
        let mut rest = self.seen.complement();
        rest.subtract(&bare);
        for pos in rest.iter() {
            // A drawing shows things as they should be.
            let fixture = self.fixtures[pos].map(Fixture::mended);
            self.set_known(pos, Known { plan: true, fixture, ..self.known[pos] });
        }
    }

    /// The digest is Zobrist's: each value in each layer of each cell has a key of its own, and the digest is their
    /// sum mod 2. So one key is added when a value comes, and the same key again when it goes.
    fn toggle<T: Serialize>(&mut self, pos: Pos, layer: Layer, value: &T) {
        self.digest ^= cell_digest(pos, layer, value);
    }

    pub(crate) fn record(&self) -> Cells {
        let Floor {
            terrain,
            fixtures: _,
            blood,
            gas,
            fire,
            door_damage,
            known,
            start,
            exit,
            // All of these follow from the fields above.
            opaque: _,
            passable: _,
            gas_passable: _,
            pits: _,
            gates: _,
            shut: _,
            known_traps: _,
            planned: _,
            seen: _,
            remembered,
            memory_current: _,
            built: _,
            armed: _,
            gassy,
            burning,
            digest: _,
            sight_version: _,
            passability_version: _,
        } = self;
        Cells {
            start: *start,
            exit: *exit,
            terrain: terrain.clone(),
            fixtures: self.fixtures().collect(),
            blood: blood.iter().collect(),
            gas: gassy.iter().map(|&pos| (pos, gas[pos])).collect(),
            fire: burning.iter().map(|&pos| (pos, fire[pos])).collect(),
            door_damage: door_damage.clone(),
            known: known.map(|known| known.parts().0),
            remembered: remembered.iter().map(|pos| (pos, known[pos].parts().1)).collect(),
        }
    }

    /// The floor of a record whose positions were checked.
    pub(crate) fn from_record(cells: Cells) -> Floor {
        let Cells {
            start,
            exit,
            terrain,
            fixtures,
            blood,
            gas,
            fire,
            door_damage,
            known,
            remembered,
        } = cells;
        let mut floor = Floor::new(terrain, start, exit);
        for (pos, fixture) in fixtures {
            floor.set_fixture(pos, Some(fixture));
        }
        for pos in blood {
            floor.set_blood(pos, true);
        }
        for (pos, thickness) in gas {
            floor.set_gas(pos, thickness);
        }
        for (pos, turns) in fire {
            floor.set_fire(pos, turns);
        }
        for (pos, blows) in door_damage {
            floor.toggle(pos, Layer::DoorDamage, &blows);
            floor.door_damage.push((pos, blows));
        }
        for (pos, &knowledge) in known.iter() {
            floor.set_known(pos, Known::new(knowledge, CellMemory::default()));
        }
        for (pos, memory) in remembered {
            floor.set_known(pos, Known::new(known[pos], memory));
        }
        floor
    }
}

/// Puts a cell on a sorted list of cells or takes it off; whether that changed the list.
pub(crate) fn list(cells: &mut Vec<Pos>, pos: Pos, member: bool) -> bool {
    match cells.binary_search(&pos) {
        Ok(place) if !member => {
            cells.remove(place);
            true
        }
        Err(place) if member => {
            cells.insert(place, pos);
            true
        }
        _ => false,
    }
}

/// Whether anybody can walk on it as it is.
fn bears_feet(tile: Tile) -> bool {
    tile.is_passable() && !matches!(tile, Tile::Pit | Tile::Rubble)
}

fn gate_of(tile: Tile) -> Option<Gate> {
    match tile {
        Tile::Pit => Some(Gate::Pit),
        Tile::Rubble => Some(Gate::Rubble),
        _ => None,
    }
}

fn holds_air(tile: Tile) -> bool {
    !matches!(tile, Tile::Wall | Tile::Rock | Tile::Rubble)
}
