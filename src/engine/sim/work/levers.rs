//! Levers set at once, without the walk and the turns: on copies for forecasts, and by a second
//! hand.

use crate::sim::prelude::*;
use crate::sim::state::shift::Cord;
use crate::sim::work::prepare;

/// The second hand does the first thing of the plan that is still open and that there are supplies
/// for; no resident follows it. It needs no turns: it comes when the player leaves off.
pub(crate) fn lend_a_hand(world: &mut World) {
    let is_hired = world.journey().is_some_and(|journey| journey.hand_nights > 0);
    if !is_hired || world.shift.tally.by_hand.is_some() {
        return;
    }
    let open = world.shift.plan.iter().position(|&lever| can_be_set(world, lever));
    let Some(place) = open else { return };
    let lever = world.shift.plan.remove(place);
    match lever {
        Lever::Kit { trap, .. } => {
            if !world.take_kit(trap) {
                prepare::use_parts(world);
            }
        }
        Lever::Job { job, .. } => {
            if let Some(supply) = World::supply_for(job) {
                world.use_supply(supply);
            }
        }
        Lever::Cord { .. } | Lever::Post { .. } => {}
    }
    world.shift.tally.by_hand = Some(lever);
    world.emit(WorkEvent::HandLent { lever });
    world.set_lever(lever);
}

/// Whether a second hand can set a lever now.
fn can_be_set(world: &World, lever: Lever) -> bool {
    match lever {
        Lever::Kit { at, trap } => {
            let has_parts = world.supply(Supply::Parts) >= world.catalog.rules.prepare.kit_parts;
            (has_parts || world.belongings().kits.contains(&trap)) && world.kit_place(at).is_ok()
        }
        Lever::Cord { at } => world.cords_left() > 0 && world.cord_end(at).is_some(),
        Lever::Job { at, job: JobKind::Body } => world.body_at(at).is_some(),
        Lever::Job { at, job } => {
            let supply = World::supply_for(job);
            let stands_in_it = job.is_done_from_beside() && world.is_occupied(at);
            world.job_at(at) == Some(job)
                && !stands_in_it
                && supply.is_none_or(|own| world.supply(own) > 0)
        }
        Lever::Post { .. } => false,
    }
}

impl World {
    /// Sets a lever at once and at no cost, wherever the player is.
    pub(crate) fn set_lever(&mut self, lever: Lever) {
        match lever {
            Lever::Kit { at, trap } => {
                self.floor.set_fixture(at, Some(Fixture::Trap { kind: trap, armed: true }));
                set_member(&mut self.shift.placed_traps, at, true);
            }
            Lever::Cord { at } => {
                self.shift.prepared.cords.push(Cord { at, ready: Turns(0), pulled: false });
            }
            Lever::Job { at, job } => {
                let cells = match job {
                    JobKind::Stain => self.blood_patch(at),
                    _ => vec![at],
                };
                if job == JobKind::Body {
                    self.lift_body(at);
                }
                for at in cells {
                    self.complete(job, at);
                }
            }
            Lever::Post { who, at } => {
                let Some(resident) = self.alive(who) else { return };
                let is_free = !self.is_occupied(at) || resident.pos == at;
                let place = if is_free { Some(at) } else { self.nearest_free(at) };
                let Some(place) = place else { return };
                self.relocate(&resident, place);
                prepare::post(self, &resident, at);
            }
        }
    }
}
