//! Raids: a party walks a floor from its start to its exit, by the rules and with the actions of
//! everybody else. One raid makes the mess before a shift, another tests the work after it.
//!
//! What a party knows is what its members have seen; nothing here looks at a cell for them.

mod deeds;
mod muster;
mod report;
mod settle;

use serde::{Deserialize, Serialize};

use crate::base::{Bits, Pos, Stream};

use super::event::Harm;
use super::world::{Spot, World};
use super::{Event, Turns, turn};

pub use deeds::Deed;
pub(super) use deeds::{MOST_DEEDS, bled, spoilt};
pub(super) use muster::{answer_call, draw_party, enter};
pub use report::{Fate, Raided, Report};
pub(super) use settle::{has_left_enough, settle};

/// After so many turns a party has had enough, wherever its members are.
const LONGEST: u32 = 900;

/// A raid going on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Raid {
    pub began: Turns,
    /// It makes the mess for the shift to come: no bodies rise, nobody regains anything.
    pub is_rehearsal: bool,
    /// The cells that the party has seen: they tell each other.
    pub seen: Bits,
    /// Armed traps that one of them noticed, in reading order.
    pub spotted: Vec<Pos>,
    pub report: Report,
}

/// Takes note of what has happened to raiders, and ends a raid that is over.
pub(super) fn tick(world: &mut World) {
    let Some(raid) = &world.raid else { return };
    let turns = world.clock.saturating_sub(raid.began).0;
    if turns < LONGEST && raid.report.is_going_on() {
        return;
    }
    let Some(mut raid) = world.raid.take() else { return };
    raid.report.turns = turns;
    world.emit(Event::RaidOver);
    world.at_dawn = Some(raid.report);
}

/// The next party comes in: another one for every seed, the same whatever the night was like.
pub(super) fn come_at_dawn(world: &mut World) {
    let mut stream = Stream::new(world.seed, "dawn", &[u64::from(world.depth)]);
    let (party, members) = draw_party(&mut stream, world.depth, &world.catalog.clone());
    enter(world, party, &members, false);
    // What is done from now on comes too late for them.
    let order = world.job_counts();
    if let Some(raid) = &mut world.raid {
        raid.report.order = order;
    }
}

/// The raid from where it stands to its end, with the upkeeper off the floor.
pub(super) fn run(world: &mut World) {
    while world.raid.is_some() && world.end.is_none() {
        turn::beat(world);
    }
}

/// A raider is off the floor: by the exit, or back where they came from.
pub(super) fn depart(world: &mut World, raider: &Spot, fate: Fate) {
    note(world, raider, fate);
    world.tally.bosses += u16::from(matches!(world.duty(raider.entity), super::Duty::Boss(_)));
    let who = world.who(raider);
    world.emit(Event::RaiderLeft { who, through: fate == Fate::Through });
    world.remove(raider.id);
}

/// A raider has died.
pub(super) fn fell(world: &mut World, raider: &Spot, by: Harm) {
    note(world, raider, Fate::Fell(by));
}

fn note(world: &mut World, raider: &Spot, fate: Fate) {
    let health = world.vitals(raider.entity).health.max(0);
    let loot = match world.duty(raider.entity) {
        super::Duty::Raider(own) => own.loot,
        _ => 0,
    };
    let Some(raid) = &mut world.raid else { return };
    if let Some(member) = raid.report.members.iter_mut().find(|member| member.id == raider.id) {
        *member = Raided { health, loot, fate, ..*member };
    }
}
