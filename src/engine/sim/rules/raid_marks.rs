//! What fleeing and fighting leave behind during a raid: trails of blood, and braziers knocked over.

use crate::sim::prelude::*;
use crate::sim::rules::raid_report::count;

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

/// What follows from a blow by or against a raider: the party learns of the fight, and a brazier beside may go out.
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
        world.floor.built().contains(pos)
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
    count(world, |report| &mut report.lights_out);
}
