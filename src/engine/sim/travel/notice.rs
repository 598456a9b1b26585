//! Which events end the wait of a player who waits for something to happen.

use crate::sim::event::Who;
use crate::sim::prelude::*;

/// Whether the player sees or hears an event, and it is more than somebody walking by.
pub(super) fn is_noticed(world: &World, event: &Event) -> bool {
    match event {
        Event::Floor(event) => floor(world, event),
        Event::Fight(event) => fight(event),
        Event::Actor(event) => actor(world, event),
        Event::Item(ItemEvent::BaitEaten { who, .. }) => who.seen,
        Event::Raid(event) => raid(event),
        Event::Item(_) | Event::Work(_) | Event::Journey(_) | Event::Tutor(_) => false,
    }
}

fn floor(world: &World, event: &FloorEvent) -> bool {
    let is_seen = |at| world.sight.visible.contains(at);
    match *event {
        FloorEvent::Noise { at, loudness } => {
            at.steps_to(world.player_pos()) <= i32::from(loudness)
        }
        FloorEvent::DoorOpened { who, at }
        | FloorEvent::DoorClosed { who, at }
        | FloorEvent::DoorForced { who, at, .. } => who.seen || is_seen(at),
        FloorEvent::GasReleased { at }
        | FloorEvent::Burnt { at, .. }
        | FloorEvent::LightOut { at, .. } => is_seen(at),
        _ => false,
    }
}

fn fight(event: &FightEvent) -> bool {
    match *event {
        FightEvent::Struck { by, victim, .. }
        | FightEvent::Missed { by, victim }
        | FightEvent::Shot { by, victim, .. } => by.seen || victim.seen,
        FightEvent::TrapSprung { victim: who, .. }
        | FightEvent::Died { who, .. }
        | FightEvent::Blinked { who, .. } => who.seen,
        _ => false,
    }
}

fn actor(world: &World, event: &ActorEvent) -> bool {
    match *event {
        ActorEvent::Barked { who, loudness } => {
            who.seen || who.at.steps_to(world.player_pos()) <= i32::from(loudness)
        }
        // Heard all over the floor, because it is a job done.
        ActorEvent::CameHome { .. } => true,
        ActorEvent::Teleported { who, .. }
        | ActorEvent::Ate { who, body: Some(_), .. }
        | ActorEvent::Unmasked { who }
        | ActorEvent::BackAtPost { who } => who.seen,
        ActorEvent::Moved { .. } | ActorEvent::Ate { body: None, .. } | ActorEvent::Wove { .. } => {
            false
        }
    }
}

fn raid(event: &RaidEvent) -> bool {
    let is_seen = |who: Who| who.seen;
    match *event {
        RaidEvent::RaiderLeft { who, .. }
        | RaidEvent::Searched { who, .. }
        | RaidEvent::ChestLooted { who, .. }
        | RaidEvent::Pocketed { who, .. }
        | RaidEvent::TrapDisarmed { who, .. }
        | RaidEvent::TrapBurst { who, .. }
        | RaidEvent::TrapBraved { who, .. }
        | RaidEvent::LightLit { who, .. } => is_seen(who),
        RaidEvent::UndeadTurned { by } => is_seen(by),
        RaidEvent::RetreatCalled
        | RaidEvent::RaidOver
        | RaidEvent::HeardAbove
        | RaidEvent::PartyCameDown => true,
        RaidEvent::RaidBegan { .. }
        | RaidEvent::TrapNoticed { .. }
        | RaidEvent::DrivenOff { .. } => false,
    }
}
