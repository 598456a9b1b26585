//! Raids: a party walks a floor from its start to its exit, by the same rules and with the same
//! actions as all actors. One raid makes the mess before a shift, another tests the work after it.
//!
//! What a party knows is what its members have seen; nothing here looks at a cell for them.

pub(crate) mod after_raid;
pub(crate) mod party;
pub(crate) mod relay;

use crate::sim::prelude::*;
use crate::sim::state::journey::records::Entrant;

/// Turns after which a party turns back, and after which the raid is over wherever its members are.
const TURN_BACK_AFTER_TURNS: u32 = 600;
const MAX_RAID_TURNS: u32 = 900;

/// Ends a raid that is over, and turns one back that takes too long.
pub(crate) fn tick(world: &mut World) {
    let Some(raid) = &mut world.shift.raid else { return };
    let turns = world.shift.clock.saturating_sub(raid.began).0;
    if turns < MAX_RAID_TURNS && raid.report.is_going_on() {
        if turns >= TURN_BACK_AFTER_TURNS && raid.heading != Heading::Home {
            raid.heading = Heading::Home;
            world.emit(RaidEvent::RetreatCalled);
        }
        return;
    }
    raid.report.turns = turns;
    world.shift.at_dawn = world.shift.raid.take().map(|raid| raid.report);
    world.emit(RaidEvent::RaidOver);
}

impl World {
    /// The party that comes at dawn, and its members, the leader first. On a journey it is who is
    /// expected of the cast. Strangers are drawn from the seed, the floor and the depth, so that
    /// they are the same whatever the player does.
    pub fn party_at_dawn(&self) -> (PartyKindId, Vec<Entrant>) {
        if let Some(journey) = self.journey().filter(|journey| !journey.expected.is_empty()) {
            let members = journey.expected.iter().map(|&id| journey.entrant(id, &self.catalog));
            return (self.catalog.cast.party.id, members.collect());
        }
        if self.shift.tutor.is_some() {
            let party = self.catalog.tutorial.floor.party.id;
            let mut stream = Stream::new(self.seed, purpose::DAWN, (self.floor_key, self.depth));
            return (party, party::draw_members(&mut stream, party, &self.catalog));
        }
        // On a site of several floors that of the first, wherever the player is.
        let floor = FloorKey { floor: 0, ..self.floor_key };
        let mut stream = Stream::new(self.seed, purpose::DAWN, (floor, self.depth));
        party::draw_party(&mut stream, self.depth, &self.catalog)
    }
}
