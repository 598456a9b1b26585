//! Jobs, turn by turn; crates smashed, lights and fires put out by hand.

use crate::sim::floor::noise;
use crate::sim::prelude::*;

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
        noise::sound_of_player(world, at, loudness);
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
    if goes_on {
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
    world.complete(job, at);
    if job == JobKind::Stain {
        if let Some(loudness) = world.wiping_noise() {
            noise::sound_of_player(world, at, loudness);
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
    if job == JobKind::Stain && mops {
        return;
    }
    world.shift.activity = None;
    if job != JobKind::Stain {
        world.emit(WorkEvent::Stopped { why: Interruption::Done });
        return;
    }
    match stain_in_reach(world) {
        Some(at) if !world.is_mop_foul() => world.shift.activity = Some(Activity::Work { at }),
        _ => world.emit(WorkEvent::Stopped { why: Interruption::Done }),
    }
}

/// The stain here, or else the first one beside.
fn stain_in_reach(world: &World) -> Option<Pos> {
    let here = world.player_pos();
    std::iter::once(here)
        .chain(here.neighbours())
        .find(|&pos| world.job_at(pos) == Some(JobKind::Stain))
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
    let loudness = world.catalog.rules.noise_crate;
    noise::sound_of_player(world, at, loudness);
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
