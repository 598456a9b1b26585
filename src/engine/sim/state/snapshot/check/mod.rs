//! Whether a snapshot is one that play could have led to: everything in it is read, because files lie.
//!
//! Each struct is taken apart without `..`, so that a new field has to be thought of here too.

mod actors;
mod belongings;
mod extra_orders;
mod floor;
mod journey;
mod raid;
mod shift;
mod tenants;
mod town;

use std::fmt::Display;

use super::{MAX_ACTORS, MAX_CELLS, Snapshot, SnapshotError};
use crate::sim::event::Harm;
use crate::sim::state::fixture::Fixture;
use crate::sim::state::floor_state::FloorState;
use crate::sim::state::journey::atlas::Atlas;
use crate::sim::state::run::RunState;
use crate::sim::state::streams::Streams;
use base::Pos;
use content::{ActorKindId, Catalog, ItemKindId, TrapKindId};

/// Counters that go on counting stay far from where they would run over.
const MAX_COUNTER: u32 = 1 << 24;
/// The same for those of 16 bits.
const MAX_SMALL_COUNTER: u16 = 1 << 14;
/// So many of one thing at a place, and no more, that what is picked up and put together is not more than can be counted.
const MAX_COUNT: u16 = 1 << 10;

pub(super) struct Checker<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) catalog: &'a Catalog,
    /// The map of the journey, in the mode that is one.
    pub(super) atlas: Option<&'a Atlas>,
}

impl Checker<'_> {
    pub(super) fn check(&self) -> Result<(), SnapshotError> {
        let Snapshot { run, shift, floor, streams, journey } = self.snapshot;
        self.journey(journey.as_ref())?;
        self.floor(floor)?;
        self.shift(shift)?;
        self.run(run)?;
        let Streams { ai, combat, floor } = streams;
        for (stream, path) in
            [(ai, "streams.ai"), (combat, "streams.combat"), (floor, "streams.floor")]
        {
            require(stream.check().is_ok(), path, "a state of all zeros")?;
        }
        Ok(())
    }

    fn run(&self, run: &RunState) -> Result<(), SnapshotError> {
        let RunState { belongings, identified, appearances, next_id, perks } = run;
        self.belongings(belongings)?;
        let kinds = self.catalog.items.len();
        for (path, length) in
            [("run.identified", identified.0.len()), ("run.appearances", appearances.0.len())]
        {
            require(length == kinds, path, "not one for each kind of item")?;
        }
        require(*next_id < MAX_COUNTER, "run.next_id", "more actors than any run has")?;
        for (index, perk) in perks.iter().enumerate() {
            let path = format_args!("run.perks[{index}]");
            require(usize::from(perk.0) < self.catalog.perks.len(), path, "no such perk")?;
            require(!perks[..index].contains(perk), path, "held twice")?;
        }
        Ok(())
    }

    fn fixture(&self, pos: Pos) -> Option<Fixture> {
        let fixtures = &self.snapshot.floor.cells.fixtures;
        let place = fixtures.binary_search_by_key(&pos, |&(at, _)| at).ok()?;
        Some(fixtures[place].1)
    }

    fn trap(&self, kind: TrapKindId, path: impl Display) -> Result<(), SnapshotError> {
        require(usize::from(kind.0) < self.catalog.traps.len(), path, "no such kind of trap")
    }

    fn fixture_exists(&self, fixture: Fixture, path: impl Display) -> Result<(), SnapshotError> {
        match fixture {
            Fixture::Trap { kind, armed: _ } => self.trap(kind, path),
            Fixture::Drop(dir) => require(!dir.is_diagonal(), path, "a ledge across a corner"),
            _ => Ok(()),
        }
    }

    fn harm(&self, by: Harm, path: impl Display) -> Result<(), SnapshotError> {
        let exists = match by {
            Harm::Blow { by } => self.has_actor(by),
            Harm::Trap(kind) => usize::from(kind.0) < self.catalog.traps.len(),
            Harm::Missile(kind) | Harm::Potion(kind) => {
                usize::from(kind.0) < self.catalog.items.len()
            }
            Harm::Gas | Harm::Fire | Harm::Status(_) => true,
        };
        require(exists, path, "killed by nothing that is")
    }

    fn sorted(
        &self,
        places: impl Iterator<Item = Pos> + Clone,
        path: impl Display + Copy,
    ) -> Result<(), SnapshotError> {
        for (index, pos) in places.clone().enumerate() {
            self.inside(pos, format_args!("{path}[{index}]"))?;
        }
        let pairs = places.clone().zip(places.skip(1));
        for (index, (one, next)) in (1..).zip(pairs) {
            require(
                one < next,
                format_args!("{path}[{index}]"),
                "out of order, or the second on its cell",
            )?;
        }
        Ok(())
    }

    /// Actors, things and goals stand inside the outer ring, so that their neighbours exist.
    fn inside(&self, pos: Pos, path: impl Display) -> Result<(), SnapshotError> {
        let terrain = &self.snapshot.floor.cells.terrain;
        let inside = terrain.contains(pos) && !terrain.is_border(pos);
        require(inside, path, format_args!("{}, {} lies outside of the floor", pos.x, pos.y))
    }

    /// On a cell that can be stood on, as its terrain goes.
    fn on_floor(&self, pos: Pos, path: impl Display + Copy) -> Result<(), SnapshotError> {
        self.inside(pos, path)?;
        let is_passable = self.snapshot.floor.cells.terrain[pos].is_passable();
        require(is_passable, path, format_args!("{}, {} is solid rock", pos.x, pos.y))
    }

    fn item(&self, kind: ItemKindId, path: impl Display) -> Result<(), SnapshotError> {
        require(usize::from(kind.0) < self.catalog.items.len(), path, "no such kind of item")
    }

    fn has_actor(&self, kind: ActorKindId) -> bool {
        usize::from(kind.0) < self.catalog.actors.len()
    }
}

fn require(holds: bool, path: impl Display, fault: impl Display) -> Result<(), SnapshotError> {
    if holds {
        return Ok(());
    }
    Err(SnapshotError { path: path.to_string(), fault: fault.to_string() })
}

/// Refuses a number that is not below a limit.
fn below<N: PartialOrd + Display + Copy>(
    number: N,
    limit: N,
    path: impl Display,
) -> Result<(), SnapshotError> {
    require(number < limit, path, format_args!("{number} is not below {limit}"))
}
