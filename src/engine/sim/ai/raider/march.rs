//! Where a party goes: the leader to the edges of what they know, the others after the leader.

use crate::sim::action::Action;
use crate::sim::ai::raider::{stride, support};
use crate::sim::ai::{habits, pathing};
use crate::sim::prelude::*;
use base::sees;

/// Within this distance of the leader, followers take their time.
const NEAR_LEADER_STEPS: i32 = 3;

/// Within this distance of the leader's footsteps, a follower walks straight to them, or queues.
const CATCH_UP_STEPS: i32 = 8;

/// One in this many turns near the leader, a follower takes a random step.
const STROLL_ONE_IN: u32 = 2;

/// One in this many turns before a noticed trap in the only way, a party walks over it though one
/// of them could deal with it.
const BRAVE_ONE_IN: u32 = 12;

/// One in this many turns in which the leader's way is blocked, the leader chooses another route.
const NEW_ROUTE_ONE_IN: u32 = 3;

pub(super) fn march(world: &mut World, actor: &ActorRef) -> Option<Action> {
    let leader = world.raid().and_then(Raid::leader);
    match leader.and_then(|leader| world.alive(leader)) {
        Some(leader) if leader.id != actor.id => follow(world, actor, &leader),
        _ => lead(world, actor),
    }
}

fn follow(world: &mut World, actor: &ActorRef, leader: &ActorRef) -> Option<Action> {
    let is_near = actor.pos.steps_to(leader.pos) <= NEAR_LEADER_STEPS
        && sees(&world.floor.opaque, actor.pos, leader.pos);
    if is_near && world.streams.ai.one_in(STROLL_ONE_IN) {
        return habits::wander(world, actor);
    }
    if let Some(dir) = pathing::straight(world, actor, leader.pos) {
        return Some(Action::Step(dir));
    }
    // The newest of the leader's footsteps in reach, or that a straight line leads to.
    let footsteps =
        || world.raid().into_iter().flat_map(|raid| raid.footsteps.iter().rev().copied());
    let newest = footsteps().find(|pos| pos.steps_to(actor.pos) <= 1);
    let beside = newest.and_then(|pos| Dir::between(actor.pos, pos));
    let back = || {
        let is_close = |at: &Pos| !is_near && at.steps_to(actor.pos) <= CATCH_UP_STEPS;
        footsteps().filter(is_close).find_map(|at| pathing::line(world, actor, at))
    };
    if let Some(dir) = beside.filter(|&dir| !world.cuts_corner(actor, dir)).or_else(back) {
        // An actor on the next footstep is ahead in the queue: wait.
        return pathing::is_open(world, actor, dir, false).then_some(Action::Step(dir));
    }
    if is_near {
        return None;
    }
    let at = footsteps().min_by_key(|pos| pos.steps_to(actor.pos)).unwrap_or(leader.pos);
    match pathing::towards(world, actor, at) {
        // A follower that is near and finds no step waits in a queue.
        None if at.steps_to(actor.pos) > CATCH_UP_STEPS => stride::scout(world, actor),
        step => step,
    }
}

/// A step along the route, or along a new one.
fn lead(world: &mut World, actor: &ActorRef) -> Option<Action> {
    world.shift.raid.as_mut()?.leave_footstep(actor.pos);
    for _ in 0..2 {
        if let Some(dir) = next_of_route(world, actor) {
            return stride::stride(world, actor, dir).or_else(|| {
                // The obstacle may go away or stay: now and then another route is tried.
                if world.streams.ai.one_in(NEW_ROUTE_ONE_IN) {
                    world.shift.raid.as_mut()?.route.clear();
                }
                None
            });
        }
        choose(world, actor);
        if world.raid()?.heading != Heading::In {
            return support::go_to_exit(world, actor);
        }
    }
    None
}

/// The next step of the route, as long as unseen cells lie at its end.
fn next_of_route(world: &mut World, actor: &ActorRef) -> Option<Dir> {
    let raid = world.shift.raid.as_mut()?;
    raid.route.pop_if(|next| *next == actor.pos);
    let raid = world.raid()?;
    let (&next, &goal) = (raid.route.last()?, raid.route.first()?);
    let is_worth_it = goal.cardinals().any(|pos| !raid.seen.contains(pos));
    let dir = Dir::between(actor.pos, next);
    if !is_worth_it || dir.is_none() || pathing::avoids_trap(world, actor, next, false) {
        world.shift.raid.as_mut()?.route.clear();
        return None;
    }
    dir
}

/// Chooses the next edge of the seen cells to go to, or that the party leaves. Where nothing but
/// traps that it has noticed keeps it from going on, it decides to walk over the first of them.
fn choose(world: &mut World, actor: &ActorRef) {
    let Some(raid) = world.raid() else { return };
    let knows_exit = raid.seen.contains(world.floor.exit);
    let has_seen_enough = world.clock().saturating_sub(raid.began).0 >= raid.stays(world.catalog());
    let mut route = Vec::new();
    if !(knows_exit && has_seen_enough) {
        let ground = stride::ground(world, raid, actor.pos);
        route = stride::route_to_edge(world, raid, &ground, actor.pos);
    }
    if route.is_empty()
        && let Some(trap) = trap_in_the_only_way(world, raid, actor)
    {
        if has_specialist(world, raid) && !world.streams.ai.one_in(BRAVE_ONE_IN) {
            return;
        }
        let who = world.who(actor);
        if let Some(raid) = &mut world.shift.raid {
            set_member(&mut raid.braved, trap, true);
        }
        world.emit(RaidEvent::TrapBraved { who, at: trap });
        return;
    }
    let heading = match (route.is_empty(), knows_exit) {
        (false, _) => Heading::In,
        (true, true) => Heading::Out,
        (true, false) => Heading::Home,
    };
    if let Some(raid) = &mut world.shift.raid {
        (raid.route, raid.heading) = (route, heading);
    }
}

/// Whether a member of the party can disarm a trap or set it off from afar.
fn has_specialist(world: &World, raid: &Raid) -> bool {
    raid.inside().filter_map(|id| world.alive(id)).any(|member| {
        let raider = world.raider_kind(&member);
        raider.is_some_and(|raider| raider.disarms > 0 || raider.bursts > 0)
    })
}

/// The first armed trap on the way on, where the party avoids it and has no other way: to the exit
/// if it knows it, else to the edge of what it has seen.
fn trap_in_the_only_way(world: &World, raid: &Raid, actor: &ActorRef) -> Option<Pos> {
    let is_avoided = |pos: &Pos| world.floor.armed.contains(*pos) && raid.avoids(*pos);
    let avoided: Vec<Pos> = raid.spotted.iter().copied().filter(is_avoided).collect();
    if avoided.is_empty() {
        return None;
    }
    let exit = world.floor.exit;
    let knows_exit = raid.seen.contains(exit);
    let mut ground = stride::ground(world, raid, actor.pos);
    let mut field = DistanceField::new();
    let mut reaches_exit =
        |ground: &Bits| field.spread_until(ground, [exit], Moves::Eight, actor.pos).is_some();
    if knows_exit && reaches_exit(&ground) {
        return None;
    }
    for &pos in &avoided {
        ground.insert(pos);
    }
    if !knows_exit {
        let route = stride::route_to_edge(world, raid, &ground, actor.pos);
        return route.into_iter().rev().find(|pos| avoided.contains(pos));
    }
    reaches_exit(&ground).then_some(())?;
    let way = std::iter::successors(Some(actor.pos), |&at| Some(at + field.step_down(at)?));
    way.skip(1).find(|at| avoided.contains(at))
}
