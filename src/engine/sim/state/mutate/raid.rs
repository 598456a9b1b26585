//! Writes on the raid that is on, on its report, and on what is kept of raids that are over. Where no raid is on, they
//! do nothing.

use base::{Bits, Pos};

use crate::sim::state::floor::Floor;
use crate::sim::state::order::JobCount;
use crate::sim::state::raid::{Heading, Raid};
use crate::sim::state::report::{RaidMember, RaidReport, SpoiledWork};
use crate::sim::state::scratch::RaidCaches;
use crate::sim::state::world::World;
use crate::sim::units::ActorId;

/// What the eyes of a party need: the cells that it has seen, to be added to, and what sight depends on.
pub(crate) struct RaidSight<'w> {
    pub seen: &'w mut Bits,
    pub floor: &'w Floor,
    /// Cells that braziers and fires light.
    pub lit: &'w Bits,
    pub caches: &'w mut RaidCaches,
}

impl World {
    /// Begins a raid; what was cached for the one before is dropped.
    pub(crate) fn begin_raid(&mut self, raid: Raid) {
        self.shift.raid = Some(raid);
        self.scratch.get_mut().raid = RaidCaches::default();
    }

    /// Ends the raid after so many turns, and keeps its report.
    pub(crate) fn end_raid(&mut self, turns: u32) {
        if let Some(mut raid) = self.shift.raid.take() {
            raid.report.turns = turns;
            self.shift.at_dawn = Some(raid.report);
        }
    }

    /// Takes away the report of the raid that is over; an empty one if there is none.
    pub(crate) fn take_report(&mut self) -> RaidReport {
        self.shift.at_dawn.take().unwrap_or_default()
    }

    /// Sets the report of last night's raid.
    pub(crate) fn set_last_night(&mut self, report: RaidReport) {
        self.shift.last_night = report;
    }

    pub(crate) fn set_heading(&mut self, heading: Heading) {
        if let Some(raid) = &mut self.shift.raid {
            raid.heading = heading;
        }
    }

    /// Sets where the leader goes: the next cell last.
    pub(crate) fn set_route(&mut self, route: Vec<Pos>) {
        if let Some(raid) = &mut self.shift.raid {
            raid.route = route;
        }
    }

    /// Drops the next cell of the route if it is this one: the leader stands on it.
    pub(crate) fn drop_from_route(&mut self, at: Pos) {
        if let Some(raid) = &mut self.shift.raid
            && raid.route.last() == Some(&at)
        {
            raid.route.pop();
        }
    }

    /// Adds a cell to those that the leader came by.
    pub(crate) fn leave_footstep(&mut self, at: Pos) {
        if let Some(raid) = &mut self.shift.raid {
            raid.leave_footstep(at);
        }
    }

    /// What a member of the party needs to look about.
    pub(crate) fn raid_sight(&mut self) -> Option<RaidSight<'_>> {
        let World { shift, floor, sight, scratch, .. } = self;
        let caches = &mut scratch.get_mut().raid;
        shift.raid.as_mut().map(|raid| RaidSight {
            seen: &mut raid.seen,
            floor,
            lit: &sight.lit,
            caches,
        })
    }

    /// The party knows of the armed trap on a cell from now on.
    pub(crate) fn spot_trap(&mut self, at: Pos) {
        if let Some(raid) = &mut self.shift.raid
            && let Err(place) = raid.spotted.binary_search(&at)
        {
            raid.spotted.insert(place, at);
        }
    }

    /// The party walks over the trap that it has noticed on a cell from now on.
    pub(crate) fn brave_trap(&mut self, at: Pos) {
        if let Some(raid) = &mut self.shift.raid
            && let Err(place) = raid.braved.binary_search(&at)
        {
            raid.braved.insert(place, at);
        }
    }

    /// The party has lit or put out the brazier on a cell, and leaves it like that.
    pub(crate) fn tend_light(&mut self, at: Pos) {
        if let Some(raid) = &mut self.shift.raid {
            raid.tend(at);
        }
    }

    /// Notes that the party fights on a cell now.
    pub(crate) fn note_fight(&mut self, at: Pos) {
        let now = self.shift.clock;
        if let Some(raid) = &mut self.shift.raid {
            raid.last_fight = Some((now, at));
        }
    }

    /// Notes the work order as the party found it.
    pub(crate) fn set_order_found(&mut self, order: Vec<JobCount>) {
        self.change_report(|report| report.order = order);
    }

    /// Notes something that was in order and that the raid has spoiled.
    pub(crate) fn note_spoiled(&mut self, work: SpoiledWork) {
        self.change_report(|report| report.spoiled.push(work));
    }

    /// Sets what became of a member of the party.
    pub(crate) fn set_fate(&mut self, id: ActorId, change: impl FnOnce(RaidMember) -> RaidMember) {
        self.change_report(|report| {
            if let Some(member) = report.members.iter_mut().find(|member| member.id == id) {
                *member = change(*member);
            }
        });
    }

    /// Sets the report of the raid that is over on this floor.
    pub(crate) fn set_dawn_report(&mut self, report: RaidReport) {
        self.shift.at_dawn = Some(report);
    }

    /// Changes the report of the raid that is over.
    pub(crate) fn change_dawn_report(&mut self, change: impl FnOnce(&mut RaidReport)) {
        if let Some(report) = &mut self.shift.at_dawn {
            change(report);
        }
    }

    /// Changes the counts in the report of the raid that is on.
    pub(crate) fn change_report(&mut self, change: impl FnOnce(&mut RaidReport)) {
        if let Some(raid) = &mut self.shift.raid {
            change(&mut raid.report);
        }
    }
}
