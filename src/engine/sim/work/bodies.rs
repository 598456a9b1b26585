//! Bodies: taken up, put down, thrown, tipped into chutes, eaten.

use crate::sim::fight::blows::provoke;
use crate::sim::prelude::*;

/// Takes a body into one's arms.
pub(crate) fn lift(world: &mut World, at: Pos) {
    if let Some(body) = world.lift_body(at) {
        world.run.belongings.carrying = Some(body);
        world.emit(WorkEvent::BodyLifted { body: body.kind, at });
    }
}

/// Puts the body down; into a chute, if there is one at that place.
pub(crate) fn put_down(world: &mut World, at: Pos) {
    if let Some(body) = world.run.belongings.carrying.take()
        && !dispose(world, at, &body)
    {
        lay_down(world, at, body);
        world.emit(WorkEvent::BodyDropped { body: body.kind, at });
    }
}

/// Throws the body in a direction: it stops before whatever is in the way, and goes down a chute.
pub(crate) fn hurl(world: &mut World, actor: &ActorRef, dir: Dir) {
    let Some((cells, stuns)) = world.body_throw() else { return };
    let Some(body) = world.run.belongings.carrying.take() else { return };
    let (mut at, mut victim) = (actor.pos, None);
    for _ in 0..cells {
        let next = at + dir;
        victim = world.actor_at(next).copied();
        let is_open = world.floor.is_passable(next) && !world.is_closed_door(next);
        if victim.is_some() || !(is_open || world.takes_bodies(next)) {
            break;
        }
        at = next;
        if world.takes_bodies(at) {
            break;
        }
    }
    world.emit(WorkEvent::BodyThrown { body: body.kind, at });
    if !dispose(world, at, &body) {
        lay_down(world, at, body);
    }
    if let Some(victim) = victim {
        world.inflict(&victim, Status::Stunned, stuns);
        provoke(world, &victim, actor);
    }
    world.sound_of_player(at, world.catalog.rules.noise_fight);
}

/// Disposes of a body in the chute or the hole on a cell; false where there is none.
fn dispose(world: &mut World, at: Pos, body: &Body) -> bool {
    if !world.takes_bodies(at) {
        return false;
    }
    let coins = world.pockets(body);
    let is_emptied = world.floor.fixture(at) == Some(Fixture::Chute)
        && !world.has_perk_effect(&PerkEffect::EmptyPockets)
        // The fee was paid when they fell.
        && !world.pays_for_fallen();
    if coins > Coins(0) && is_emptied {
        world.earn(coins);
        world.emit(ItemEvent::PocketsEmptied { coins });
    }
    world.emit(WorkEvent::BodyDisposed { body: body.kind, at });
    world.complete(JobKind::Body, at);
    true
}

fn lay_down(world: &mut World, at: Pos, body: Body) {
    let stays_down = world.has_perk_effect(&PerkEffect::BodiesStayDown);
    let rises = if stays_down { Turns(u32::MAX) } else { body.rises };
    world.drop_body(at, Body { rises, ..body });
}

/// One in so many mouthfuls is the last of a meal.
const MEAL_ENDS_ONE_IN: u32 = 4;

/// A mouthful; with the last of it the meal is gone, and does the eater good.
pub(crate) fn eat(world: &mut World, actor: &ActorRef, at: Pos) {
    if !world.streams.ai.one_in(MEAL_ENDS_ONE_IN) {
        return;
    }
    let (eats, feeds) = (world.kind(actor).traits.eats, world.kind(actor).traits.feeds);
    let body = if eats == Some(Meal::Bodies) {
        let Some(body) = world.lift_body(at) else { return };
        // There is no body left to carry to the chute.
        world.shift.order.lost[JobKind::Body] += 1;
        Some(body.kind)
    } else {
        world.floor.set_blood(at, false);
        None
    };
    world.emit(ActorEvent::Ate { who: world.who(actor), body, at });
    world.heal(actor, feeds);
}
