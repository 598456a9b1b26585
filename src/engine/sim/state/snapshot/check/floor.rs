//! The floor: its cells, and what stands and lies on them.

use crate::sim::state::cells::{ActorRecord, CellMemory, Cells, FloorState};
use crate::sim::state::components::{Boss, Duty, Vitals};
use crate::sim::state::fixture::Fixture;
use crate::sim::state::journey::Phase;
use crate::sim::state::snapshot::check::{Checker, MAX_CELLS, SnapshotError, require, rising};
use crate::sim::units::ActorId;
use base::Pos;
use levels::Request;

impl Checker<'_> {
    pub(super) fn floor(&self, floor: &FloorState) -> Result<(), SnapshotError> {
        let FloorState { depth: _, cells, actors, items, bodies } = floor;
        self.cells(cells)?;
        self.actors(actors)?;
        rising(items.iter().map(|own| own.0), "items")?;
        rising(bodies.iter().map(|own| own.0), "bodies")?;
        for (index, &(pos, _)) in items.iter().enumerate() {
            self.on_floor(pos, format_args!("items[{index}]"))?;
        }
        for (index, &(pos, _)) in bodies.iter().enumerate() {
            self.on_floor(pos, format_args!("bodies[{index}]"))?;
        }
        Ok(())
    }

    /// On a cell that can be stood on, as its terrain goes.
    fn on_floor(&self, pos: Pos, path: impl std::fmt::Display) -> Result<(), SnapshotError> {
        let is_passable = self.snapshot.floor.cells.terrain[pos].is_passable();
        require(is_passable, path, format_args!("{}, {} is solid rock", pos.x, pos.y))
    }

    fn cells(&self, cells: &Cells) -> Result<(), SnapshotError> {
        let (terrain, known) = (&cells.terrain, &cells.known);
        let (width, height) = (terrain.width(), terrain.height());
        let sides = 3..=Request::LARGEST;
        let is_floor = sides.contains(&width) && sides.contains(&height);
        let fault = format_args!("{width}×{height} is no size of a floor");
        require(is_floor, "floor.tiles", fault)?;
        let fault = format_args!("{width}×{height} are more than {MAX_CELLS} cells");
        require(width * height <= MAX_CELLS, "floor.tiles", fault)?;
        let is_known_whole = known.width() == width && known.height() == height;
        require(is_known_whole, "floor.known", "has another size than floor.tiles")?;
        for (Pos { x, y }, tile) in terrain.iter().filter(|(pos, _)| terrain.is_border(*pos)) {
            let fault = format_args!("column {x}: the outer ring is open");
            require(!tile.is_passable(), format_args!("floor.tiles[{y}]"), fault)?;
        }
        rising(cells.fixtures.iter().map(|own| own.0), "floor.fixtures")?;
        rising(&cells.blood, "floor.blood")?;
        rising(cells.gas.iter().map(|own| own.0), "floor.gas")?;
        rising(cells.fire.iter().map(|own| own.0), "floor.fire")?;
        rising(cells.door_damage.iter().map(|own| own.0), "floor.door_damage")?;
        rising(cells.remembered.iter().map(|own| own.0), "floor.remembered")?;
        for (index, &(pos, _)) in cells.door_damage.iter().enumerate() {
            let is_door = matches!(self.fixture(pos), Some(Fixture::Door(_)));
            require(is_door, format_args!("floor.door_damage[{index}]"), "no door")?;
        }
        for (index, (_, memory)) in cells.remembered.iter().enumerate() {
            let path = format_args!("floor.remembered[{index}]");
            require(*memory != CellMemory::default(), path, "nothing")?;
        }
        Ok(())
    }

    fn actors(&self, actors: &[ActorRecord]) -> Result<(), SnapshotError> {
        let is_player = actors.first().is_some_and(|actor| {
            actor.id == ActorId::PLAYER && actor.kind == self.catalog.upkeeper
        });
        require(is_player, "actors[0]", "is not the upkeeper")?;
        rising(actors.iter().map(|actor| actor.id), "actors")?;
        for (index, actor) in actors.iter().enumerate() {
            self.actor(actor, &format!("actors[{index}]"))?;
        }
        // A player who is off the floor occupies no cell.
        let away = usize::from(self.snapshot.shift.away);
        let mut places: Vec<(Pos, usize)> =
            (away..).zip(&actors[away..]).map(|(index, actor)| (actor.pos, index)).collect();
        places.sort_unstable();
        for pair in places.windows(2) {
            let [(at, index), (other, _)] = [pair[1], pair[0]];
            let path = format_args!("actors[{index}].at");
            require(at != other, path, format_args!("actors[{}] stands there", pair[0].1))?;
        }
        Ok(())
    }

    fn actor(&self, actor: &ActorRecord, path: &str) -> Result<(), SnapshotError> {
        let next_id = self.snapshot.run.next_id;
        let fault = format_args!("{} is not below run.next_id, {next_id}", actor.id.0);
        require(actor.id.0 < next_id, format_args!("{path}.id"), fault)?;
        self.on_floor(actor.pos, format_args!("{path}.at"))?;
        let Vitals { health, max_health, energy: _ } = actor.vitals;
        let path_of_health = format_args!("{path}.vitals.health");
        let fault = format_args!("{health} is above its maximum {max_health}");
        require(health <= max_health, path_of_health, fault)?;
        let journey = self.snapshot.journey.as_ref();
        let is_run_over = journey.is_some_and(|own| matches!(own.phase, Phase::Over(_)));
        let is_over = is_run_over || self.snapshot.shift.end.is_some();
        let lives = health > 0 || (actor.id == ActorId::PLAYER && is_over);
        let fault = format_args!("{health}: whoever is up has some");
        require(lives, path_of_health, fault)?;
        let Duty::Boss(Boss { windup, .. }) = actor.duty else { return Ok(()) };
        let blows = self.catalog.actor(actor.kind).boss.as_ref().map_or(0, |own| own.blows.len());
        let sound = blows > 0 && windup.is_none_or(|windup| usize::from(windup.blow) < blows);
        require(sound, format_args!("{path}.duty"), "is no such boss")
    }
}
