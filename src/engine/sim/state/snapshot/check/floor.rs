//! The floor: its cells, and what stands and lies on them.

use std::fmt::Display;

use super::{Checker, FloorState, MAX_CELLS, MAX_COUNT, SnapshotError, below, require};
use crate::sim::state::belongings::Body;
use crate::sim::state::cells::{CellMemory, Cells};
use crate::sim::state::fixture::Fixture;
use crate::sim::units::Stack;
use base::Pos;
use content::Depth;
use levels::Request;

impl Checker<'_> {
    pub(super) fn floor(&self, floor: &FloorState) -> Result<(), SnapshotError> {
        let FloorState { depth, cells, actors, items, bodies } = floor;
        require(
            (Depth::FIRST..=Request::MAX_DEPTH).contains(depth),
            "floor.depth",
            format_args!("{depth} is not from 1 to {}", Request::MAX_DEPTH),
        )?;
        self.cells(cells)?;
        self.actors(actors)?;
        self.lying("items", items)?;
        self.lying("bodies", bodies)?;
        for (index, &(_, Stack { kind, count })) in items.iter().enumerate() {
            require(count > 0, format_args!("items[{index}]"), "none of it")?;
            below(count, MAX_COUNT, format_args!("items[{index}].count"))?;
            self.item(kind, format_args!("items[{index}]"))?;
        }
        let mut bodies = bodies.iter().enumerate();
        bodies.try_for_each(|(index, &(_, body))| self.body(body, format_args!("bodies[{index}]")))
    }

    pub(super) fn body(&self, body: Body, path: impl Display + Copy) -> Result<(), SnapshotError> {
        // It rises at any turn, or at none that ever comes.
        let Body { kind, rises: _, by, person } = body;
        self.person(person, format_args!("{path}.person"))?;
        require(self.has_actor(kind), format_args!("{path}.kind"), "no such kind")?;
        by.map_or(Ok(()), |by| self.harm(by, format_args!("{path}.by")))
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
        let is_floor = sides.contains(&width) && sides.contains(&height);
        let fault = format_args!("{width}×{height} is no size of a floor");
        require(is_floor, "floor.tiles", fault)?;
        let fault = format_args!("{width}×{height} are more than {MAX_CELLS} cells");
        require(width * height <= MAX_CELLS, "floor.tiles", fault)?;
        let is_known_whole = known.width() == width && known.height() == height;
        require(is_known_whole, "floor.known", "has another size than floor.tiles")?;
        let borders = terrain.iter().filter(|(pos, _)| terrain.is_border(*pos));
        for (Pos { x, y }, tile) in borders {
            let path = format_args!("floor.tiles[{y}]");
            let fault = format_args!("column {x}: the outer ring is open");
            require(!tile.is_passable(), path, fault)?;
        }
        self.inside(*start, "floor.start")?;
        self.inside(*exit, "floor.exit")?;
        self.listed(fixtures, "floor.fixtures")?;
        for (index, &(_, fixture)) in fixtures.iter().enumerate() {
            self.fixture_exists(fixture, format_args!("floor.fixtures[{index}]"))?;
        }
        self.sorted(blood.iter().copied(), "floor.blood")?;
        for (layer, path) in [(gas, "floor.gas"), (fire, "floor.fire")] {
            self.listed(layer, path)?;
            for (index, &(_, value)) in layer.iter().enumerate() {
                require(value > 0, format_args!("{path}[{index}]"), "none of it")?;
            }
        }
        self.door_damage(door_damage)?;
        self.remembered(remembered)
    }

    /// Blows were taken by doors alone, and never as many as break any.
    fn door_damage(&self, door_damage: &[(Pos, u8)]) -> Result<(), SnapshotError> {
        self.listed(door_damage, "floor.door_damage")?;
        for (index, &(pos, blows)) in door_damage.iter().enumerate() {
            let path = format_args!("floor.door_damage[{index}]");
            require((1..100).contains(&blows), path, "more than any door stands")?;
            let is_door = matches!(self.fixture(pos), Some(Fixture::Door(_)));
            require(is_door, path, "no door")?;
        }
        Ok(())
    }

    fn remembered(&self, remembered: &[(Pos, CellMemory)]) -> Result<(), SnapshotError> {
        let is_on_floor = |&(pos, _): &(Pos, _)| self.snapshot.floor.cells.known.contains(pos);
        require(remembered.iter().all(is_on_floor), "floor.remembered", "off the floor")?;
        let rising = remembered.is_sorted_by(|a, b| a.0 < b.0);
        require(rising, "floor.remembered", "out of order, or two of one cell")?;
        for (index, &(_, memory)) in remembered.iter().enumerate() {
            let path = format_args!("floor.remembered[{index}]");
            require(memory != CellMemory::default(), path, "nothing")?;
            let CellMemory { fixture, item, blood: _, body: _ } = memory;
            fixture.map_or(Ok(()), |fixture| self.fixture_exists(fixture, path))?;
            item.map_or(Ok(()), |kind| self.item(kind, path))?;
        }
        Ok(())
    }

    /// Entries by place, each inside the outer ring.
    fn listed<T>(&self, all: &[(Pos, T)], path: &str) -> Result<(), SnapshotError> {
        self.sorted(all.iter().map(|&(pos, _)| pos), path)
    }

    fn lying<T>(&self, path: &str, all: &[(Pos, T)]) -> Result<(), SnapshotError> {
        self.listed(all, path)?;
        let mut all = all.iter().enumerate();
        all.try_for_each(|(index, &(pos, _))| self.on_floor(pos, format_args!("{path}[{index}]")))
    }
}
