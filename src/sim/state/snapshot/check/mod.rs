//! Whether a snapshot is one that play could have led to: everything in it is read, because files lie.
//!
//! Each struct is taken apart without `..`, so that a new field has to be thought of here too.

mod actors;
mod belongings;
mod floor;
mod raid;
mod shift;

use super::{FloorState, MAX_ACTORS, Snapshot, SnapshotError};
use crate::base::Pos;
use crate::content::{ActorKindId, Catalog, ItemKindId, TrapKindId};
use crate::sim::event::Harm;
use crate::sim::state::fixture::Fixture;
use crate::sim::state::run::RunState;
use crate::sim::state::world::Streams;

/// Counters that go on counting stay far from where they would run over.
const MAX_COUNTER: u32 = 1 << 24;
/// The same for those of 16 bits.
const MAX_SMALL_COUNTER: u16 = 1 << 14;

pub(super) struct Checker<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) catalog: &'a Catalog,
}

impl Checker<'_> {
    pub(super) fn check(&self) -> Result<(), SnapshotError> {
        let Snapshot { run, shift, floor, streams } = self.snapshot;
        self.floor(floor)?;
        self.shift(shift)?;
        self.run(run)?;
        let Streams { ai, combat, floor } = streams;
        for stream in [ai, combat, floor] {
            require(stream.check().is_ok(), "streams", "a state of all zeros")?;
        }
        Ok(())
    }

    fn run(&self, run: &RunState) -> Result<(), SnapshotError> {
        let RunState { belongings, identified, appearances, next_id } = run;
        self.belongings(belongings)?;
        let kinds = self.catalog.items.len();
        require(
            identified.0.len() == kinds && appearances.0.len() == kinds,
            "identities",
            "not one for each kind of item",
        )?;
        require(*next_id < MAX_COUNTER, "next_id", "more actors than any run has")
    }

    fn fixture(&self, pos: Pos) -> Option<Fixture> {
        let fixtures = &self.snapshot.floor.cells.fixtures;
        let place = fixtures.binary_search_by_key(&pos, |&(at, _)| at).ok()?;
        Some(fixtures[place].1)
    }

    fn trap(&self, kind: TrapKindId, place: &'static str) -> Result<(), SnapshotError> {
        require(usize::from(kind.0) < self.catalog.traps.len(), place, "no such kind of trap")
    }

    fn fixture_exists(&self, fixture: Fixture) -> Result<(), SnapshotError> {
        match fixture {
            Fixture::Trap { kind, armed: _ } => self.trap(kind, "fixture"),
            Fixture::Drop(dir) => require(!dir.is_diagonal(), "fixture", "a ledge across a corner"),
            _ => Ok(()),
        }
    }

    fn harm(&self, by: Harm) -> Result<(), SnapshotError> {
        let exists = match by {
            Harm::Blow { by } => self.has_actor(by),
            Harm::Trap(kind) => usize::from(kind.0) < self.catalog.traps.len(),
            Harm::Missile(kind) | Harm::Potion(kind) => {
                usize::from(kind.0) < self.catalog.items.len()
            }
            Harm::Gas | Harm::Fire | Harm::Status(_) => true,
        };
        require(exists, "raid", "killed by nothing that is")
    }

    fn sorted(
        &self,
        places: impl Iterator<Item = Pos> + Clone,
        place: &str,
    ) -> Result<(), SnapshotError> {
        for pos in places.clone() {
            self.inside(pos, place)?;
        }
        let rising = places.clone().zip(places.skip(1)).all(|(a, b)| a < b);
        require(rising, place, "out of order, or two on one cell")
    }

    /// Actors, things and goals stand inside the outer ring, so that their neighbours exist.
    fn inside(&self, pos: Pos, place: &str) -> Result<(), SnapshotError> {
        let terrain = &self.snapshot.floor.cells.terrain;
        let inside = terrain.contains(pos) && !terrain.is_border(pos);
        require(inside, place, "stands outside the floor")
    }

    /// On a cell that can be stood on, as its terrain goes.
    fn on_floor(&self, pos: Pos, place: &str) -> Result<(), SnapshotError> {
        self.inside(pos, place)?;
        let is_passable = self.snapshot.floor.cells.terrain[pos].is_passable();
        require(is_passable, place, "stands in solid rock")
    }

    fn item(&self, kind: ItemKindId, place: &str) -> Result<(), SnapshotError> {
        require(usize::from(kind.0) < self.catalog.items.len(), place, "no such kind of item")
    }

    fn has_actor(&self, kind: ActorKindId) -> bool {
        usize::from(kind.0) < self.catalog.actors.len()
    }
}

fn require(holds: bool, place: &str, fault: &'static str) -> Result<(), SnapshotError> {
    if holds { Ok(()) } else { Err(SnapshotError { place: place.to_owned(), fault }) }
}
