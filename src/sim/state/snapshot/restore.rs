//! A world built again from a snapshot.

use std::sync::Arc;

use super::check::Checker;
use super::{FloorState, Snapshot, SnapshotError};
use crate::content::Catalog;
use crate::sim::setup::Setup;
use crate::sim::state::floor::Floor;
use crate::sim::state::world::{FloorId, World};

impl World {
    /// The world that a snapshot is of.
    ///
    /// # Errors
    ///
    /// The first record in the snapshot that play could not have led to.
    pub(crate) fn restore(
        snapshot: Snapshot,
        setup: &Setup,
        catalog: &Arc<Catalog>,
    ) -> Result<World, SnapshotError> {
        Checker { snapshot: &snapshot, catalog }.check()?;
        let Snapshot { run, shift, floor, streams } = snapshot;
        let FloorState { depth, cells, actors, items, bodies } = floor;
        let floor = Floor::from_record(cells);
        let id = FloorId { seed: setup.seed, key: setup.mode.floor_key(), depth };
        let mut world = World::empty(catalog.clone(), id, floor, run, shift, streams);
        for actor in actors {
            world.insert(actor);
        }
        for (pos, stack) in items {
            world.place_item(pos, stack);
        }
        for (pos, body) in bodies {
            world.place_body(pos, body);
        }
        Ok(world)
    }
}
