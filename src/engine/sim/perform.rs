//! What actors do, the same for the player and all others.

use crate::sim::action::Action;
use crate::sim::fight::{blows, throws};
use crate::sim::floor::{doors, hiding, steps};
use crate::sim::party::{raiders, report};
use crate::sim::prelude::*;
use crate::sim::things::items::get;
use crate::sim::things::{items, shop};
use crate::sim::work::{bodies, jobs, prepare};

pub(crate) fn perform(world: &mut World, actor: &ActorRef, action: Action) {
    match action {
        Action::Wait => {}
        Action::Step(dir) => {
            if let Some(other) = steps::step(world, actor, dir) {
                perform(world, actor, other);
            }
        }
        Action::Attack(victim) | Action::Shoot(victim) => {
            strike(world, actor, victim, matches!(action, Action::Shoot(_)));
        }
        Action::OpenDoor(at) => doors::open(world, actor, at),
        Action::CloseDoor(at) => doors::close(world, actor, at),
        Action::BarDoor(at) => doors::bar(world, actor, at),
        Action::Force(at) => doors::force(world, actor, at),
        Action::Douse(at) => jobs::douse(world, actor, at),
        Action::Unlock(at) => doors::unlock(world, actor, at),
        Action::Blast(at) => doors::blast(world, actor, at),
        Action::Work(at) if world.floor.fixture(at) == Some(Fixture::Crate) => {
            jobs::smash(world, at);
        }
        Action::Work(at) => jobs::work(world, at),
        Action::Prepare(what, at) => prepare::prepare(world, actor, what, at),
        Action::Rinse => jobs::rinse(world),
        Action::Lift(at) => bodies::lift(world, at),
        Action::PutDown(at) => bodies::put_down(world, at),
        Action::Get => get(world),
        Action::Equip(slot) => items::equip(world, slot),
        Action::Use(slot) => items::use_up(world, slot),
        Action::Throw(slot, target) => throws::throw(world, slot, target),
        Action::Drop(slot) => items::drop(world, slot),
        Action::Buy(at) => shop::buy(world, at),
        Action::Sell(slot) => shop::sell(world, slot),
        Action::Pay => shop::pay(world),
        Action::Leave => leave(world, actor),
        Action::Blink(to) => steps::blink(world, actor, to),
        Action::Weave(at) => steps::weave(world, actor, at),
        Action::Eat(at) => bodies::eat(world, actor, at),
        Action::WindUp(windup) => blows::wind_up(world, actor, windup),
        Action::HeavyBlow => blows::heavy_blow(world, actor),
        Action::Call => blows::answer_call(world, actor),
        Action::Breach(at) => blows::breach(world, actor, at),
        Action::HurlBody(dir) => bodies::hurl(world, actor, dir),
        Action::Loot(at) => raiders::loot(world, actor, at),
        Action::Search(at) => hiding::search(world, actor, at),
        Action::Pocket => raiders::pocket(world, actor),
        Action::Disarm(at) => raiders::disarm(world, actor, at, false),
        Action::Fumble(at) => raiders::fumble(world, actor, at),
        Action::Burst(at) => raiders::disarm(world, actor, at, true),
        Action::Kindle(at) => raiders::kindle(world, actor, at),
        Action::Snuff(at) => report::put_out(world, actor, at),
        Action::Heal(friend) => raiders::heal(world, actor, friend),
        Action::TurnUndead => raiders::turn_undead(world, actor),
    }
}

fn strike(world: &mut World, actor: &ActorRef, victim: ActorId, shoots: bool) {
    if let Some(victim) = world.alive(victim) {
        let attack = if shoots { blows::shoot } else { blows::attack };
        attack(world, actor, &victim);
    }
}

fn leave(world: &mut World, actor: &ActorRef) {
    let fate = if actor.pos == world.floor.exit { Fate::Through } else { Fate::Fled };
    report::depart(world, actor, fate);
}
