//! Jobs turn by turn, finished, and fixtures that become jobs again; crates smashed, lights and
//! fires put out by hand.

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
        let is_stray = |actor: &&ActorRef| self.duty(actor.entity) == (Duty::Stray { post });
        if let Some(stray) = self.roster().iter().find(is_stray).copied() {
            self.set_duty(&stray, Duty::Guard { post });
            self.set_ai_state(&stray, AiState::Curious { goal: post, patience: u8::MAX });
        }
    }

    /// Puts a fixture into a state that is a job again.
    pub(crate) fn break_fixture(&mut self, at: Pos, fixture: Fixture) {
        self.floor.set_fixture(at, Some(fixture));
        self.floor.clear_damage(at);
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

    /// The cells with blood that are connected by their sides with one of them, that one first.
    pub(crate) fn blood_patch(&self, from: Pos) -> Vec<Pos> {
        let mut patch = vec![from];
        let mut spread_from = 0;
        while let Some(&pos) = patch.get(spread_from) {
            let next = pos.cardinals().filter(|&pos| self.floor.has_blood(pos));
            let new: Vec<Pos> = next.filter(|pos| !patch.contains(pos)).collect();
            patch.extend(new);
            spread_from += 1;
        }
        patch
    }

    /// All patches of blood, in reading order of their first cells.
    pub(crate) fn blood_patches(&self) -> Vec<Vec<Pos>> {
        let mut left = self.floor.blood.clone();
        let mut patches = Vec::new();
        for from in self.floor.blood.iter() {
            if left.contains(from) {
                let patch = self.blood_patch(from);
                for &pos in &patch {
                    left.remove(pos);
                }
                patches.push(patch);
            }
        }
        patches
    }

    /// Cleans the stains in sight near a place.
    pub(crate) fn scrub(&mut self, at: Pos, radius: i32) -> bool {
        let near = self.floor.blood.iter_in(Rect::around(at, radius));
        let stains: Vec<Pos> = near.filter(|&pos| sees(&self.floor.opaque, at, pos)).collect();
        for &stain in &stains {
            self.complete(JobKind::Stain, stain);
        }
        !stains.is_empty()
    }

    pub(crate) fn kindle_in_sight(&mut self) -> bool {
        let is_dark = |&(pos, fixture): &(Pos, Fixture)| {
            fixture == Fixture::Light { lit: false } && self.sight.los.contains(pos)
        };
        let dark: Vec<_> = self.floor.fixtures().filter(is_dark).collect();
        for &(at, _) in &dark {
            self.complete(JobKind::Light, at);
        }
        !dark.is_empty()
    }
}

