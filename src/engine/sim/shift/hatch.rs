//! Dawn from the closet's hatch: the raid goes on turn by turn, or until something is worth a stop.

use crate::sim::ai;
use crate::sim::prelude::*;
use crate::sim::shift;
use crate::sim::work::cords::CordEnd;

/// A turn of the raid as the player watches it. It tells who comes within reach of a cord, and who
/// goes home.
pub(crate) fn watch(world: &mut World) {
    let (reached, leaving) = (in_reach(world), going_home(world));
    shift::watch(world);
    for (cord, id, at) in in_reach(world) {
        let stays = reached.iter().any(|&(own, other, _)| (own, other) == (cord, id));
        if !reached.contains(&(cord, id, at))
            && let Some(raider) = world.alive(id)
        {
            let who = world.who(&raider);
            world.emit(RaidEvent::InReach { who, cord, stays });
        }
    }
    for id in going_home(world) {
        if !leaving.contains(&id)
            && let Some(raider) = world.alive(id)
        {
            world.emit(RaidEvent::TurnsHome { who: world.who(&raider) });
        }
    }
}

/// Lets the raid go on for so many turns; with 0 to the next thing worth a stop.
pub(crate) fn watch_on(world: &mut World, turns: u16) {
    let mut left = turns;
    while world.shift.end.is_none() {
        let told = world.events.len();
        watch(world);
        left = left.saturating_sub(1);
        let is_over = if turns > 0 {
            left == 0
        } else {
            world.events[told..].iter().any(|event| world.is_worth_a_stop(event))
        };
        if is_over {
            return;
        }
    }
}

/// The cords that are ready, each with the raiders in reach of it; of a cord to a trap also where
/// they stand, since it reaches a few steps only.
fn in_reach(world: &World) -> Vec<(u8, ActorId, Option<Pos>)> {
    let ready = (0..).zip(world.cords()).filter(|(_, cord)| world.cord_wait(cord) == Turns(0));
    let triples = ready.flat_map(|(place, cord)| {
        let is_trap = matches!(world.cord_end(cord.at), Some(CordEnd::Trap(_)));
        let near = world.raiders_inside().filter(|own| world.is_in_reach_of_cord(cord, own));
        near.map(move |own| (place, own.id, is_trap.then_some(own.pos))).collect::<Vec<_>>()
    });
    triples.collect()
}

/// Those who go home while the others go on.
fn going_home(world: &World) -> Vec<ActorId> {
    let inside = world.raiders_inside().filter(|own| world.goes_home(own));
    inside.map(|own| own.id).collect()
}

impl World {
    /// Whether a raider goes home while the others go on.
    pub(crate) fn goes_home(&self, raider: &ActorRef) -> bool {
        self.raid().is_some_and(|raid| !raid.turned_back) && ai::wants_home(self, raider)
    }

    /// Whether the player may want to act on what has happened.
    pub(crate) fn is_worth_a_stop(&self, event: &Event) -> bool {
        match event {
            Event::Raid(
                RaidEvent::RaidBegan { .. }
                | RaidEvent::PartyCameDown
                | RaidEvent::InReach { .. }
                | RaidEvent::TrapNoticed { .. }
                | RaidEvent::ChestLooted { .. }
                | RaidEvent::TurnsHome { .. }
                | RaidEvent::RaiderLeft { .. }
                | RaidEvent::RetreatCalled,
            ) => true,
            // Nothing can be done for a trap without a cord that is ready.
            Event::Raid(RaidEvent::AtTrap { at, .. }) => {
                let own = self.cords().iter().find(|cord| cord.at == *at);
                own.is_some_and(|cord| self.cord_wait(cord) == Turns(0))
            }
            Event::Fight(FightEvent::Died { who, .. }) => {
                self.catalog.actor(who.kind).raider.is_some()
            }
            _ => false,
        }
    }
}
