//! A night as it was played, as far as the reckoning needs it.

use std::collections::BTreeMap;

use super::chronicle::{Chronicle, RaiderEnd};
use crate::sim::prelude::*;

/// The site as the player found it, as dawn found it, and what has happened meanwhile.
pub struct Night {
    pub(super) found: World,
    /// The last state before the raid came in.
    pub(super) dawn: World,
    pub(super) pulls: Vec<PullMoment>,
    /// The first places of the bodies that the player disposed of, by floor.
    pub(super) disposed: Vec<(u8, Pos)>,
    ends: Vec<RaiderEnd>,
}

/// A pull of a cord, and the state before it.
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
        let disposed = events.disposed.clone();
        Some(Night { found: found.copy(None), dawn, pulls: Vec::new(), disposed, ends })
    }

    /// Notes a cord that is pulled in a state.
    pub fn note_pull(&mut self, world: &World, cord: u8) {
        let Some(own) = world.cords().get(usize::from(cord)) else { return };
        let began = world.raid().map_or(world.clock(), |raid| raid.began);
        self.pulls.push(PullMoment {
            before: world.copy(None),
            cord,
            at: own.at,
            turn: world.clock().saturating_sub(began).0,
        });
    }

    /// Where each raider fell or left, and through what.
    pub fn ends(&self) -> &[RaiderEnd] {
        &self.ends
    }
}

/// The number of the floor in play.
pub(super) fn floor_number(world: &World) -> u8 {
    world.journey().map_or(0, |journey| journey.floor)
}
