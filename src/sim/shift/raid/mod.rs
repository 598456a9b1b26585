//! Raids: a party walks a floor from its start to its exit, by the rules and with the actions of
//! everybody else. One raid makes the mess before a shift, another tests the work after it.
//!
//! What a party knows is what its members have seen; nothing here looks at a cell for them.

mod deeds;
mod harm;
mod headless;
mod party;
mod settle;

use crate::base::Stream;

use crate::sim::event::{Event, Harm};
use crate::sim::state::components::{Duty, Raider};
use crate::sim::state::raid::Heading;
use crate::sim::state::report::{Fate, RaidMember, Report};
use crate::sim::state::world::{ActorRef, World};

pub(crate) use deeds::{spoilt, taken_apart};
pub(crate) use harm::{
    broke_door, fought, put_out, slew, trail, tripped, undead_in_sight, wounded,
};
pub(crate) use headless::run;
pub use headless::{Aftermath, raid};
pub(crate) use party::{answer_call, draw_members, draw_party, enter};
pub(crate) use settle::{has_left_enough, pause_between_parties, settle};

/// After so many turns a party turns back, whatever it has not seen yet; after some more they are counted
/// as gone, wherever they are.
const ENOUGH: u32 = 600;
const LONGEST: u32 = 900;

/// Ends a raid that is over, and turns one back that takes too long.
pub(crate) fn tick(world: &mut World) {
    let Some(raid) = &mut world.raid else { return };
    let turns = world.clock.saturating_sub(raid.began).0;
    if turns < LONGEST && raid.report.is_going_on() {
        if turns >= ENOUGH && raid.heading != Heading::Home {
            raid.heading = Heading::Home;
            world.emit(Event::RetreatCalled);
        }
        return;
    }
    let Some(mut raid) = world.raid.take() else { return };
    raid.report.turns = turns;
    world.emit(Event::RaidOver);
    world.at_dawn = Some(raid.report);
}

/// The next party comes in: another one for every seed, the same whatever the night was like.
pub(crate) fn come_at_dawn(world: &mut World) {
    let mut stream = Stream::new(world.seed, "dawn", &[u64::from(world.depth.0)]);
    let (party, members) = draw_party(&mut stream, world.depth, &world.catalog.clone());
    enter(world, party, &members, false);
    // What is done from now on comes too late for them.
    let order = world.job_counts();
    if let Some(raid) = &mut world.raid {
        raid.report.order = order;
    }
}

/// A raider is off the floor: by the exit, or back where they came from.
pub(crate) fn depart(world: &mut World, raider: &ActorRef, fate: Fate) {
    if let Duty::Raider(Raider { carries: Some(_), .. }) = world.duty(raider.entity) {
        count(world, |report| &mut report.items_taken);
    }
    note(world, raider, fate);
    world.tally.bosses += u16::from(matches!(world.duty(raider.entity), Duty::Boss(_)));
    let who = world.who(raider);
    world.emit(Event::RaiderLeft { who, through: fate == Fate::Through });
    world.remove(raider.id);
}

/// A raider has died. When more than half are down, the rest turn back.
pub(crate) fn fell(world: &mut World, raider: &ActorRef, by: Harm) {
    note(world, raider, Fate::Fell(by));
    let Some(raid) = &mut world.raid else { return };
    let (down, all) = (raid.report.fallen(), raid.report.members.len());
    if down * 2 > all && raid.heading != Heading::Home && raid.report.is_going_on() {
        raid.heading = Heading::Home;
        world.emit(Event::RetreatCalled);
    }
}

/// Counts one more of something for the report.
pub(crate) fn count(world: &mut World, what: impl FnOnce(&mut Report) -> &mut u16) {
    if let Some(raid) = &mut world.raid {
        *what(&mut raid.report) += 1;
    }
}

fn note(world: &mut World, raider: &ActorRef, fate: Fate) {
    let health = world.vitals(raider.entity).health.max(0);
    let loot = match world.duty(raider.entity) {
        Duty::Raider(own) => own.loot,
        _ => 0,
    };
    let Some(raid) = &mut world.raid else { return };
    if let Some(member) = raid.report.members.iter_mut().find(|member| member.id == raider.id) {
        *member = RaidMember { health, loot, fate, ..*member };
    }
}
