//! The floor: the cells, and the sets and digests that follow from them.

mod record;
mod writes;

use serde::{Deserialize, Serialize};

use base::{Bits, Grid, Pos};
use content::{Gate, ItemKindId, JobKind};
use levels::Tile;

use crate::sim::state::cells::{Layer, cell_digest};
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
    /// Cells that were seen with work on them, and look as if it were there still.
    known_work: Bits,
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
    /// The job that the cell calls for, as far as it was seen.
    pub fn job(self) -> Option<JobKind> {
        let fixture = self.fixture.and_then(Fixture::job);
        let stain = self.blood.then_some(JobKind::Stain);
        let job = self.body.then_some(JobKind::Body).or(fixture).or(stain);
        job.filter(|_| self.seen)
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
            passable: Bits::of(&terrain, |&tile| is_walkable(tile)),
            gas_passable: Bits::of(&terrain, |&tile| holds_air(tile)),
            pits: Bits::of(&terrain, |&tile| tile == Tile::Pit),
            gates: Bits::of(&terrain, |&tile| gate_of(tile).is_some()),
            shut: Bits::new(width, height),
            known_traps: Bits::new(width, height),
            known_work: Bits::new(width, height),
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

    /// The cells that a party of raiders can walk on, traps included: they get past every gate but
    /// a ledge.
    pub(crate) fn ground_of_raiders(&self) -> Bits {
        let mut ground = self.passable.clone();
        ground.union(&self.gates);
        for ledge in self.gates.iter().filter(|&pos| self.gate(pos) == Some(Gate::Drop)) {
            ground.remove(ledge);
        }
        ground
    }

    /// The cells that the upkeeper knows, or remembers, to hold an armed trap.
    pub fn known_traps(&self) -> &Bits {
        &self.known_traps
    }

    /// Cells that are known to call for a job: see [`Known::job`].
    pub fn known_work(&self) -> &Bits {
        &self.known_work
    }

    /// The cells whose terrain the upkeeper knows.
    pub fn planned(&self) -> &Bits {
        &self.planned
    }

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

    pub(crate) fn built(&self) -> &Bits {
        &self.built
    }

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
}

/// Puts a cell on a sorted list of cells or takes it off; whether that changed the list.
pub(crate) fn set_member(cells: &mut Vec<Pos>, pos: Pos, member: bool) -> bool {
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
fn is_walkable(tile: Tile) -> bool {
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
