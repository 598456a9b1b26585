//! Raids: a party walks a floor from its start to its exit, by the rules and with the actions of
//! everybody else. One raid makes the mess before a shift, another tests the work after it.
//!
//! What a party knows is what its members have seen; nothing here looks at a cell for them.

mod deeds;
mod harm;
mod headless;
mod party;
mod settle;

use serde::{Deserialize, Serialize};

use crate::base::{Bits, DistanceField, Pos, Stream};
use crate::content::{Catalog, PartyKind};

use crate::sim::ai::Looked;
use crate::sim::event::{Event, Harm};
use crate::sim::state::components::{Duty, Raider};
use crate::sim::state::report::{Fate, RaidMember, Report};
use crate::sim::state::world::{ActorRef, World};
use crate::sim::units::{ActorId, Turns};

pub use deeds::SpoiledWork;
pub(crate) use deeds::{MOST_DEEDS, spoilt, taken_apart};
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

/// So many of the leader's footsteps are told apart from others'.
const FOOTSTEPS: usize = 32;

/// A raid going on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Raid {
    pub began: Turns,
    /// It makes the mess for the shift to come: no bodies rise, nobody regains anything.
    pub is_setup_raid: bool,
    /// What is noticed and what is missed follows from it.
    pub key: u64,
    pub heading: Heading,
    /// The cells that the party has seen: they tell each other.
    pub seen: Bits,
    /// Armed traps that one of them noticed, in reading order.
    pub spotted: Vec<Pos>,
    /// Braziers that one of them lit or put out, in reading order: the others leave them like that.
    pub tended: Vec<Pos>,
    /// Where the leader is going: the next cell last.
    pub route: Vec<Pos>,
    /// Where the leader has been lately: the newest cell last. Who lost sight of them goes by it.
    pub footsteps: Vec<Pos>,
    /// The last blow that one of them gave or took: when and where.
    pub last_fight: Option<(Turns, Pos)>,
    pub report: Report,
}

/// Where a party is bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Heading {
    /// Looking round, for loot and for the way out.
    In,
    /// To the exit.
    Out,
    /// Off the floor by whatever way is nearer.
    Home,
}

/// What can be computed again from the state, kept for its cost; no part of the state.
#[derive(Default)]
pub(crate) struct Memory {
    /// Where the party has looked from.
    pub looked: Option<Looked>,
    /// The ways to the exit alone, and off the floor by either end.
    pub out: Ways,
    pub home: Ways,
}

/// Distances over the ground that the party knows.
#[derive(Default)]
pub(crate) struct Ways {
    /// What they were computed for: the layout, how many traps were known, and the cells.
    pub of: Option<(u32, usize)>,
    pub seen: Bits,
    pub field: DistanceField,
}

impl Raid {
    /// Whoever leads: the first of those still there.
    pub(crate) fn leader(&self) -> Option<ActorId> {
        self.inside().next()
    }

    /// Those still on the floor, the leader first.
    pub(crate) fn inside(&self) -> impl Iterator<Item = ActorId> {
        let members = self.report.members.iter();
        members.filter(|member| member.fate == Fate::Inside).map(|member| member.id)
    }

    pub(crate) fn has_spotted(&self, pos: Pos) -> bool {
        self.spotted.binary_search(&pos).is_ok()
    }

    /// Whether one of them has lit or put out a brazier.
    pub(crate) fn has_tended(&self, pos: Pos) -> bool {
        self.tended.binary_search(&pos).is_ok()
    }

    /// One of them lights or puts out a brazier.
    pub(crate) fn tend(&mut self, at: Pos) {
        if let Err(place) = self.tended.binary_search(&at) {
            self.tended.insert(place, at);
        }
    }

    /// The leader has come to a cell.
    pub(crate) fn leave_footstep(&mut self, at: Pos) {
        if self.footsteps.last() != Some(&at) {
            if self.footsteps.len() == FOOTSTEPS {
                self.footsteps.remove(0);
            }
            self.footsteps.push(at);
        }
    }

    fn party<'c>(&self, catalog: &'c Catalog) -> Option<&'c PartyKind> {
        Some(&catalog.parties[usize::from(self.report.party?.0)])
    }

    /// Turns that they look round at least.
    pub(crate) fn stays(&self, catalog: &Catalog) -> u32 {
        self.party(catalog).map_or(0, |party| party.stays.into())
    }
}

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
