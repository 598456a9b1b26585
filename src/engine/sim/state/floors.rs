//! Putting another floor of the site into play.

use crate::sim::state::belongings::RunState;
use crate::sim::state::journey::atlas::Atlas;
use crate::sim::state::journey::{Journey, StoredFloor};
use crate::sim::state::snapshot::Snapshot;
use crate::sim::state::world::{FloorId, World};
use crate::sim::units::Turns;

impl World {
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
        world.events = events;
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
