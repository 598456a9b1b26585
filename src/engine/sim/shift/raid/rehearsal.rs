//! Raids played on a copy of the floor, with random streams of their own.

use crate::sim::prelude::*;
use crate::sim::shift::raid::relay;
use crate::sim::shift::turn;
use crate::sim::state::world::FloorId;

/// What a raid on a copy came to.
pub struct Rehearsal {
    pub report: RaidReport,
    /// The cells that members trod.
    pub trod: Bits,
    /// The share of the chests that are full when they have gone, in percent.
    pub kept: u32,
}

impl World {
    /// A copy of the floor at rest, with other random streams.
    pub(crate) fn copy_with(&self, streams: Streams) -> World {
        let Snapshot { run, shift, floor, .. } = self.snapshot();
        let id = FloorId {
            seed: self.seed,
            key: self.floor_key,
            kind: self.level_kind,
            depth: self.depth,
        };
        World::of_floor(self.catalog.clone(), id, floor, run, shift, streams)
    }

    /// A copy with all of the order done.
    pub fn mended(&self) -> World {
        let mut world = self.copy_with(self.streams.clone());
        for y in 0..world.floor.height() {
            for x in 0..world.floor.width() {
                crate::sim::shift::raid::after_raid::mend(&mut world, Pos::new(x, y));
            }
        }
        world
    }

    /// Plays the raid of dawn on a copy, the player off the floor.
    pub fn rehearse(&self, sample: u32) -> Rehearsal {
        let streams = Streams::of_raid(self.seed, self.floor_key, 1000 + sample);
        let mut world = self.copy_with(streams);
        world.take_player_off();
        world.update_sight();
        relay::come_at_dawn(&mut world);
        let mut trod = Bits::new(world.floor.width(), world.floor.height());
        while world.raid().is_some() && world.shift.end.is_none() {
            turn::tick(&mut world);
            world.events.clear();
            let raiders = world.raid().into_iter().flat_map(Raid::inside);
            for id in raiders {
                if let Some(own) = world.alive(id) {
                    trod.insert(own.pos);
                }
            }
        }
        let mut chests = (0, 0);
        for (_, fixture) in world.floor.fixtures() {
            if let Fixture::Chest { full } = fixture {
                chests = (chests.0 + u32::from(full), chests.1 + 1);
            }
        }
        let report = world.shift.at_dawn.take().unwrap_or_default();
        Rehearsal { report, trod, kept: chests.0 * 100 / chests.1.max(1) }
    }
}
