//! How raiders decide. Each knows what the party has seen; the leader explores, the others follow,
//! and each goes off for what its kind is good at.

mod errand;
mod look;
mod march;
mod stride;
pub(super) mod support;

use crate::sim::action::Action;
use crate::sim::ai::habits::go_and_look;
use crate::sim::ai::perceive;
use crate::sim::prelude::*;

/// Turns without a sight of the quarry after which a party goes on.
const FORGET_QUARRY_TURNS: u8 = 4;

/// What a raider does with its turn; `None` for a turn of waiting.
pub(super) fn decide(world: &mut World, actor: &ActorRef, own: Raider) -> Option<Action> {
    look::update_knowledge(world, actor);
    let ai_state = perceive::perceive(world, actor);
    let turned_back = world.raid().is_none_or(|raid| raid.turned_back);
    if turned_back || wants_home(world, actor) {
        return march::retreat(world, actor);
    }
    if let Some(help) = support::heal_or_turn_undead(world, actor) {
        return Some(help);
    }
    match ai_state {
        AiState::Hunting { quarry, last_seen, lost } if lost <= FORGET_QUARRY_TURNS => {
            if lost == 0 {
                look::see_along_line(world, actor, last_seen);
            }
            return support::fight(world, actor, quarry, last_seen);
        }
        AiState::Hunting { .. } => world.set_ai_state(actor, AiState::Idle),
        AiState::Curious { goal, .. }
            if world.raider_kind(actor).is_some_and(|raider| raider.tracks) =>
        {
            if let Some(step) = go_and_look(world, actor, goal) {
                return Some(step);
            }
        }
        _ => {}
    }
    support::join(world, actor)
        .or_else(|| errand::search(world, actor))
        .or_else(|| errand::errand(world, actor, own))
        .or_else(|| march::march(world, actor))
}

/// Whether a raider goes home: it is hurt. A person of a journey's cast turns back earlier: there
/// is another night.
pub(crate) fn wants_home(world: &World, actor: &ActorRef) -> bool {
    let member = world.raid().and_then(|raid| raid.member(actor.id));
    let is_person = member.is_some_and(|member| member.person.is_some());
    let health = world.health_percent(actor);
    world.is_hurt_to_flee(actor)
        || health < world.catalog.rules.raid.home_percent
        || is_person && health < world.catalog.cast.turns_back
}
