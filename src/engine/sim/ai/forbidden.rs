//! Steps that the traits of an actor forbid, whatever it decided.

use crate::sim::ai::pathing;
use crate::sim::prelude::*;
use crate::sim::rules::action::Action;

/// Replaces a decision that the actor's traits forbid: rooted actors take no step, and actors that shun light enter no
/// lit cell and leave one first of all. Where light keeps them from the player, they stay out of the reach of the weapon in hand.
pub(super) fn replace_forbidden_step(
    world: &World,
    actor: &ActorRef,
    action: Option<Action>,
) -> Option<Action> {
    let traits = &world.kind(actor).traits;
    match action {
        Some(Action::Step(_)) if traits.rooted => None,
        _ if !traits.shuns_light => action,
        _ if world.lit().contains(actor.pos) => out_of_light(world, actor),
        _ => keep_out_of_reach(world, actor, action),
    }
}

/// The decision of an actor in the dark that shuns light: no step into a lit cell. If it hunts the player, and all cells beside them
/// are lit, it comes no nearer than their weapon reaches, and steps back from there.
fn keep_out_of_reach(world: &World, actor: &ActorRef, action: Option<Action>) -> Option<Action> {
    let is_lit = |at: Pos| world.lit().contains(at);
    let action = action.filter(|own| !matches!(own, Action::Step(dir) if is_lit(actor.pos + *dir)));
    let hunts =
        matches!(world.ai_state(actor.entity), AiState::Hunting { quarry: ActorId::PLAYER, .. });
    let (player, reach) = (world.player_pos(), world.reach());
    let is_near = |at: Pos| at.steps_to(player) <= reach;
    let next = match action {
        Some(Action::Step(dir)) => actor.pos + dir,
        None | Some(Action::Wait) => actor.pos,
        other => return other,
    };
    let is_dark_floor = |at: Pos| world.floor.is_passable(at) && !is_lit(at);
    if !hunts || !is_near(next) || player.neighbours().any(is_dark_floor) {
        return action;
    }
    if !is_near(actor.pos) {
        return None;
    }
    let mut steps = Dir::ALL.into_iter().filter(|&dir| pathing::is_open(world, actor, dir, false));
    let back = steps.find(|&dir| !is_lit(actor.pos + dir) && !is_near(actor.pos + dir));
    back.map(Action::Step).or(action)
}

/// The first step into the dark, or else the first there is.
fn out_of_light(world: &World, actor: &ActorRef) -> Option<Action> {
    let is_lit = |dir: &Dir| world.lit().contains(actor.pos + *dir);
    let steps = Dir::ALL.into_iter().filter(|&dir| pathing::is_open(world, actor, dir, false));
    steps.min_by_key(is_lit).map(Action::Step)
}
