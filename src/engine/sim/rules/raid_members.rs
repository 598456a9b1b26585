//! What becomes of the members of a raid: they leave the floor or die, and turn back when too many have died.

use crate::sim::prelude::*;
use crate::sim::rules::raid_report::count;

/// A raider is off the floor: by the exit, or back where they came from.
pub(crate) fn depart(world: &mut World, raider: &ActorRef, fate: Fate) {
    if let Duty::Raider(Raider { carries: Some(_), .. }) = world.duty(raider.entity) {
        count(world, |report| &mut report.items_taken);
    }
    note_fate(world, raider, fate);
    world.set_tenant_fate(raider.id, fate);
    if let Duty::Boss(_) = world.duty(raider.entity) {
        world.shift.tally.bosses += 1;
    }
    world.emit(RaidEvent::RaiderLeft { who: world.who(raider), through: fate == Fate::Through });
    world.remove(raider.id);
}

/// A raider has died. When more than half are down, the rest turn back.
pub(crate) fn fell(world: &mut World, raider: &ActorRef, by: Harm) {
    note_fate(world, raider, Fate::Fell(by));
    let Some(raid) = &mut world.shift.raid else { return };
    let (down, all) = (raid.report.fallen(), raid.report.members.len());
    if down * 2 > all && raid.heading != Heading::Home && raid.report.is_going_on() {
        raid.heading = Heading::Home;
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
