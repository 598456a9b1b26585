//! Mopping: one stain after the other, with a rinse when the mop is foul, as long as the next goal
//! is near.

use crate::sim::action::Action;
use crate::sim::prelude::*;
use crate::sim::travel::walk;

/// A walk to a stain or to water of more steps than this ends the activity.
const FAR_STEPS: u16 = 24;

/// A wipe, a rinse, or a step towards the next of either.
pub(super) fn next(world: &World) -> Result<Action, Interruption> {
    let here = world.player_pos();
    let stains = stains(world);
    if stains.is_empty() || world.is_carrying() {
        return Err(Interruption::Done);
    }
    if world.is_mop_foul() {
        return rinse(world);
    }
    let in_reach = stains.iter().filter(|pos| pos.steps_to(here) <= 1);
    match in_reach.min_by_key(|&&pos| (pos != here, pos)) {
        Some(&at) if world.job_at(at) == Some(JobKind::Stain) => Ok(Action::Work(at)),
        _ => go(world, &stains),
    }
}

/// The known stains that can be mopped: on no danger, and nobody in sight on them.
pub(super) fn stains(world: &World) -> Vec<Pos> {
    let here = world.player_pos();
    let jobs = world.known_jobs().into_iter();
    jobs.filter(|&(pos, job)| {
        let is_free = pos == here || !world.is_occupied(pos) || !world.sight.visible.contains(pos);
        job == JobKind::Stain && is_free && !world.is_known_danger(pos)
    })
    .map(|(pos, _)| pos)
    .collect()
}

fn rinse(world: &World) -> Result<Action, Interruption> {
    let (here, floor) = (world.player_pos(), &world.floor);
    let has_water = |pos: Pos| floor.known(pos).fixture.is_some_and(Fixture::has_water);
    if std::iter::once(here).chain(here.neighbours()).any(has_water) {
        return Ok(Action::Rinse);
    }
    go(world, &walk::places_by(world, Fixture::has_water))
}

/// A step to the nearest of some cells, if it is near.
fn go(world: &World, places: &[Pos]) -> Result<Action, Interruption> {
    let places = places.iter().copied();
    match walk::measured_walk(world, places, Interruption::Done) {
        Ok((step, steps)) if steps <= FAR_STEPS => Ok(step),
        _ => Err(Interruption::Done),
    }
}
