//! A turn: statuses, fire and gas, then each actor in turn.

use crate::sim::floor::ground::speed;
use crate::sim::floor::{fire, hiding, noise};
use crate::sim::prelude::*;
use crate::sim::shift::raid::party;
use crate::sim::work::cords;
use crate::sim::work::order::STIRRING_TURNS;
use crate::sim::{ai, perform};

/// The chance of vermin in percent, however much filth there is.
const MAX_VERMIN_PERCENT: u32 = 60;

pub(crate) fn tick(world: &mut World) {
    // What the actions since the last turn changed, the player's among them, counts for what actors
    // see in this one.
    world.update_sight();
    hiding::update_hidden(world);
    world.shift.clock.0 += 1;
    fire::spread_gas(world);
    fire::choke(world);
    fire::burn(world);
    fire::scorch(world);
    if energise(world) {
        for_everybody(world, suffer);
    }
    for_everybody(world, |world, actor| {
        if actor.id != ActorId::PLAYER {
            act(world, actor);
        }
    });
    world.deal(ActorId::PLAYER.0);
    let is_before_shift = world.is_before_shift();
    party::tick(world);
    if is_before_shift {
        return;
    }
    cords::wind(world);
    noise::spark(world);
    raise_bodies(world);
    bring_vermin(world);
    mend_player(world);
}

/// Calls a function for each actor by id. Actors that are gone by then are skipped; those that came
/// meanwhile wait for the next turn.
fn for_everybody(world: &mut World, mut f: impl FnMut(&mut World, &ActorRef)) {
    let last = world.run.next_id;
    let (mut next, mut place) = (ActorId(0), 0);
    while world.shift.end.is_none() {
        // The index of the next actor is near that of the last one; actors before it may be gone.
        while place > 0 && world.roster().get(place - 1).is_none_or(|actor| actor.id >= next) {
            place -= 1;
        }
        while world.roster().get(place).is_some_and(|actor| actor.id < next) {
            place += 1;
        }
        let Some(&actor) = world.roster().get(place) else { return };
        if actor.id.0 >= last {
            return;
        }
        f(world, &actor);
        next = ActorId(actor.id.0 + 1);
    }
}

/// Gives actors the energy of a turn. Returns whether any actor has a status: on most turns none
/// has.
fn energise(world: &mut World) -> bool {
    let (pace, away) = (world.pace(), world.is_away());
    let mut anybody_ails = false;
    world.change_all_vitals(|catalog, actor, statuses, vitals| {
        let natural = catalog.actor(actor.kind).speed;
        if *statuses == Statuses::default() && actor.id != ActorId::PLAYER {
            vitals.energy += i32::from(natural);
            return;
        }
        anybody_ails |= *statuses != Statuses::default();
        // The player saves up no energy while off the floor.
        let is_away = away && actor.id == ActorId::PLAYER;
        if !statuses.has(Status::Stunned) && !is_away {
            let pace = if actor.id == ActorId::PLAYER { pace } else { 100 };
            vitals.energy += speed(natural, statuses, pace);
        }
    });
    anybody_ails
}

/// Takes a turn off each status of an actor, and applies what the statuses do.
fn suffer(world: &mut World, actor: &ActorRef) {
    if world.is_away() && actor.id == ActorId::PLAYER {
        return;
    }
    let statuses = world.statuses(actor.entity);
    if statuses == Statuses::default() {
        return;
    }
    for (status, turns) in statuses.iter() {
        // Water washes off others than the one that it puts out.
        if !world.has_status(actor.entity, status) {
            continue;
        }
        let left = turns - 1;
        world.hot_mut(actor.entity).statuses.0[status as usize] = left;
        match status {
            Status::Poisoned => world.harm(actor, Harm::Status(status), i32::from(turns % 2)),
            Status::Burning => smoulder(world, actor),
            Status::Mending => {
                world.heal(actor, 1);
            }
            _ => {}
        }
        if world.alive(actor.id).is_none() || world.shift.end.is_some() {
            return;
        }
        // The last harm of a status comes before its end.
        if left == 0 {
            world.emit(FightEvent::StatusEnded { who: world.who(actor), status });
        }
    }
    if statuses.turns(Status::Floating) == 1
        && let Some(actor) = world.alive(actor.id)
    {
        world.arrive(&actor);
    }
}

/// A turn of burning: water beside ends it, else it hurts, and sets alight what is underfoot.
fn smoulder(world: &mut World, actor: &ActorRef) {
    if fire::is_by_water(world, actor) {
        world.quench(actor);
        return;
    }
    fire::carry(world, actor);
    let rules = &world.catalog.rules.fire;
    let is_tarred = world.has_status(actor.entity, Status::Tarred);
    let damage = if is_tarred { rules.damage_tarred } else { rules.damage };
    world.harm(actor, Harm::Status(Status::Burning), damage);
}

