//! The floor: its cells, and what stands and lies on them.

use super::{Checker, FloorState, SnapshotError, require};
use crate::base::Pos;
use crate::content::Depth;
use crate::levelgen::Request;
use crate::sim::state::belongings::Body;
use crate::sim::state::cells::{CellMemory, Cells};
use crate::sim::state::fixture::Fixture;
use crate::sim::units::Stack;

impl Checker<'_> {
    pub(super) fn floor(&self, floor: &FloorState) -> Result<(), SnapshotError> {
        let FloorState { depth, cells, actors, items, bodies } = floor;
        require(
            (Depth::FIRST..=Request::MAX_DEPTH).contains(depth),
            "depth",
            "there is no such depth",
        )?;
        self.cells(cells)?;
        self.actors(actors)?;
        self.lying("item", items)?;
        self.lying("body", bodies)?;
        for &(_, Stack { kind, count }) in items {
            require(count > 0, "item", "none of it")?;
            self.item(kind, "item")?;
        }
        bodies.iter().try_for_each(|&(_, body)| self.body(body, "body"))
    }

    pub(super) fn body(&self, body: Body, place: &str) -> Result<(), SnapshotError> {
        // It rises at any turn, or at none that ever comes.
        let Body { kind, rises: _, by } = body;
        require(self.has_actor(kind), place, "no such kind")?;
        by.map_or(Ok(()), |by| self.harm(by))
    }

    fn cells(&self, cells: &Cells) -> Result<(), SnapshotError> {
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
        let (width, height) = (terrain.width(), terrain.height());
        let sides = 3..=Request::LARGEST;
        require(sides.contains(&width) && sides.contains(&height), "floor", "no such size")?;
        let is_known_whole = known.width() == width && known.height() == height;
        require(is_known_whole, "floor", "what is known has another size than what is")?;
        let borders = terrain.iter().filter(|(pos, _)| terrain.is_border(*pos));
        for (_, tile) in borders {
            require(!tile.is_passable(), "floor", "the outer ring is open")?;
        }
        for pos in [start, exit] {
            self.inside(*pos, "floor")?;
        }
        self.listed(fixtures, "fixture")?;
        fixtures.iter().try_for_each(|&(_, fixture)| self.fixture_exists(fixture))?;
        self.sorted(blood.iter().copied(), "blood")?;
        self.listed(gas, "gas")?;
        require(gas.iter().all(|&(_, thickness)| thickness > 0), "gas", "that is none")?;
        self.listed(fire, "fire")?;
        require(fire.iter().all(|&(_, turns)| turns > 0), "fire", "that does not burn")?;
        self.door_damage(door_damage)?;
        self.remembered(remembered)
    }

    /// Blows were taken by doors alone, and never as many as break any.
    fn door_damage(&self, door_damage: &[(Pos, u8)]) -> Result<(), SnapshotError> {
        self.listed(door_damage, "door_damage")?;
        for &(pos, blows) in door_damage {
            require((1..100).contains(&blows), "door_damage", "more than any door stands")?;
            let is_door = matches!(self.fixture(pos), Some(Fixture::Door(_)));
            require(is_door, "door_damage", "no door")?;
        }
        Ok(())
    }

    fn remembered(&self, remembered: &[(Pos, CellMemory)]) -> Result<(), SnapshotError> {
        let is_on_floor = |&(pos, _): &(Pos, _)| self.snapshot.floor.cells.known.contains(pos);
        require(remembered.iter().all(is_on_floor), "remembered", "off the floor")?;
        let rising = remembered.is_sorted_by(|a, b| a.0 < b.0);
        require(rising, "remembered", "out of order, or two of one cell")?;
        for &(_, memory) in remembered {
            require(memory != CellMemory::default(), "remembered", "nothing")?;
            let CellMemory { fixture, item, blood: _, body: _ } = memory;
            fixture.map_or(Ok(()), |fixture| self.fixture_exists(fixture))?;
            item.map_or(Ok(()), |kind| self.item(kind, "known"))?;
        }
        Ok(())
    }

    /// Entries by place, each inside the outer ring.
    fn listed<T>(&self, all: &[(Pos, T)], place: &str) -> Result<(), SnapshotError> {
        self.sorted(all.iter().map(|&(pos, _)| pos), place)
    }

    fn lying<T>(&self, place: &str, all: &[(Pos, T)]) -> Result<(), SnapshotError> {
        self.listed(all, place)?;
        all.iter().try_for_each(|&(pos, _)| self.on_floor(pos, place))
    }
}