/// A trap has gone off or was disarmed: it is a job from now on, or gone if it is frail
/// or was set from a kit.
pub(crate) fn use_up_trap(world: &mut World, at: Pos, kind: TrapKindId) {
    let (left, is_frail) = (Fixture::Trap { kind, armed: false }, world.catalog.trap(kind).frail);
    if !is_frail && !world.shift.is_placed_trap(at) {
        return world.break_fixture(at, left);
    }
    set_member(&mut world.shift.placed_traps, at, false);
    world.floor.set_fixture(at, None);
    if is_frail {
        return;
    }
    if world.raid().is_some() {
        report::spoilt(world, at, left);
    } else {
        set_member(&mut world.shift.tally.finished_jobs, at, false);
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
    let place = here.with_neighbours().find_map(|pos| {
        let job = world.job_at(pos)?;
        let stands_in_it = job.is_done_from_beside() && world.is_occupied(pos);
        let is_fixture = !matches!(job, JobKind::Body | JobKind::Stain);
        (is_fixture && !stands_in_it).then_some((job, pos))
    });
    let Some((job, at)) = place else { return false };
    world.complete(job, at);
    true
}

/// One turn of work at a place; the last one finishes the job.
///
/// Interrupted work is taken up where it was left, as long as nothing else was begun.
pub(crate) fn work(world: &mut World, at: Pos) {
    let Some(job) = world.job_at(at) else { return };
    if at != world.player_pos() {
        world.make_room(at);
    }
    let left = taken_up(world, at).unwrap_or_else(|| {
        let turns = world.work_turns_at(job, at);
        world.emit(WorkEvent::JobBegun { job, at, turns });
        turns
    });
    if job != JobKind::Stain {
        let loudness = world.loudness_with_perks(world.catalog.rules.noise_work, PerkNoise::Work);
        world.sound_of_player(at, loudness);
    }
    if goes_on(world, at, left) {
        return;
    }
    finish(world, job, at);
    go_on(world, job);
}

/// Turns that are left of what was begun at a place.
pub(crate) fn taken_up(world: &World, at: Pos) -> Option<u8> {
    world.shift.paused_job.filter(|&(place, _)| place == at).map(|(_, left)| left)
}

/// Spends one of the turns that are left at a place; false if it was the last.
pub(crate) fn goes_on(world: &mut World, at: Pos, left: u8) -> bool {
    let goes_on = left > 1;
    world.shift.paused_job = goes_on.then(|| (at, left - 1));
    if goes_on && !world.does_planned() {
        world.shift.activity = Some(Activity::Work { at });
    }
    goes_on
}

/// The job is done and what it uses up is used up.
fn finish(world: &mut World, job: JobKind, at: Pos) {
    if let Some(supply) = World::supply_for(job) {
        let (supply, count) = world.substitute_for(supply).unwrap_or((supply, 1));
        let left = (0..count).map(|_| world.use_supply(supply)).last().unwrap_or(0);
        world.emit(WorkEvent::SupplySpent { supply, left });
    }
    let patch = if job == JobKind::Stain { world.blood_patch(at) } else { vec![at] };
    for at in patch {
        world.complete(job, at);
    }
    if job == JobKind::Stain {
        if let Some(loudness) = world.wiping_noise() {
            world.sound_of_player(at, loudness);
            return;
        }
        world.run.belongings.mop_fouled += 1;
        if world.is_mop_foul() {
            world.emit(WorkEvent::MopFouled);
        }
    }
}

/// Mopping goes on with the next cell in reach, as long as the mop will.
fn go_on(world: &mut World, job: JobKind) {
    let mops = matches!(
        world.shift.activity,
        Some(Activity::Mop | Activity::DoJob { job: JobKind::Stain, .. })
    );
    if job == JobKind::Stain && mops || world.does_planned() {
        return;
    }
    let goes_on = job == JobKind::Stain && !world.is_mop_foul();
    let mut stains = world.player_pos().with_neighbours().filter(|_| goes_on);
    let next = stains.find(|&pos| world.job_at(pos) == Some(JobKind::Stain));
    world.shift.activity = next.map(|at| Activity::Work { at });
    if next.is_none() {
        world.emit(WorkEvent::Stopped { why: Interruption::Done });
    }
}

/// Rinses the mop in the water here or beside; who burns puts himself out with it.
pub(crate) fn rinse(world: &mut World) {
    let actor = world.roster()[0];
    if world.has_status(actor.entity, Status::Burning) {
        world.quench(&actor);
        return;
    }
    world.run.belongings.mop_fouled = 0;
    let at = world.player_pos();
    world.emit(WorkEvent::MopRinsed { at });
}

/// One turn at a crate; the last one leaves plain floor, and perhaps what was in it.
pub(crate) fn smash(world: &mut World, at: Pos) {
    let left = taken_up(world, at).unwrap_or_else(|| world.smash_turns());
    world.sound_of_player(at, world.catalog.rules.noise_crate);
    if goes_on(world, at, left) {
        return;
    }
    world.shift.activity = None;
    world.floor.set_fixture(at, None);
    world.emit(FloorEvent::CrateSmashed { at });
    if let Some(stack) = world.crate_contents(at) {
        world.place_item(at, stack);
        world.emit(FloorEvent::CrateHeld { stack, at });
    }
    world.emit(WorkEvent::Stopped { why: Interruption::Done });
}

/// Puts a lit brazier out, which makes it a job again, or beats out flames with the wet mop, which
/// fouls it.
pub(crate) fn douse(world: &mut World, actor: &ActorRef, at: Pos) {
    if world.floor.fire(at) > 0 {
        world.floor.set_fire(at, 0);
        world.run.belongings.mop_fouled += 1;
        world.emit(FloorEvent::Smothered { at });
    } else {
        world.put_out_light(at, Some(actor));
    }
}
