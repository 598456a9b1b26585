//! Residents that follow the player, and what those do to a party that were led to another post.

use crate::sim::prelude::*;
use crate::sim::rules::raid_report;

/// The resident that follows the player follows no longer, and goes home when nothing else is on.
pub(crate) fn stop_leading(world: &mut World, why: LeadEnd) {
    let Some(&resident) = world.led() else { return };
    world.shift.prepared.led = None;
    world.emit(WorkEvent::LeadEnded { who: world.who(&resident), why });
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
    let (burden, counted) = (raid_report::burden(world), kit_effect(world));
    attack(world);
    // What a trap from a kit did, onto which the victim was knocked, is counted already.
    let by_kits = kit_effect(world) - counted;
    let borne = raid_report::burden(world).saturating_sub(burden + by_kits);
    let effect = (borne * world.catalog.rules.prepare.posted_percent).div_ceil(100);
    world.change_report(|report| report.kit_effect += effect);
}

fn kit_effect(world: &World) -> u32 {
    world.raid().map_or(0, |raid| raid.report.kit_effect)
}
