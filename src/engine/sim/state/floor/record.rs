//! A floor as it is saved, and the floor of such a record.

use crate::sim::state::cells::{CellMemory, Cells, Knowledge};

use super::{Floor, Known};
use crate::sim::state::cells::Layer;

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
