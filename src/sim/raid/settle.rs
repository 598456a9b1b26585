//! Between a raid and the shift: the dust settles.

use crate::sim::components::{Duty, Mind, Statuses, Vitals};
use crate::sim::world::World;
use crate::sim::{ActorId, Fixture, Tally, Turns, WorkOrder};

/// The fewest jobs, stains not counted, that make a night's work.
const LEAST_JOBS: u32 = 5;

/// Farther from its post than this, a resident has been driven off.
const ASTRAY: i32 = 8;

/// Whether a raid has left a night's work behind.
pub(in crate::sim) fn has_left_enough(world: &World) -> bool {
    let jobs = world.job_counts().into_iter();
    let count: u32 = jobs
        .filter(|count| count.job != crate::content::JobKind::Stain)
        .map(|count| u32::from(count.total))
        .sum();
    count >= LEAST_JOBS
}

/// Raiders are gone, wounds close, smoke clears, fires burn down; who is far from its post has run wild.
/// The clock of the shift begins.
pub(in crate::sim) fn settle(world: &mut World) {
    world.last_night = world.at_dawn.take().unwrap_or_default();
    for pos in world.floor.gassy().to_vec() {
        world.floor.set_gas(pos, 0);
    }
    crate::sim::fire::burn_down(world);
    world.hammered.clear();
    world.clock = Turns(0);
    world.tally = Tally::default();
    world.order = WorkOrder::default();
    let everybody = world.roster[1..].to_vec();
    for spot in everybody {
        if let Duty::Raider(_) = world.duty(spot.entity) {
            world.remove(spot.id);
            continue;
        }
        world.change::<Vitals>(spot.entity, |vitals| {
            vitals.health = vitals.most;
            vitals.energy = 0;
        });
        world.change::<Statuses>(spot.entity, |statuses| *statuses = Statuses::default());
        world.set_mind(&spot, Mind::Idle);
        if let Duty::Guard { post } = world.duty(spot.entity)
            && spot.pos.steps_to(post) > ASTRAY
        {
            world.set_duty(&spot, Duty::Stray { post });
            world.floor.set_fixture(post, Some(Fixture::Post { empty: true }));
        }
    }
    world.redraw_risings();
    debug_assert!(world.roster[0].id == ActorId::PLAYER);
}
