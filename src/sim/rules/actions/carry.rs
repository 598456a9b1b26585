//! Bodies: taken up, put down, tipped into chutes.

use crate::base::Pos;
use crate::content::JobKind;

use crate::sim::event::{Event, ItemEvent, WorkEvent};
use crate::sim::rules::action::ActionResult;
use crate::sim::state::fixture::Fixture;
use crate::sim::state::world::World;
use crate::sim::units::Coins;

/// Takes a body into one's arms.
pub(super) fn lift(world: &mut World, at: Pos) -> ActionResult {
    if let Some(body) = world.lift_body(at) {
        world.carry_body(body);
        world.emit(Event::Work(WorkEvent::BodyLifted { body: body.kind, at }));
    }
    ActionResult::Done
}

/// Puts the body down; into a chute, if there is one at that place.
pub(super) fn put_down(world: &mut World, at: Pos) -> ActionResult {
    let carried = world.release_body();
    if let Some(body) = carried {
        if world.floor.fixture(at) == Some(Fixture::Chute) {
            let coins = world.pockets(&body);
            if coins > Coins(0) {
                world.earn(coins);
                world.emit(Event::Item(ItemEvent::PocketsEmptied { coins }));
            }
            world.emit(Event::Work(WorkEvent::BodyDisposed { body: body.kind, at }));
            world.complete(JobKind::Body, at);
        } else {
            world.drop_body(at, body);
            world.emit(Event::Work(WorkEvent::BodyDropped { body: body.kind, at }));
        }
    }
    ActionResult::Done
}
