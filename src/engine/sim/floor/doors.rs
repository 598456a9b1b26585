//! Doors and gates: opened, shut, barred, broken by force, blasted.

use crate::sim::action::Action;
use crate::sim::party::report;
use crate::sim::prelude::*;
use levels::Tile;

impl World {
    /// The doors that the player shut with an enemy in sight and that are known to be shut still,
    /// with the kind of the enemy.
    pub(crate) fn doors_shut_on_hunters(&self) -> impl Iterator<Item = (Pos, ActorKindId)> + '_ {
        let doors = self.shift.shut_out.iter().copied();
        doors.filter(|&(at, _)| self.floor.known(at).fixture.is_some_and(Fixture::is_shut_door))
    }
}

/// Opens a shut door; lifts the bar, if there is one.
pub(crate) fn open(world: &mut World, actor: &ActorRef, at: Pos) {
    if world.is_barred(at) {
        world.emit(FloorEvent::Unbarred { who: world.who(actor), at });
    }
    world.set_door(at, Door::Open);
    world.shift.shut_out.retain(|&(door, _)| door != at);
    world.emit(FloorEvent::DoorOpened { who: world.who(actor), at });
    creak(world, actor, at);
}

pub(crate) fn close(world: &mut World, actor: &ActorRef, at: Pos) {
    world.set_door(at, Door::Closed);
    if actor.id == ActorId::PLAYER {
        world.note_shut_door(at);
    }
    world.emit(FloorEvent::DoorClosed { who: world.who(actor), at });
    if actor.id == ActorId::PLAYER && world.has_perk_effect(&PerkEffect::ShutBars) {
        return bar(world, actor, at);
    }
    creak(world, actor, at);
}

/// Lays a bar across a shut one.
pub(crate) fn bar(world: &mut World, actor: &ActorRef, at: Pos) {
    world.set_door(at, Door::Barred);
    world.emit(FloorEvent::DoorBarred { who: world.who(actor), at });
    creak(world, actor, at);
}

fn creak(world: &mut World, actor: &ActorRef, at: Pos) {
    let loudness = world.catalog.rules.noise_door;
    if actor.id == ActorId::PLAYER {
        world.sound_of_player(at, world.loudness_with_perks(loudness, PerkNoise::Door));
    } else {
        world.sound_of(actor, at, loudness);
    }
}

/// One blow at a door that is shut or barred; the last one leaves it broken: a kick off the latch,
/// several off the bar. Several may hammer at the same, and one may go on where another left off.
pub(crate) fn force(world: &mut World, actor: &ActorRef, at: Pos) {
    let Some(Fixture::Door(door @ (Door::Closed | Door::Barred))) = world.floor.fixture(at) else {
        return;
    };
    let rules = &world.catalog.rules;
    let (loudness, bar) = (rules.noise_force, rules.force_barred);
    let who = world.who(actor);
    let stands = if door == Door::Barred { bar } else { rules.force_shut };
    let blows = world.floor.damage_door(at);
    if blows < stands {
        world.emit(FloorEvent::DoorHammered { who, at });
    } else {
        world.break_fixture(at, Fixture::Door(Door::Broken));
        report::broke_door(world, actor);
        world.emit(FloorEvent::DoorForced { who, at, blows });
    }
    world.sound_of(actor, at, loudness);
}

/// What a step into a shut door or a gate turns into, if it opens for that actor.
pub(crate) fn opening(world: &World, actor: &ActorRef, at: Pos) -> Option<Action> {
    if world.is_barred(at) && actor.id != ActorId::PLAYER {
        // Only the upkeeper knows how the bars of the house are lifted.
        return Some(if world.kind(actor).forces { Action::Force(at) } else { Action::Wait });
    }
    if world.is_closed_door(at) {
        return Some(Action::OpenDoor(at));
    }
    match world.gate_at(at)? {
        gate @ (Gate::LockedDoor | Gate::BossDoor) if world.has_opener(actor, gate) => {
            Some(Action::Unlock(at))
        }
        Gate::Rubble if world.has_opener(actor, Gate::Rubble) => Some(Action::Blast(at)),
        _ => None,
    }
}

/// Unlocks a door and opens it; the key stays in the lock, and the lock never shuts again.
pub(crate) fn unlock(world: &mut World, actor: &ActorRef, at: Pos) {
    let Some(gate) = world.gate_at(at) else { return };
    let Some(key) = world.catalog.opener(gate) else { return };
    if gate.keeps_its_key() {
        world.run.belongings.take_from_belt(key);
    }
    world.set_door(at, Door::Open);
    world.emit(FloorEvent::Unlocked { who: world.who(actor), at, key });
    world.sound_of_player(at, world.catalog.rules.noise_door);
}

/// Blasts rubble away, with a loud noise. The satchel refills by itself.
pub(crate) fn blast(world: &mut World, actor: &ActorRef, at: Pos) {
    let ready = Turns(world.clock().0 + world.catalog.rules.satchel_refill);
    world.run.belongings.satchel_ready = ready;
    world.floor.set_terrain(at, Tile::Floor);
    world.emit(FloorEvent::Blasted { who: world.who(actor), at });
    world.sound(at, world.catalog.rules.noise_blast);
}
