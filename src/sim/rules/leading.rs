//! Residents that follow the player, and what those do to a party that were led to another post.

use crate::content::Status;

use crate::sim::event::{Event, LeadEnd, WorkEvent};
use crate::sim::rules::raid_report;
use crate::sim::state::world::{ActorRef, World};

/// The resident that follows the player follows no longer, and goes home when nothing else is on.
pub(crate) fn stop_leading(world: &mut World, why: LeadEnd) {
    let Some(&resident) = world.led() else { return };
    world.set_led(None);
    let who = world.who(&resident);
    world.emit(Event::Work(WorkEvent::LeadEnded { who, why }));
}

/// Carries out a blow or a shot. If it is one of a resident at a post of the player's choice against a raider, a share of
/// what it does counts as an effect of what was prepared.
pub(crate) fn count_for_post(
    world: &mut World,
    by: &ActorRef,
    victim: &ActorRef,
    attack: impl FnOnce(&mut World),
) {
    if world.shift().prepared.first_home(by.id).is_none() || !world.is_raider(victim) {
        return attack(world);
    }
    let before = (raid_report::health_lost(world), kit_effect(world), held(world, victim));
    attack(world);
    // What a trap from a kit did, onto which the victim was knocked, is counted already.
    let by_kits = kit_effect(world) - before.1;
    let lost = (raid_report::health_lost(world) - before.0).saturating_sub(by_kits);
    let held = held(world, victim).saturating_sub(before.2) / 2;
    let percent = world.catalog.rules.prepare.posted_percent;
    let effect = ((lost + held) * percent).div_ceil(100);
    world.change_report(|report| report.kit_effect += effect);
}

fn kit_effect(world: &World) -> u32 {
    world.raid().map_or(0, |raid| raid.report.kit_effect)
}

/// Turns for which an actor is still snared or stunned.
fn held(world: &World, actor: &ActorRef) -> u32 {
    world.alive(actor.id).map_or(0, |actor| {
        let statuses = world.statuses(actor.entity);
        statuses.turns(Status::Snared).max(statuses.turns(Status::Stunned)).into()
    })
}
