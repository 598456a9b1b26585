//! Whether a snapshot is one that play could have led to: everything in it is read, because files
//! lie.
//!
//! `limits` reads every value by its type, so that ids, cells and counts can be relied on
//! afterwards. The other files check how values go together.

use std::fmt::Display;

use crate::sim::state::belongings::RunState;
use crate::sim::state::fixture::Fixture;
use crate::sim::state::journey::atlas::Atlas;
use crate::sim::state::purpose::Streams;
use crate::sim::state::snapshot::{MAX_ACTORS, MAX_CELLS, Snapshot, SnapshotError};
use crate::sim::units::PersonId;
use base::Pos;
use content::Catalog;

mod floor;
mod journey;
mod limits;

/// Counters that go on counting stay far from where they would run over.
const MAX_COUNTER: u32 = 1 << 24;

pub(super) struct Checker<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) catalog: &'a Catalog,
    /// The map of the journey, in the mode that is one.
    pub(super) atlas: Option<&'a Atlas>,
}

impl Checker<'_> {
    pub(super) fn check(&self) -> Result<(), SnapshotError> {
        let Snapshot { run, shift, floor, streams, journey } = self.snapshot;
        let agree = journey.is_some() == self.atlas.is_some();
        require(agree, "journey", "of another mode of the game")?;
        self.limits()?;
        self.floor(floor)?;
        self.shift(shift)?;
        self.run(run)?;
        if let (Some(journey), Some(atlas)) = (journey, self.atlas) {
            self.journey(journey, atlas)?;
        }
        let Streams { ai, combat, floor } = streams;
        for (stream, path) in
            [(ai, "streams.ai"), (combat, "streams.combat"), (floor, "streams.floor")]
        {
            require(stream.check().is_ok(), path, "a state of all zeros")?;
        }
        Ok(())
    }

    fn run(&self, run: &RunState) -> Result<(), SnapshotError> {
        self.belongings(&run.belongings)?;
        let kinds = self.catalog.items.len();
        for (path, length) in [
            ("run.identified", run.identified.0.len()),
            ("run.appearances", run.appearances.0.len()),
        ] {
            require(length == kinds, path, "not one for each kind of item")?;
        }
        for (index, perk) in run.perks.iter().enumerate() {
            let path = format_args!("run.perks[{index}]");
            require(!run.perks[..index].contains(perk), path, "held twice")?;
        }
        Ok(())
    }

    fn fixture(&self, pos: Pos) -> Option<Fixture> {
        let fixtures = &self.snapshot.floor.cells.fixtures;
        let place = fixtures.binary_search_by_key(&pos, |&(at, _)| at).ok()?;
        Some(fixtures[place].1)
    }
}

fn require(holds: bool, path: impl Display, fault: impl Display) -> Result<(), SnapshotError> {
    if holds {
        return Ok(());
    }
    Err(SnapshotError { path: path.to_string(), fault: fault.to_string() })
}

/// Refuses a list that does not rise from entry to entry.
fn rising<K: PartialOrd>(
    keys: impl IntoIterator<Item = K>,
    path: impl Display,
) -> Result<(), SnapshotError> {
    let mut last = None;
    for (index, key) in keys.into_iter().enumerate() {
        let rises = last.is_none_or(|last| last < key);
        require(rises, format_args!("{path}[{index}]"), "out of order, or there twice")?;
        last = Some(key);
    }
    Ok(())
}

/// Refuses somebody who is in two places.
fn once_each(
    persons: impl Iterator<Item = PersonId>,
    path: impl Display,
) -> Result<(), SnapshotError> {
    let mut persons: Vec<PersonId> = persons.collect();
    persons.sort_unstable();
    let are_told_apart = persons.windows(2).all(|pair| pair[0] != pair[1]);
    require(are_told_apart, path, "the same person twice")
}
