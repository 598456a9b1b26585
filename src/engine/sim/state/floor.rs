//! The floor: the cells, and the sets and digests that follow from them.

use std::ops::Deref;

use crate::sim::state::cells::{CellMemory, Cells, Knowledge, Layer, cell_digest};
use crate::sim::state::fixture::Fixture;
use crate::sim::units::Digest;
use base::{Bits, Grid, Pos};
use content::{Gate, ItemKindId, JobKind};
use levels::Tile;
use serde::{Deserialize, Serialize};

mod writes;

/// The cells of a floor: terrain, what is built in, blood, gas, fire, and what the upkeeper knows.
///
/// Every write goes through the setters here, which keep three things true: the [`CellSets`], the
/// digest of all cells, and the number of stains. A floor derefs to its sets, for reading alone.
#[derive(Clone, Debug)]
pub struct Floor {
    terrain: Grid<Tile>,
    fixtures: Grid<Option<Fixture>>,
    gas: Grid<u8>,
    fire: Grid<u8>,
    /// Doors that were hammered at and still stand, and the blows they took; in reading order.
    door_damage: Vec<(Pos, u8)>,
    known: Grid<Known>,
    pub start: Pos,
    pub exit: Pos,
    sets: CellSets,
    digest: u64,
}

/// The sets of cells that sight and movement read.
#[derive(Clone, Debug)]
pub struct CellSets {
    pub blood: Bits,
    pub opaque: Bits,
    /// The cells that anybody can walk on as they are: closed doors among them, gates not.
    pub passable: Bits,
    /// The cells that gas and noise pass: whatever is neither rock nor locked.
    pub gas_passable: Bits,
    /// The cells that only boots and wings carry over.
    pub pits: Bits,
    /// The cells with a gate, whoever it opens for.
    pub gates: Bits,
    pub shut: Bits,
    /// The cells that the upkeeper knows, or remembers, to hold an armed trap.
    pub known_traps: Bits,
    /// Cells that are known to call for a job: see [`Known::job`].
    pub known_work: Bits,
    /// The cells whose terrain the upkeeper knows, and those seen themselves.
    pub planned: Bits,
    pub seen: Bits,
    /// The cells that the upkeeper remembers something in: a fixture, an item, blood, a body.
    pub remembered: Bits,
    /// The cells that the upkeeper remembers as they look now: seen, and not changed since.
    pub memory_current: Bits,
    /// The cells with something built in, and those of them with an armed trap.
    pub built: Bits,
    pub armed: Bits,
    /// The cells with gas in them, and those that burn, in reading order.
    pub gassy: Vec<Pos>,
    pub burning: Vec<Pos>,
    /// Raised whenever opacity, a light or a fire changes, so that sight knows to look again.
    pub sight_version: u32,
    /// Raised whenever feet may go another way than before.
    pub passability_version: u32,
}

impl Deref for Floor {
    type Target = CellSets;

    fn deref(&self) -> &CellSets {
        &self.sets
    }
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
        let none = Bits::new(width, height);
        let mut floor = Floor {
            fixtures: Grid::filled(width, height, None),
            gas: Grid::filled(width, height, 0),
            fire: Grid::filled(width, height, 0),
            door_damage: Vec::new(),
            known: Grid::filled(width, height, Known::default()),
            sets: CellSets {
                opaque: Bits::of(&terrain, |tile| tile.is_opaque()),
                passable: Bits::of(&terrain, |&tile| is_walkable(tile)),
                gas_passable: Bits::of(&terrain, |&tile| holds_air(tile)),
                pits: Bits::of(&terrain, |&tile| tile == Tile::Pit),
                gates: Bits::of(&terrain, |&tile| tile.gate().is_some()),
                blood: none.clone(),
                shut: none.clone(),
                known_traps: none.clone(),
                known_work: none.clone(),
                planned: none.clone(),
                seen: none.clone(),
                remembered: none.clone(),
                memory_current: none.clone(),
                built: none.clone(),
                armed: none,
                gassy: Vec::new(),
                burning: Vec::new(),
                sight_version: 0,
                passability_version: 0,
            },
            digest: 0,
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

    pub fn gas(&self, pos: Pos) -> u8 {
        self.gas.get(pos).copied().unwrap_or(0)
    }

    /// Turns that a cell goes on burning; 0 where nothing burns.
    pub fn fire(&self, pos: Pos) -> u8 {
        self.fire.get(pos).copied().unwrap_or(0)
    }

    pub fn known(&self, pos: Pos) -> Known {
        self.known.get(pos).copied().unwrap_or_default()
    }

    pub fn gate(&self, pos: Pos) -> Option<Gate> {
        if !self.gates.contains(pos) {
            return None;
        }
        self.terrain[pos].gate().or_else(|| self.fixtures[pos]?.gate())
    }

    pub fn is_passable(&self, pos: Pos) -> bool {
        self.passable.contains(pos)
    }

    /// Whether a cell is passable and has no fixture.
    pub(crate) fn is_plain_floor(&self, pos: Pos) -> bool {
        self.is_passable(pos) && self.fixture(pos).is_none()
    }

    /// The same, and no gate of the terrain.
    pub(crate) fn is_ungated_floor(&self, pos: Pos) -> bool {
        self.is_plain_floor(pos) && !self.gates.contains(pos)
    }

    pub(crate) fn is_start_or_exit(&self, pos: Pos) -> bool {
        [self.start, self.exit].contains(&pos)
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

    /// Over all cells; kept with every write.
    pub fn digest(&self) -> Digest {
        Digest(self.digest)
    }

    /// The same from nothing: what [`Floor::digest`] must always equal.
    pub fn recomputed_digest(&self) -> Digest {
        self.record().digest()
    }
}

/// Whether anybody can walk on it as it is.
fn is_walkable(tile: Tile) -> bool {
    tile.is_passable() && !matches!(tile, Tile::Pit | Tile::Rubble)
}

fn holds_air(tile: Tile) -> bool {
    !matches!(tile, Tile::Wall | Tile::Rock | Tile::Rubble)
}

impl Known {
    fn new(knowledge: Knowledge, memory: CellMemory) -> Known {
        let CellMemory { fixture, item, blood, body } = memory;
        let (plan, seen) = (knowledge >= Knowledge::Plan, knowledge == Knowledge::Seen);
        Known { plan, seen, fixture, item, blood, body }
    }

    pub(super) fn parts(self) -> (Knowledge, CellMemory) {
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
    pub(crate) fn record(&self) -> Cells {
        // The sets and the digest follow from the rest.
        let Floor { terrain, fixtures: _, gas, fire, door_damage, known, start, exit, .. } = self;
        Cells {
            start: *start,
            exit: *exit,
            terrain: terrain.clone(),
            fixtures: self.fixtures().collect(),
            blood: self.blood.iter().collect(),
            gas: self.gassy.iter().map(|&pos| (pos, gas[pos])).collect(),
            fire: self.burning.iter().map(|&pos| (pos, fire[pos])).collect(),
            door_damage: door_damage.clone(),
            known: known.map(|known| known.parts().0),
            remembered: self.remembered.iter().map(|pos| (pos, known[pos].parts().1)).collect(),
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
