//! A night as it was played, as far as the reckoning needs it.

use std::collections::BTreeMap;

use super::chronicle::{Chronicle, Loss, RaiderEnd};
use crate::sim::prelude::*;

/// The most traps that are told of as lost.
const MAX_LOST_TRAPS: usize = 2;

/// The site as the player found it, as dawn found it, and what has happened meanwhile.
pub struct Night {
    pub(super) found: World,
    /// The last state before the raid came in.
    pub(super) dawn: World,
    pub(super) pulls: Vec<PullMoment>,
    /// Moments at which the rule of forecasts would have pulled, and the player did not.
    pub(super) left: Vec<PullMoment>,
    pub(super) lost: Vec<Loss>,
    /// The first places of the bodies that the player disposed of, by floor.
    pub(super) disposed: Vec<(u8, Pos)>,
    ends: Vec<RaiderEnd>,
}

/// A pull of a cord that was made, or left, and the state before it.
pub(super) struct PullMoment {
    pub before: World,
    pub cord: u8,
    pub at: Pos,
    /// Turns since the raid began.
    pub turn: u32,
}

/// What the events of a night tell that no state keeps.
#[derive(Clone, Debug, Default)]
pub struct NightEvents {
    chronicle: Chronicle,
    /// Where the body in the player's arms lay first.
    carried: Option<Pos>,
    /// Where bodies that were put down lay first.
    moved: BTreeMap<(u8, Pos), Pos>,
    disposed: Vec<(u8, Pos)>,
}

impl NightEvents {
    /// Notes the events of one command, which led to a state.
    pub fn listen(&mut self, world: &World, events: &[Event]) {
        let floor = floor_number(world);
        self.chronicle.listen(events, floor);
        for event in events {
            match *event {
                Event::Work(WorkEvent::BodyLifted { at, .. }) => {
                    self.carried = Some(self.moved.remove(&(floor, at)).unwrap_or(at));
                }
                Event::Work(
                    WorkEvent::BodyDropped { at, .. } | WorkEvent::BodyThrown { at, .. },
                ) => {
                    self.moved.extend(self.carried.map(|first| ((floor, at), first)));
                }
                Event::Work(WorkEvent::BodyDisposed { .. }) => {
                    self.disposed.extend(self.carried.take().map(|first| (floor, first)));
                }
                _ => {}
            }
        }
    }
}

impl Night {
    /// A night from the state in which the player found the site, the last one before the raid, and
    /// the one after it. `None` if no raid is over in that.
    pub fn new(found: &World, dawn: &World, over: &World, events: &NightEvents) -> Option<Night> {
        let report = over.site_raid().filter(|report| !report.is_going_on())?;
        let dawn = dawn.copy(None);
        let ends = events.chronicle.ends(&report, &dawn);
        Some(Night {
            found: found.copy(None),
            pulls: Vec::new(),
            left: Vec::new(),
            lost: losses(&dawn, over, &report, &events.chronicle),
            disposed: events.disposed.clone(),
            ends,
            dawn,
        })
    }

    /// Notes a cord that is pulled in a state.
    pub fn note_pull(&mut self, world: &World, cord: u8) {
        self.pulls.extend(PullMoment::new(world, cord));
    }

    /// Notes a cord that is not pulled in a state in which somebody is in its reach.
    pub fn note_left(&mut self, world: &World, cord: u8) {
        self.left.extend(PullMoment::new(world, cord));
    }

    /// Where each raider fell or left, and through what.
    pub fn ends(&self) -> &[RaiderEnd] {
        &self.ends
    }
}

impl PullMoment {
    fn new(world: &World, cord: u8) -> Option<PullMoment> {
        let own = world.cords().get(usize::from(cord))?;
        let began = world.raid().map_or(world.clock(), |raid| raid.began);
        let turn = world.clock().saturating_sub(began).0;
        Some(PullMoment { before: world.copy(None), cord, at: own.at, turn })
    }
}

/// What a raid has cost that is over: chests, and traps that the player had made or relied on.
fn losses(dawn: &World, over: &World, report: &RaidReport, chronicle: &Chronicle) -> Vec<Loss> {
    let points = over.dawn_points(report);
    let ((was, _), (is, of)) = (dawn.chests_of_site(), over.chests_of_site());
    let count = was.saturating_sub(is);
    let all = over.catalog.rules.grade.kept * 100 * u32::from(count) / u32::from(of.max(1));
    let worth = |raw: u32| over.dawn_against_bed(raw) as i32;
    let chests = worth(points.raw()) - worth(points.raw() + all);
    let chests = (chests != 0).then_some(Loss::Chests { count, points: chests });
    let is_own = |loss: &&Loss| {
        let &&Loss::Trap { at, floor, .. } = loss else { return false };
        let shift = on_floor(dawn, floor).shift;
        shift.is_placed_trap(at)
            || shift.prepared.cord_at(at).is_some()
            || shift.tally.finished_jobs.binary_search(&at).is_ok()
    };
    let traps = chronicle.lost.iter().filter(is_own).take(MAX_LOST_TRAPS).copied();
    chests.into_iter().chain(traps).collect()
}

/// The number of the floor in play.
pub(super) fn floor_number(world: &World) -> u8 {
    world.journey().map_or(0, |journey| journey.floor)
}

/// A copy of the site with that floor in play.
pub(super) fn on_floor(world: &World, floor: u8) -> World {
    let mut copy = world.copy(None);
    if floor_number(&copy) != floor {
        copy.switch_floor(floor);
    }
    copy
}
