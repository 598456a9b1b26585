//! Dawn from the closet's hatch: the raid goes on turn by turn, or until something is worth a stop.

use crate::sim::prelude::*;
use crate::sim::shift::watch;

/// Lets the raid go on for so many turns; with 0 until somebody comes within reach of a cord, or
/// something happens that one may want to act on.
pub(crate) fn watch_on(world: &mut World, turns: u16) {
    let mut left = turns;
    while world.shift.end.is_none() {
        let (before, told) = (in_reach(world), world.events.len());
        watch(world);
        left = left.saturating_sub(1);
        let is_over = if turns > 0 {
            left == 0
        } else {
            world.events[told..].iter().any(|event| is_worth_a_stop(world, event))
                || in_reach(world).iter().any(|pair| !before.contains(pair))
        };
        if is_over {
            return;
        }
    }
}

/// The cords that are ready, each with the raiders in reach of it.
fn in_reach(world: &World) -> Vec<(usize, ActorId)> {
    let ready = (0..).zip(world.cords()).filter(|(_, cord)| world.cord_wait(cord) == Turns(0));
    let pairs = ready.flat_map(|(place, cord)| {
        let near = world.raiders_inside().filter(|own| world.is_in_reach_of_cord(cord, own));
        near.map(move |own| (place, own.id)).collect::<Vec<_>>()
    });
    pairs.collect()
}

fn is_worth_a_stop(world: &World, event: &Event) -> bool {
    match event {
        Event::Raid(
            RaidEvent::RaidBegan { .. }
            | RaidEvent::PartyCameDown
            | RaidEvent::TrapNoticed { .. }
            | RaidEvent::ChestLooted { .. }
            | RaidEvent::RaiderLeft { through: false, .. }
            | RaidEvent::RetreatCalled,
        ) => true,
        Event::Fight(FightEvent::Died { who, .. }) => {
            world.catalog.actor(who.kind).raider.is_some()
        }
        _ => false,
    }
}
