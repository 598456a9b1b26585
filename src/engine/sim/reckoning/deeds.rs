//! What the player did in a night, found by what differs between the site as it was found and as it
//! was at dawn, and a copy of the site without one such thing.

use super::night::{Night, PullMoment, floor_number, on_floor};
use crate::sim::prelude::*;
use crate::sim::work::cords::{self, CordEnd};
use crate::sim::work::prepare;

/// Something that the player did or left for the raid, at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deed {
    pub kind: DeedKind,
    pub at: Pos,
    /// The number of the site's floor.
    pub floor: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeedKind {
    /// A fixture was put in order; what it was.
    Mended(Fixture),
    /// A resident that had strayed was led home.
    LedHome {
        who: ActorId,
        kind: ActorKindId,
    },
    /// A body was disposed of.
    CarriedOff {
        body: ActorKindId,
        person: Option<PersonId>,
    },
    /// A body was left where it lay.
    LeftLying {
        body: ActorKindId,
        person: Option<PersonId>,
    },
    /// A trap that had been armed was not any more.
    Unarmed {
        trap: TrapKindId,
    },
    Barred,
    Kit {
        trap: TrapKindId,
    },
    /// A cord was laid, by its number from 0: all that came of it.
    Cord {
        cord: u8,
        end: CordEnd,
    },
    Post {
        who: ActorId,
        kind: ActorKindId,
    },
    /// One pull of a cord, so many turns after the raid began; by its place in the night.
    Pull {
        place: usize,
        cord: u8,
        end: Option<CordEnd>,
        turn: u32,
    },
}

impl Night {
    /// All that the player did and left for the raid; the pulls come last.
    pub(super) fn deeds(&self) -> Vec<Deed> {
        let mut deeds = Vec::new();
        for floor in floors_of(&self.dawn) {
            let (found, dawn) = (on_floor(&self.found, floor), on_floor(&self.dawn, floor));
            if floor_number(&found) == floor && found.floor.width() == dawn.floor.width() {
                self.deeds_on(&found, &dawn, floor, &mut deeds);
            }
        }
        let pulls = self.pulls.iter().enumerate();
        deeds.extend(pulls.map(|(place, pull)| pull.deed(place)));
        deeds
    }

    fn deeds_on(&self, found: &World, dawn: &World, floor: u8, deeds: &mut Vec<Deed>) {
        let mut add = |kind, at| deeds.push(Deed { kind, at, floor });
        for (at, was) in found.floor.fixtures() {
            let is = dawn.floor.fixture(at);
            match (was, is) {
                (Fixture::Post { empty: true }, Some(Fixture::Post { empty: false })) => {
                    let strayed = Duty::Stray { post: at };
                    let stray = found.roster().iter().find(|own| found.duty(own.entity) == strayed);
                    if let Some(stray) = stray.filter(|own| dawn.alive(own.id).is_some()) {
                        add(DeedKind::LedHome { who: stray.id, kind: stray.kind }, at);
                    }
                }
                (was, Some(is)) if was.job().is_some() && is.job().is_none() => {
                    add(DeedKind::Mended(was), at);
                }
                (Fixture::Door(_), Some(Fixture::Door(Door::Barred))) if Some(was) != is => {
                    add(DeedKind::Barred, at);
                }
                (Fixture::Trap { kind, armed: true }, is)
                    if !is.is_some_and(Fixture::is_armed_trap) =>
                {
                    add(DeedKind::Unarmed { trap: kind }, at);
                }
                _ => {}
            }
        }
        for &at in &dawn.shift.placed_traps {
            if let Some(Fixture::Trap { kind: trap, armed: true }) = dawn.floor.fixture(at) {
                add(DeedKind::Kit { trap }, at);
            }
        }
        for (cord, own) in (0..).zip(dawn.cords()) {
            if let Some(end) = dawn.cord_end(own.at) {
                add(DeedKind::Cord { cord, end }, own.at);
            }
        }
        for posted in &dawn.shift.prepared.posted {
            let Some(own) = dawn.alive(posted.id) else { continue };
            if let Duty::Guard { post } = dawn.duty(own.entity) {
                add(DeedKind::Post { who: own.id, kind: own.kind }, post);
            }
        }
        let mut bodies: Vec<(Pos, Body)> = Vec::new();
        found.each_thing(|at, body: &Body| bodies.push((at, *body)));
        bodies.sort_unstable_by_key(|&(at, _)| at);
        for (at, Body { kind: body, person, .. }) in bodies {
            if self.disposed.contains(&(floor, at)) {
                add(DeedKind::CarriedOff { body, person }, at);
            } else if dawn.body_at(at).is_some_and(|own| (own.kind, own.person) == (body, person)) {
                add(DeedKind::LeftLying { body, person }, at);
            }
        }
    }

