//! What is counted for the report of a raid, and what becomes of its members. Nothing here when no raid is on.

use crate::base::Pos;

use crate::sim::event::{Event, Harm, RaidEvent};
use crate::sim::state::components::{Duty, Raider};
use crate::sim::state::fixture::Fixture;
use crate::sim::state::raid::Heading;
use crate::sim::state::report::{Fate, MAX_SPOILED_WORK, RaidReport, SpoiledWork};
use crate::sim::state::world::{ActorRef, World};

/// A raider has lost health.
pub(crate) fn wounded(world: &mut World, actor: &ActorRef, by: Harm, damage: i32) {
    if world.raid().is_none() || !matches!(world.duty(actor.entity), Duty::Raider(_)) {
        return;
    }
    let lost = damage.max(0) as u32;
    world.change_report(|report| match by {
        // Fire, poison and gas come out of traps, as raids go.
        Harm::Trap(_) | Harm::Gas | Harm::Fire | Harm::Status(_) => report.lost_to_traps += lost,
        _ => report.lost_to_blows += lost,
    });
}

/// Somebody has set off a trap.
pub(crate) fn tripped(world: &mut World, victim: &ActorRef) {
    if is_raider(world, victim) {
        count(world, |report| &mut report.traps_sprung);
    }
}

/// Somebody has broken a door.
pub(crate) fn broke_door(world: &mut World, by: &ActorRef) {
    if is_raider(world, by) {
        count(world, |report| &mut report.doors_broken);
    }
}

/// Somebody who was none of the party has died of something.
pub(crate) fn slew(world: &mut World, by: Harm) {
    if let Harm::Blow { by } = by
        && world.catalog.actor(by).raider.is_some()
    {
        count(world, |report| &mut report.residents_slain);
    }
}

pub(crate) fn is_raider(world: &World, actor: &ActorRef) -> bool {
    world.catalog.actor(actor.kind).raider.is_some()
        && world
            .alive(actor.id)
            .is_some_and(|actor| matches!(world.duty(actor.entity), Duty::Raider(_)))
}

/// Something has been spoilt while a raid is on.
pub(crate) fn spoilt(world: &mut World, at: Pos, left: Fixture) {
    let Some(raid) = world.raid() else { return };
    if raid.is_of_last_night || raid.report.spoiled.len() >= MAX_SPOILED_WORK {
        return;
    }
    let turn = world.clock().saturating_sub(raid.began).0;
    let raiders = world
        .roster()
        .iter()
        .filter(|actor| actor.pos.steps_to(at) <= 1)
        .filter(|actor| matches!(world.duty(actor.entity), Duty::Raider(_)));
    let by = raiders.min_by_key(|actor| (actor.pos.steps_to(at), actor.id)).map(|actor| actor.id);
    let by_player = world.tally().finished_jobs.binary_search(&at).is_ok();
    world.note_spoiled(SpoiledWork { turn, at, left, by, by_player, disarmed: false });
}

/// What has just been spoilt there was taken apart: nothing went off.
pub(crate) fn taken_apart(world: &mut World, at: Pos) {
    world.change_report(|report| {
        if let Some(last) = report.spoiled.last_mut().filter(|last| last.at == at) {
            last.disarmed = true;
        }
    });
}

/// A raider is off the floor: by the exit, or back where they came from.
pub(crate) fn depart(world: &mut World, raider: &ActorRef, fate: Fate) {
    if let Duty::Raider(Raider { carries: Some(_), .. }) = world.duty(raider.entity) {
        count(world, |report| &mut report.items_taken);
    }
    note(world, raider, fate);
    if let Duty::Boss(_) = world.duty(raider.entity) {
        world.count_beaten_boss();
    }
    let who = world.who(raider);
    world.emit(Event::Raid(RaidEvent::RaiderLeft { who, through: fate == Fate::Through }));
    world.remove(raider.id);
}

/// A raider has died. When more than half are down, the rest turn back.
pub(crate) fn fell(world: &mut World, raider: &ActorRef, by: Harm) {
    note(world, raider, Fate::Fell(by));
    let Some(raid) = world.raid() else { return };
    let (down, all) = (raid.report.fallen(), raid.report.members.len());
    if down * 2 > all && raid.heading != Heading::Home && raid.report.is_going_on() {
        world.set_heading(Heading::Home);
        world.emit(Event::Raid(RaidEvent::RetreatCalled));
    }
}

/// Counts one more of something for the report.
pub(crate) fn count(world: &mut World, what: impl FnOnce(&mut RaidReport) -> &mut u16) {
    world.change_report(|report| *what(report) += 1);
}

fn note(world: &mut World, raider: &ActorRef, fate: Fate) {
    let health = world.vitals(raider.entity).health.max(0);
    let loot = match world.duty(raider.entity) {
        Duty::Raider(own) => own.loot,
        _ => 0,
    };
    world.set_fate(raider.id, fate, health, loot);
}
