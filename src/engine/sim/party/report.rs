//! The raid that is on, as the rules of actors count it: what raiders do alone, what becomes of
//! them, what they leave behind, and the report of all that.

use crate::sim::prelude::*;
use crate::sim::state::raid::{MAX_SPOILED_WORK, SpoiledWork};

/// How far a hidden player sees what befalls raiders well enough to be paid for it.
const VIEW_WHILE_HIDDEN_CELLS: i32 = 1;

/// Counts health that a raider lost.
pub(crate) fn wounded(world: &mut World, actor: &ActorRef, by: Harm, damage: i32) {
    if world.raid().is_none() || !matches!(world.duty(actor.entity), Duty::Raider(_)) {
        return;
    }
    let lost = damage.max(0) as u32;
    let is_in_view =
        !world.shift.hidden || actor.pos.steps_to(world.player_pos()) <= VIEW_WHILE_HIDDEN_CELLS;
    let is_seen = !world.is_away() && is_in_view && world.sight.visible.contains(actor.pos);
    world.change_report(|report| {
        report.harm_seen += if is_seen { lost } else { 0 };
        match by {
            // Fire, poison and gas come out of traps, as raids go.
            Harm::Trap(_) | Harm::Gas | Harm::Fire | Harm::Status(_) => {
                report.lost_to_traps += lost;
            }
            _ => report.lost_to_blows += lost,
        }
    });
}

/// Counts a trap that a raider set off, and notes its kind with who it was.
pub(crate) fn tripped(world: &mut World, victim: &ActorRef, trap: TrapKindId) {
    if world.is_raider(victim) {
        world.change_report(|report| report.traps_sprung += 1);
        world.change_member(victim.id, |member| member.caught.insert(trap));
    }
}

pub(crate) fn broke_door(world: &mut World, by: &ActorRef) {
    if world.is_raider(by) {
        world.change_report(|report| report.doors_broken += 1);
    }
}

/// Counts the death of an actor that is no raider, if a raider killed it.
pub(crate) fn slew(world: &mut World, by: Harm) {
    if let Harm::Blow { by } = by
        && world.catalog.actor(by).raider.is_some()
    {
        world.change_report(|report| report.residents_slain += 1);
    }
}

/// Notes a fixture that was in order and that the raid at dawn has spoiled.
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
    let by_player = world.shift.tally.finished_jobs.binary_search(&at).is_ok();
    let work = SpoiledWork { turn, at, left, by, by_player, disarmed: false };
    world.change_report(|report| report.spoiled.push(work));
}

/// Notes that the trap noted last was disarmed and did not go off.
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
        world.change_report(|report| report.items_taken += 1);
    }
    note_fate(world, raider, fate);
    world.set_tenant_fate(raider.id, fate);
    if let Duty::Boss(_) = world.duty(raider.entity) {
        world.shift.tally.bosses += 1;
    }
    world.emit(RaidEvent::RaiderLeft { who: world.who(raider), through: fate == Fate::Through });
    world.remove(raider.id);
}

/// A raider has died. When three quarters of a party are down, the rest turn back.
pub(crate) fn fell(world: &mut World, raider: &ActorRef, by: Harm) {
    note_fate(world, raider, Fate::Fell(by));
    let Some(raid) = &mut world.shift.raid else { return };
    let wave = raid.report.parties.len().saturating_sub(1) as u8;
    let party = raid.report.members.iter().filter(|member| member.wave == wave);
    let down = party.clone().filter(|member| matches!(member.fate, Fate::Fell(_))).count();
    let is_broken = down * 100 >= party.count() * world.catalog.rules.raid.gone_percent;
    if is_broken && !raid.turned_back && raid.report.is_going_on() {
        raid.turned_back = true;
        world.emit(RaidEvent::RetreatCalled);
    }
}

fn note_fate(world: &mut World, raider: &ActorRef, fate: Fate) {
    let health = world.vitals(raider.entity).health.max(0);
    let (loot, kit, carries) = match world.duty(raider.entity) {
        Duty::Raider(own) => (own.loot, own.kit, own.carries),
        _ => (0, None, None),
    };
    let took = carries.filter(|_| !matches!(fate, Fate::Fell(_)));
    world.change_member(raider.id, |member| {
        *member = RaidMember { health, loot, fate, took, kit, ..*member };
    });
}

/// Steps of a bleeding actor from one stain to the next.
const STEPS_PER_BLOOD_STAIN: u32 = 3;

/// Percent of its health below which an actor leaves blood behind.
const BLEEDING_PERCENT: i32 = 45;

/// Percent of the blows at a victim beside a lit brazier that put it out.
const BRAZIER_OUT_PERCENT: u32 = 20;

/// A step of an actor that has lost so much health leaves blood behind, if it flees or is a raider.
pub(crate) fn trail(world: &mut World, actor: &ActorRef, from: Pos) {
    if !(world.clock().0 + actor.id.0).is_multiple_of(STEPS_PER_BLOOD_STAIN)
        || actor.id == ActorId::PLAYER
    {
        return;
    }
    let (vitals, kind) = (world.vitals(actor.entity), world.kind(actor));
    let goes_on =
        kind.raider.is_none() && !matches!(world.ai_state(actor.entity), AiState::Fleeing { .. });
    if kind.bleeds && !goes_on && vitals.health * 100 < vitals.max_health * BLEEDING_PERCENT {
        world.bleed(from);
    }
}

/// What follows from a blow by or against a raider: the party learns of the fight, and a brazier
/// beside may go out.
pub(crate) fn fought(world: &mut World, victim: &ActorRef, by: &ActorRef) {
    if world.raid().is_none() || !(world.is_raider(victim) || world.is_raider(by)) {
        return;
    }
    let at = victim.pos;
    let now = world.clock();
    if let Some(raid) = &mut world.shift.raid {
        raid.last_fight = Some((now, at));
    }
    let brazier = at.neighbours().find(|&pos| {
        world.floor.built.contains(pos)
            && world.floor.fixture(pos) == Some(Fixture::Light { lit: true })
    });
    if let Some(brazier) = brazier
        && world.streams.combat.percent(BRAZIER_OUT_PERCENT)
    {
        put_out(world, by, brazier);
    }
}

/// The party has lit or put out a brazier, and leaves it like that.
pub(crate) fn tend(world: &mut World, at: Pos) {
    if let Some(raid) = &mut world.shift.raid {
        set_member(&mut raid.tended, at, true);
    }
}

/// A raider puts out a brazier, which counts for the report.
pub(crate) fn put_out(world: &mut World, by: &ActorRef, at: Pos) {
    tend(world, at);
    world.put_out_light(at, Some(by));
    world.change_report(|report| report.lights_out += 1);
}