    /// The site at dawn without a deed that is no pull.
    pub(super) fn without(&self, deed: Deed) -> World {
        let here = floor_number(&self.dawn);
        let mut world = on_floor(&self.dawn, deed.floor);
        undo(&mut world, &on_floor(&self.found, deed.floor), deed);
        world.switch_floor(here);
        world
    }
}

impl PullMoment {
    /// The pull, by its place among others of its kind.
    pub(super) fn deed(&self, place: usize) -> Deed {
        let (end, floor) = (self.before.cord_end(self.at), floor_number(&self.before));
        let kind = DeedKind::Pull { place, cord: self.cord, end, turn: self.turn };
        Deed { kind, at: self.at, floor }
    }

    /// The points of dawn with the pull less those with the cord held back, in hundredths.
    pub(super) fn gain(&self, sample: u32) -> i32 {
        let rest = |first: &dyn Fn(&mut World)| {
            let points = self.before.rehearse_rest(sample, first).points;
            self.before.dawn_worth(points.raw()) as i32
        };
        let held = rest(&|world| {
            let ready = Turns(world.clock().0 + world.catalog.rules.prepare.rewind_turns);
            if let Some(cord) = world.shift.prepared.cords.get_mut(usize::from(self.cord)) {
                cord.ready = ready;
            }
        });
        rest(&|world| cords::pull(world, self.cord)) - held
    }
}

fn undo(world: &mut World, found: &World, Deed { kind, at, .. }: Deed) {
    let prepared = &mut world.shift.prepared;
    match kind {
        DeedKind::Mended(was) => world.floor.set_fixture(at, Some(was)),
        DeedKind::Barred => world.floor.set_fixture(at, found.floor.fixture(at)),
        DeedKind::Unarmed { trap } => {
            world.floor.set_fixture(at, Some(Fixture::Trap { kind: trap, armed: true }));
        }
        DeedKind::Kit { .. } => {
            prepared.cords.retain(|cord| cord.at != at);
            set_member(&mut world.shift.placed_traps, at, false);
            world.floor.set_fixture(at, None);
        }
        DeedKind::Cord { .. } => prepared.cords.retain(|cord| cord.at != at),
        DeedKind::LeftLying { .. } => _ = world.lift_body(at),
        DeedKind::CarriedOff { .. } => {
            if let Some(body) = found.body_at(at) {
                world.drop_body(at, body);
            }
        }
        DeedKind::LedHome { who, .. } => {
            let (Some(stray), Some(was)) = (world.alive(who), found.alive(who)) else { return };
            world.floor.set_fixture(at, Some(Fixture::Post { empty: true }));
            world.set_duty(&stray, Duty::Stray { post: at });
            put(world, &stray, was.pos);
        }
        DeedKind::Post { who, .. } => {
            let Some(resident) = world.alive(who) else { return };
            let Some(home) = world.shift.prepared.first_home(who) else { return };
            put(world, &resident, home);
            prepare::post(world, &resident, home);
            world.set_in_wait(who, false);
            world.shift.prepared.posted.retain(|posted| posted.id != who);
        }
        DeedKind::Pull { .. } => {}
    }
}

/// Puts an actor on a cell, or on the nearest that is free.
fn put(world: &mut World, actor: &ActorRef, at: Pos) {
    if actor.pos == at {
        return;
    }
    if let Some(place) = world.nearest_free(at) {
        world.relocate(actor, place);
    }
}

/// The numbers of the floors of the site.
fn floors_of(world: &World) -> Vec<u8> {
    let stored = world.journey().map_or(&[][..], |journey| &journey.floors);
    let mut floors: Vec<u8> = stored.iter().map(|stored| stored.number).collect();
    floors.push(floor_number(world));
    floors.sort_unstable();
    floors
}
