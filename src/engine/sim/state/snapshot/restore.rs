//! Worlds built again from records: of a snapshot, and of floors that are not in play.

use std::sync::Arc;

use crate::sim::setup::{Mode, Setup};
use crate::sim::state::belongings::RunState;
use crate::sim::state::journey::atlas::Atlas;
use crate::sim::state::journey::{Journey, Phase, StoredFloor};
use crate::sim::state::snapshot::check::Checker;
use crate::sim::state::snapshot::{Snapshot, SnapshotError};
use crate::sim::state::world::{FloorId, World};
use crate::sim::units::Turns;
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

    /// Puts a floor of the site into play that is stored, and stores this one. The clock, the
    /// player's health and the body in the player's arms go along; the player stands where they
    /// last stood on that floor. Nothing happens if there is no such floor.
    pub(crate) fn switch_floor(&mut self, to: u8) {
        let Snapshot { mut run, shift, floor, streams, .. } = self.snapshot();
        let (Some(mut journey), atlas) = self.take_journey() else { return };
        let Some(place) = journey.floors.iter().position(|stored| stored.number == to) else {
            self.set_journey(Some(journey), atlas);
            return;
        };
        let mut next = journey.floors.remove(place);
        let idle = shift.clock.saturating_sub(next.shift.clock);
        next.shift.stood_still = Turns(next.shift.stood_still.0 + idle.0);
        next.shift.clock = shift.clock;
        if let Some(body) = &mut run.belongings.carrying
            && body.rises != Turns(u32::MAX)
        {
            let left = body.rises.saturating_sub(shift.turns_in_play());
            body.rises = Turns(next.shift.turns_in_play().0 + left.0);
        }
        next.shift.tally.left_at = next.shift.tally.left_at.or(shift.tally.left_at);
        let (player, own) = (&floor.actors[0], &mut next.floor.actors[0]);
        (own.vitals, own.statuses) = (player.vitals, player.statuses);
        let left = StoredFloor { number: journey.floor, floor, shift, streams };
        let place = journey.floors.partition_point(|stored| stored.number < left.number);
        journey.floors.insert(place, left);
        journey.floor = to;
        let events = std::mem::take(&mut self.events);
        let kind = atlas.as_ref().map(|atlas| atlas.floor_kind(journey.at, to));
        self.level_kind = kind.and_then(|kind| self.catalog.find_level(kind));
        let mut world = self.stored_world(&journey, next, run);
        (world.events, world.rehearsed) = (events, self.rehearsed);
        world.set_journey(Some(journey), atlas);
        *self = world;
    }

    /// Every stored floor of the site as a world of its own, to be asked; without the journey.
    pub(crate) fn stored_worlds(&self) -> impl Iterator<Item = World> {
        let journey = self.journey();
        // What the player carries in their arms is on the player's floor.
        let mut run = self.run.clone();
        run.belongings.carrying = None;
        let stored = journey
            .into_iter()
            .flat_map(|journey| journey.floors.iter().map(move |stored| (journey, stored.clone())));
        stored.map(move |(journey, stored)| self.stored_world(journey, stored, run.clone()))
    }

    fn stored_world(&self, journey: &Journey, stored: StoredFloor, run: RunState) -> World {
        let StoredFloor { number, floor, shift, streams } = stored;
        let id = FloorId {
            seed: self.seed,
            key: Atlas::floor_key(journey.at, number.into()),
            kind: self.level_kind,
            depth: floor.depth,
        };
        World::of_floor(self.catalog.clone(), id, floor, run, shift, streams)
    }
}
