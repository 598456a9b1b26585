//! What actors do: one file an action, the same for the player and all others.
//!
//! An action may hand over to another: a step into an enemy becomes a blow.

mod attack;
mod blink;
mod carry;
mod door;
mod douse;
mod eat;
mod force;
pub(crate) mod gate;
pub(crate) mod heavy;
pub(crate) mod item;
mod prepare;
pub(crate) mod raider_actions;
mod shoot;
mod smash;
mod step;
pub(crate) mod throw;
mod trade;
mod weave;
pub(crate) mod work;

use crate::sim::prelude::*;
use crate::sim::rules::action::Action;
use crate::sim::rules::pickup::get;
use crate::sim::rules::{leading, raid_members};

/// Carries an action out, with all that it turns into.
pub(crate) fn perform(world: &mut World, actor: &ActorRef, action: Action) {
    match action {
        Action::Wait => {}
        Action::Step(dir) => {
            if let Some(other) = step::step(world, actor, dir) {
                perform(world, actor, other);
            }
        }
        Action::Attack(victim) | Action::Shoot(victim) => {
            strike(world, actor, victim, matches!(action, Action::Shoot(_)))
        }
        Action::OpenDoor(at) => door::open(world, actor, at),
        Action::CloseDoor(at) => door::close(world, actor, at),
        Action::BarDoor(at) => door::bar(world, actor, at),
        Action::Force(at) => force::force(world, actor, at),
        Action::Douse(at) => douse::douse(world, actor, at),
        Action::Unlock(at) => gate::unlock(world, actor, at),
        Action::Blast(at) => gate::blast(world, actor, at),
        Action::Work(at) if world.floor.fixture(at) == Some(Fixture::Crate) => {
            smash::smash(world, at)
        }
        Action::Work(at) => work::work(world, at),
        Action::Prepare(what, at) => prepare::prepare(world, actor, what, at),
        Action::Rinse => work::rinse(world),
        Action::Lift(at) => carry::lift(world, at),
        Action::PutDown(at) => carry::put_down(world, at),
        Action::Get => get(world),
        Action::Equip(slot) => item::equip(world, slot),
        Action::Use(slot) => item::use_up(world, slot),
        Action::Throw(slot, target) => throw::throw(world, slot, target),
        Action::Drop(slot) => item::drop(world, slot),
        Action::Buy(at) => trade::buy(world, at),
        Action::Sell(slot) => trade::sell(world, slot),
        Action::Pay => trade::pay(world),
        Action::RaiderAction(action) => raider_actions::carry_out(world, actor, action),
        Action::Leave => leave(world, actor),
        Action::Blink(to) => blink::blink(world, actor, to),
        Action::Weave(at) => weave::weave(world, actor, at),
        Action::Eat(at) => eat::eat(world, actor, at),
        Action::WindUp(windup) => heavy::wind_up(world, actor, windup),
        Action::HeavyBlow => heavy::strike(world, actor),
        Action::Call => heavy::answer_call(world, actor),
        Action::Breach(at) => heavy::breach(world, actor, at),
        Action::HurlBody(dir) => carry::hurl(world, actor, dir),
    }
}

/// A blow or a shot.
fn strike(world: &mut World, actor: &ActorRef, victim: ActorId, shoots: bool) {
    if let Some(victim) = world.alive(victim) {
        let attack = if shoots { shoot::shoot } else { attack::attack };
        leading::count_for_post(world, actor, &victim, |world| attack(world, actor, &victim));
    }
}

/// A raider is through with the floor.
fn leave(world: &mut World, actor: &ActorRef) {
    let fate = if actor.pos == world.floor.exit { Fate::Through } else { Fate::Fled };
    raid_members::depart(world, actor, fate);
}
