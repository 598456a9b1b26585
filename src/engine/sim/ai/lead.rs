//! Residents that follow the player to another post.

use crate::sim::ai::pathing::{self, NextStep};
use crate::sim::prelude::*;
use crate::sim::rules::action::Action;
use crate::sim::rules::leading;

/// Within this distance of the player, a resident that follows stands still.
const NEAR_CELLS: i32 = 2;

/// From a greater distance than this, it follows no longer.
const MAX_CELLS: i32 = 9;

/// The turn of the resident that follows the player; `None` for all others, and for one that follows no longer.
pub(super) fn follow(world: &mut World, actor: &ActorRef, ai_state: AiState) -> Option<Action> {
    if world.shift().prepared.led != Some(actor.id) {
        return None;
    }
    let is_busy = matches!(ai_state, AiState::Hunting { .. } | AiState::Fleeing { .. });
    if is_busy || world.raid().is_some() {
        leading::stop_leading(world, LeadEnd::Danger);
        return None;
    }
    let goal = world.player_pos();
    let distance = actor.pos.steps_to(goal);
    if world.is_away() || world.is_hidden() || distance > MAX_CELLS {
        leading::stop_leading(world, LeadEnd::Lost);
        return None;
    }
    if distance <= NEAR_CELLS && world.sight.visible.contains(actor.pos) {
        return Some(Action::Wait);
    }
    match pathing::find(world, actor, goal) {
        NextStep::Step(action) => Some(action),
        NextStep::Blocked => Some(Action::Wait),
        NextStep::Unreachable => {
            leading::stop_leading(world, LeadEnd::Lost);
            None
        }
    }
}
