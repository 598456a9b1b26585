//! Steps that the traits of an actor forbid, whatever it decided.

use crate::base::Dir;

use crate::sim::ai::pathing;
use crate::sim::rules::action::Action;
use crate::sim::state::world::{ActorRef, World};

/// Replaces a decision that the actor's traits forbid: rooted actors take no step, and actors that shun light enter no
/// lit cell and leave one first of all.
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
        Some(Action::Step(dir)) if world.lit().contains(actor.pos + dir) => None,
        _ => action,
    }
}

/// The first step into the dark, or else the first there is.
fn out_of_light(world: &World, actor: &ActorRef) -> Option<Action> {
    let is_lit = |dir: &Dir| world.lit().contains(actor.pos + *dir);
    let steps = Dir::ALL.into_iter().filter(|&dir| pathing::is_open(world, actor, dir, false));
    steps.min_by_key(is_lit).map(Action::Step)
}