fn act(world: &mut World, actor: &ActorRef) {
    if ai::play_idle_guard(world, actor) {
        return;
    }
    world.deal(world.number_of(actor.id));
    // Energy comes in once a turn alone, so that the number of actions is known before the first.
    let vitals = &mut world.hot_mut(actor.entity).vitals;
    let actions = vitals.energy / ACTION_ENERGY;
    vitals.energy -= actions.max(0) * ACTION_ENERGY;
    for _ in 0..actions {
        let Some(now) = world.alive(actor.id) else { return };
        if world.shift.end.is_some() {
            return;
        }
        let decided = ai::decide(world, &now);
        perform::perform(world, &now, decided);
    }
}

/// Bodies get up by their clock before dawn, and at dawn when a raider comes near, whom they hunt.
fn raise_bodies(world: &mut World) {
    let now = world.shift.turns_in_play();
    let raiders: Vec<ActorRef> = world.raiders_inside().collect();
    let near = world.catalog.rules.raid.stirs;
    let comer = |at: Pos| {
        let raiders = raiders.iter().map(|raider| (raider.pos.steps_to(at), raider.id));
        raiders.min().filter(|&(cells, _)| cells <= near).map(|(_, id)| id)
    };
    let is_dawn = world.raid().is_some();
    let (mut due, mut stirring) = (Vec::new(), Vec::new());
    world.each_thing(|pos, body: &Body| {
        if is_dawn {
            let comer = comer(pos).filter(|_| body.rises != Turns(u32::MAX));
            due.extend(comer.map(|comer| (pos, *body, Some(comer))));
        } else if body.rises <= now {
            due.push((pos, *body, None));
        } else if body.rises.saturating_sub(now) == STIRRING_TURNS {
            stirring.push((pos, *body));
        }
    });
    stirring.retain(|&(pos, _)| !world.is_away() && world.floor.known(pos).body);
    stirring.sort_unstable_by_key(|&(pos, _)| pos);
    for (at, Body { kind: body, person, .. }) in stirring {
        let (way, turns) = (world.player_pos().bearing(at), STIRRING_TURNS.0);
        world.emit(WorkEvent::BodyStirs { body, person, at, way, turns });
    }
    due.sort_unstable_by_key(|&(pos, ..)| pos);
    for (pos, body, comer) in due {
        let Some(place) = world.nearest_free(pos) else { continue };
        world.lift_body(pos);
        world.shift.order.lost[JobKind::Body] += 1;
        let risen = world.spawn(world.catalog.risen(body.kind, world.depth), place);
        if let Some(quarry) = comer.and_then(|id| world.alive(id)) {
            let hunting = AiState::Hunting { quarry: quarry.id, last_seen: quarry.pos, lost: 0 };
            world.set_ai_state(&risen, hunting);
            world.set_in_wait(risen.id, true);
        }
        let who = world.who(&risen);
        world.emit(WorkEvent::BodyRose { body: body.kind, person: body.person, who });
    }
}

/// Now and then filth attracts vermin, which come in out of the player's sight; not in the
/// tutorial.
fn bring_vermin(world: &mut World) {
    if world.shift.tutor.is_some() {
        return;
    }
    let rules = &world.catalog.rules;
    let (every, percent, max, kind) =
        (rules.vermin_every, rules.vermin_percent, rules.max_actors, world.catalog.rules.vermin.id);
    let percent_of_usual = world.vermin_with_perks(world.changes().vermin_percent);
    let every = (every * 100 / percent_of_usual.max(1)).max(1);
    if !world.clock().0.is_multiple_of(every) || world.roster().len() >= max {
        return;
    }
    let mut filth: Vec<_> = world.floor.blood.iter().collect();
    filth.extend(world.body_cells().iter());
    filth.sort_unstable();
    if !world.streams.floor.percent((filth.len() as u32 * percent).min(MAX_VERMIN_PERCENT)) {
        return;
    }
    filth.retain(|&pos| !world.sight.visible.contains(pos) && !world.is_occupied(pos));
    filth.retain(|&pos| world.floor.is_passable(pos));
    if let Some(&pos) = world.streams.floor.pick(&filth) {
        let came = world.spawn(kind, pos);
        world.emit(WorkEvent::VerminCame { who: world.who(&came) });
    }
}

/// The player regains health, by nature and by what is worn.
fn mend_player(world: &mut World) {
    if world.shift.end.is_some() {
        return;
    }
    if world.is_away() {
        return;
    }
    let player = world.roster()[0];
    let is_due = |turns: &u16| *turns > 0 && world.clock().0.is_multiple_of(u32::from(*turns));
    let amount = world.regeneration_periods().iter().filter(|turns| is_due(turns)).count() as i32;
    if amount > 0 && !world.has_status(player.entity, Status::Poisoned) {
        let vitals = &mut world.hot_mut(player.entity).vitals;
        vitals.health = (vitals.health + amount).min(vitals.max_health);
    }
}

/// Plays the raid that is on to its end, with the player off the floor. `tell` gets the events of
/// each turn.
pub(crate) fn play_out(world: &mut World, mut tell: impl FnMut(&mut Vec<Event>)) {
    while world.raid().is_some() && world.shift.end.is_none() {
        tick(world);
        tell(&mut world.events);
        world.events.clear();
    }
}
