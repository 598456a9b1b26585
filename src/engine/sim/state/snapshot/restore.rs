//! A world built again from a snapshot.

use std::sync::Arc;

use super::check::Checker;
use super::{Snapshot, SnapshotError};
use crate::sim::setup::{Mode, Setup};
use crate::sim::state::journey::Phase;
use crate::sim::state::journey::atlas::Atlas;
use crate::sim::state::world::{FloorId, World};
use content::{Catalog, FloorKey};

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
        let atlas = match setup.mode {
            Mode::Campaign | Mode::CampaignWith { .. } => {
                Some(Arc::new(Atlas::of_seed(setup.seed, catalog).map_err(|error| {
                    SnapshotError { path: "setup.seed".to_owned(), fault: error.to_string() }
                })?))
            }
            Mode::Shift { .. } | Mode::Daily { .. } | Mode::Tutorial => None,
        };
        Checker { snapshot: &snapshot, catalog, atlas: atlas.as_deref() }.check()?;
        if snapshot.shift.tutor.is_some() != (setup.mode == Mode::Tutorial) {
            let fault = "goes with the tutorial, and with nothing else".to_owned();
            return Err(SnapshotError { path: "shift.tutor".to_owned(), fault });
        }
        let Snapshot { run, shift, floor, streams, journey } = snapshot;
        let (key, kind) = match (&journey, &atlas) {
            (Some(journey), Some(atlas)) => {
                if let Phase::Field { .. } = journey.phase {
                    let key = Atlas::field_key(journey.at, journey.roads_walked());
                    (key, catalog.find_level(Atlas::FIELD_KIND))
                } else {
                    let kind = catalog.find_level(atlas.floor_kind(journey.at, journey.floor));
                    (Atlas::floor_key(journey.at, journey.floor.into()), kind)
                }
            }
            _ => (FloorKey::SHIFT, setup.mode.level_kind(catalog)),
        };
        let id = FloorId { seed: setup.seed, key, kind, depth: floor.depth };
        let mut world = World::of_floor(catalog.clone(), id, floor, run, shift, streams);
        world.set_journey(journey, atlas);
        Ok(world)
    }
}
