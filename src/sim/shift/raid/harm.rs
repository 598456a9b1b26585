//! What a raid leaves of things and people, and they of it: called by the verbs while one is on.

use crate::base::{Pos, sees};

use crate::sim::event::Harm;
use crate::sim::shift::raid::count;
use crate::sim::state::components::{AiState, Duty};
use crate::sim::state::fixture::Fixture;
use crate::sim::state::world::{ActorRef, World};
use crate::sim::units::ActorId;

/// A trail of blood is a cell in so many steps, of somebody with less than so many percent of health.
const DRIPS: u32 = 3;
const BADLY_HURT: i32 = 45;

/// Percent of the blows beside a lit brazier that put it out.
const KNOCKED_OVER: u32 = 20;

/// Who is badly hurt and on the run leaves blood behind; a raider also while going on.
pub(crate) fn trail(world: &mut World, spot: &ActorRef, from: Pos) {
    if !(world.clock.0 + spot.id.0).is_multiple_of(DRIPS) || spot.id == ActorId::PLAYER {
        return;
    }
    let (vitals, kind) = (world.vitals(spot.entity), world.kind(spot));
    let goes_on =
        kind.raider.is_none() && !matches!(world.mind(spot.entity), AiState::Fleeing { .. });
    if kind.bleeds && !goes_on && vitals.health * 100 < vitals.most * BADLY_HURT {
        world.bleed(from);
    }
}

/// A raider has lost health.
pub(crate) fn wounded(world: &mut World, spot: &ActorRef, by: Harm, damage: i32) {
    if world.raid.is_none() || !matches!(world.duty(spot.entity), Duty::Raider(_)) {
        return;
    }
    let Some(raid) = &mut world.raid else { return };
    let lost = damage.max(0) as u32;
    match by {
        // Fire, poison and gas come out of traps, as raids go.
        Harm::Trap(_) | Harm::Gas | Harm::Fire | Harm::Status(_) => {
            raid.report.lost_to_traps += lost;
        }
        _ => raid.report.lost_to_blows += lost,
    }
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

/// A blow was struck: the party hears of it if it is theirs, and a brazier beside may go over.
pub(crate) fn fought(world: &mut World, victim: &ActorRef, by: &ActorRef) {
    if world.raid.is_none() || !(is_raider(world, victim) || is_raider(world, by)) {
        return;
    }
    let at = victim.pos;
    if let Some(raid) = &mut world.raid {
        raid.last_fight = Some((world.clock, at));
    }
    let brazier = at.neighbours().find(|&pos| {
        world.floor.built().contains(pos)
            && world.floor.fixture(pos) == Some(Fixture::Light { lit: true })
    });
    if let Some(brazier) = brazier
        && world.streams.combat.percent(KNOCKED_OVER)
    {
        put_out(world, by, brazier);
    }
}

/// A brazier goes out, and the party is to blame.
pub(crate) fn put_out(world: &mut World, by: &ActorRef, at: Pos) {
    if let Some(raid) = &mut world.raid {
        raid.tend(at);
    }
    world.put_out_light(at, Some(by));
    count(world, |report| &mut report.lights_out);
}

/// The undead that somebody sees within so many steps, in reading order.
pub(crate) fn undead_in_sight(world: &World, actor: &ActorRef, range: i32) -> Vec<ActorRef> {
    let near = world.foes_near(actor, range).filter_map(|pos| world.spot_at(pos).copied());
    let mut undead: Vec<ActorRef> = near
        .filter(|spot| {
            world.kind(spot).faction == "undead" && sees(world.floor.opaque(), actor.pos, spot.pos)
        })
        .collect();
    undead.sort_unstable_by_key(|spot| spot.pos);
    undead
}

fn is_raider(world: &World, spot: &ActorRef) -> bool {
    world.catalog.actor(spot.kind).raider.is_some()
        && world
            .alive(spot.id)
            .is_some_and(|spot| matches!(world.duty(spot.entity), Duty::Raider(_)))
}
