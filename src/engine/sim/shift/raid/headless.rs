//! A raid on a level without a player.

use std::sync::Arc;

use crate::sim::prelude::*;
use crate::sim::shift::build;
use crate::sim::shift::build::Mess;
use crate::sim::shift::raid::party::{draw_members, enter};
use crate::sim::shift::turn::play_out;
use levels::Level;

/// What a raid leaves.
pub struct Aftermath {
    /// The floor as it is when they are gone; the upkeeper has not come in.
    pub world: World,
    pub report: RaidReport,
    /// All that has happened, in order.
    pub events: Vec<Event>,
}

/// A party goes through a level as it was made. Seed, level and party determine all of it.
pub fn raid(level: &Level, party: PartyKindId, seed: Seed, catalog: &Arc<Catalog>) -> Aftermath {
    let own = RunState::begin(seed, level.depth, catalog);
    let mut world = build::pristine(level, &Mess::default(), own, seed, catalog);
    world.streams = Streams::of_raid(seed, level.floor, 0);
    let mut stream = Stream::new(seed, purpose::RAID, (level.floor, level.depth));
    let members = draw_members(&mut stream, party, catalog);
    enter(&mut world, party, &members, true);
    let mut events = std::mem::take(&mut world.events);
    play_out(&mut world, |more| events.append(more));
    let report = world.shift.at_dawn.take().unwrap_or_default();
    Aftermath { world, report, events }
}
