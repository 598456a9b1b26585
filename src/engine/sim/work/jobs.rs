//! Jobs that are finished, and fixtures that become jobs again.

use crate::sim::party::report;
use crate::sim::prelude::*;
use base::sees;

impl World {
    /// Finishes a job: puts the cell in order and counts the job.
    pub(crate) fn complete(&mut self, job: JobKind, at: Pos) {
        match job {
            JobKind::Stain => self.floor.set_blood(at, false),
            JobKind::Body => {}
            JobKind::Pen => self.call_home(at),
            _ => {
                let mended = self.floor.fixture(at).map(Fixture::mended);
                self.floor.set_fixture(at, mended);
            }
        }
        self.shift.order.done[job] += 1;
        if !matches!(job, JobKind::Stain | JobKind::Body) && self.raid().is_none() {
            set_member(&mut self.shift.tally.finished_jobs, at, true);
        }
        self.emit(WorkEvent::JobDone { job, at });
    }

    /// Calls the stray of a post back: it is a guard again, and goes there.
    pub(crate) fn call_home(&mut self, post: Pos) {
        self.floor.set_fixture(post, Some(Fixture::Post { empty: false }));
        let stray = self
            .roster()
            .iter()
            .find(|actor| self.duty(actor.entity) == (Duty::Stray { post }))
            .copied();
        if let Some(stray) = stray {
            self.set_duty(&stray, Duty::Guard { post });
            self.set_ai_state(&stray, AiState::Curious { goal: post, patience: u8::MAX });
        }
    }

    /// Puts a fixture into a state that is a job again.
    pub(crate) fn break_fixture(&mut self, at: Pos, fixture: Fixture) {
        self.floor.set_fixture(at, Some(fixture));
        self.floor.clear_damage(at);
        self.forget_rehung(at);
        if let Some(job) = fixture.job() {
            let done = &mut self.shift.order.done[job];
            *done = done.saturating_sub(1);
        }
        if self.raid().is_some() {
            report::spoilt(self, at, fixture);
        } else {
            set_member(&mut self.shift.tally.finished_jobs, at, false);
        }
    }

    pub(crate) fn set_door(&mut self, at: Pos, door: Door) {
        self.floor.set_fixture(at, Some(Fixture::Door(door)));
        self.floor.clear_damage(at);
    }

    /// A stray is back at its post and a guard again: that job is done.
    pub(crate) fn come_home(&mut self, stray: &ActorRef, post: Pos) {
        self.floor.set_fixture(post, Some(Fixture::Post { empty: false }));
        self.set_duty(stray, Duty::Guard { post });
        self.set_ai_state(stray, AiState::Idle);
        self.shift.order.done[JobKind::Pen] += 1;
        self.emit(ActorEvent::CameHome { who: self.who(stray), at: post });
    }

    /// Puts out a lit brazier, which is a job again; false where there is none.
    pub(crate) fn put_out_light(&mut self, at: Pos, by: Option<&ActorRef>) -> bool {
        let is_lit = self.floor.fixture(at) == Some(Fixture::Light { lit: true });
        if is_lit {
            self.break_fixture(at, Fixture::Light { lit: false });
            let by = by.map(|actor| self.who(actor));
            self.emit(FloorEvent::LightOut { at, by });
        }
        is_lit
    }

    /// Cleans the stains in sight near a place.
    pub(crate) fn scrub(&mut self, at: Pos, radius: i32) -> bool {
        let near = Rect::around(at, radius);
        let stains: Vec<Pos> = self
            .floor
            .blood
            .iter_in(near)
            .filter(|&pos| sees(&self.floor.opaque, at, pos))
            .collect();
        for &stain in &stains {
            self.complete(JobKind::Stain, stain);
        }
        !stains.is_empty()
    }

    pub(crate) fn kindle_in_sight(&mut self) -> bool {
        let dark: Vec<Pos> = self
            .floor
            .fixtures()
            .filter(|&(pos, fixture)| {
                fixture == Fixture::Light { lit: false } && self.sight.los.contains(pos)
            })
            .map(|(pos, _)| pos)
            .collect();
        for &at in &dark {
            self.complete(JobKind::Light, at);
        }
        !dark.is_empty()
    }
}

/// A trap has gone off or was disarmed: it is a job from now on, or gone if it is frail
/// or was set from a kit.
pub(crate) fn use_up_trap(world: &mut World, at: Pos, kind: TrapKindId) {
    if world.catalog.trap(kind).frail {
        set_member(&mut world.shift.placed_traps, at, false);
        world.floor.set_fixture(at, None);
    } else if world.shift.is_placed_trap(at) {
        set_member(&mut world.shift.placed_traps, at, false);
        world.floor.set_fixture(at, None);
        if world.raid().is_some() {
            report::spoilt(world, at, Fixture::Trap { kind, armed: false });
        } else {
            set_member(&mut world.shift.tally.finished_jobs, at, false);
        }
    } else {
        world.break_fixture(at, Fixture::Trap { kind, armed: false });
    }
}

/// An armed trap of the floor is gone for good: the order goes without it.
pub(crate) fn scrap_trap(world: &mut World, at: Pos) {
    world.floor.set_fixture(at, None);
    let done = &mut world.shift.order.done[JobKind::Trap];
    *done = done.saturating_sub(1);
    world.shift.order.lost[JobKind::Trap] += 1;
    set_member(&mut world.shift.tally.finished_jobs, at, false);
}

/// Finishes the first job in reach that has one to finish, at no cost; false if there is none.
pub(crate) fn finish_beside(world: &mut World) -> bool {
    let here = world.player_pos();
    let place = std::iter::once(here).chain(here.neighbours()).find_map(|pos| {
        let job = world.job_at(pos)?;
        let stands_in_it = job.is_done_from_beside() && world.is_occupied(pos);
        let is_fixture = !matches!(job, JobKind::Body | JobKind::Stain);
        (is_fixture && !stands_in_it).then_some((job, pos))
    });
    let Some((job, at)) = place else { return false };
    world.complete(job, at);
    true
}
