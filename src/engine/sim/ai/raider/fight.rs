//! Fights of raiders: which enemies they attack, how they cover and join friends.

use crate::sim::prelude::*;
use base::sees;

use crate::sim::ai::{hunt, pathing};
use crate::sim::rules::action::Action;

/// Distance within which a raider joins a fight of others, and turns after its last blow for which it does.
const HELP_RADIUS_CELLS: i32 = 12;
const FIGHT_REMEMBERED_TURNS: u32 = 3;

/// Distance within which a brawler attacks an actor that is not aggressive.
const BRAWLER_REACH_CELLS: i32 = 1;

/// Distance within which a raider covers a friend.
const COVER_RADIUS_CELLS: i32 = 4;

/// Whether a raider would attack an enemy: the player, one that is aggressive or hunts, and for brawlers any beside.
pub(in crate::sim::ai) fn would_attack(world: &World, actor: &ActorRef, other: &ActorRef) -> bool {
    other.id == ActorId::PLAYER
        || world.kind(other).temperament.aggressive
        || matches!(world.ai_state(other.entity), AiState::Hunting { .. })
        || (actor.pos.steps_to(other.pos) <= BRAWLER_REACH_CELLS
            && world.kind(actor).raider.as_ref().is_some_and(|raider| raider.brawls))
}

/// A turn of a fight: a raider with a shield covers a friend first; all others hunt like any actor.
pub(super) fn fight(
    world: &mut World,
    actor: &ActorRef,
    quarry: ActorId,
    last_seen: Pos,
) -> Option<Action> {
    let shields = world.kind(actor).raider.as_ref().is_some_and(|raider| raider.shields);
    if shields && let Some(step) = cover(world, actor, last_seen) {
        return Some(step);
    }
    hunt::hunt(world, actor, quarry, last_seen)
}

/// The step to the cell between a friend and a foe, if the foe is nearer to the friend than to us.
fn cover(world: &World, actor: &ActorRef, foe: Pos) -> Option<Action> {
    if actor.pos.is_beside(foe) {
        return None;
    }
    let raid = world.raid()?;
    let friend = raid.inside().filter_map(|id| world.alive(id)).find(|friend| {
        let distance = friend.pos.steps_to(foe);
        friend.id != actor.id
            && world.kind(friend).raider.as_ref().is_some_and(|raider| !raider.shields)
            && friend.pos.steps_to(actor.pos) <= COVER_RADIUS_CELLS
            && (2..=actor.pos.steps_to(foe)).contains(&distance)
            && sees(world.floor.opaque(), friend.pos, foe)
    })?;
    let between = Line::new(friend.pos, foe, Tie::NorthWest).next()?;
    let is_free = world.floor.is_passable(between) && !world.is_occupied(between);
    (is_free && between != actor.pos).then(|| pathing::towards(world, actor, between)).flatten()
}

/// A step to where others of the party fight; raiders that come for loot do not join.
pub(super) fn join(world: &World, actor: &ActorRef) -> Option<Action> {
    let raider = world.kind(actor).raider.as_ref()?;
    let (turn, at) = world.raid()?.last_fight?;
    let distance = actor.pos.steps_to(at);
    let is_on = world.clock().saturating_sub(turn).0 <= FIGHT_REMEMBERED_TURNS;
    if !is_on || raider.content_with > 0 || !(2..=HELP_RADIUS_CELLS).contains(&distance) {
        return None;
    }
    pathing::towards(world, actor, at)
}
