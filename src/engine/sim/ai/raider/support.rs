//! Raiders in a fight, and beside friends.

use crate::sim::action::Action;
use crate::sim::ai::{hunt, pathing};
use crate::sim::fight::odds::HEALERS_HELP_BELOW_PERCENT;
use crate::sim::floor::hiding;
use crate::sim::prelude::*;
use base::sees;

/// Distance within which a raider joins a fight of others, and turns after its last blow for which
/// it does.
const HELP_RADIUS_CELLS: i32 = 12;
const FIGHT_REMEMBERED_TURNS: u32 = 3;

/// Distance within which a brawler attacks an actor that is not aggressive.
const BRAWLER_REACH_CELLS: i32 = 1;

/// Distance within which a raider covers a friend.
const COVER_RADIUS_CELLS: i32 = 4;

/// Whether a raider would attack an enemy: the player, one that is aggressive or hunts, and for
/// brawlers any beside.
pub(in crate::sim::ai) fn would_attack(world: &World, actor: &ActorRef, other: &ActorRef) -> bool {
    let wants_heads = || world.raid().is_some_and(|raid| raid.want == Want::Heads);
    other.id == ActorId::PLAYER
        || (matches!(world.duty(other.entity), Duty::Guard { .. }) && wants_heads())
        || world.kind(other).temperament.aggressive
        || matches!(world.ai_state(other.entity), AiState::Hunting { .. })
        || (actor.pos.steps_to(other.pos) <= BRAWLER_REACH_CELLS
            && world.raider_kind(actor).is_some_and(|raider| raider.brawls))
}

/// A turn of a fight: a raider with a shield covers a friend first; all others hunt like any actor.
pub(crate) fn fight(
    world: &mut World,
    actor: &ActorRef,
    quarry: ActorId,
    last_seen: Pos,
) -> Option<Action> {
    let shields = world.raider_kind(actor).is_some_and(|raider| raider.shields);
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
            && world.raider_kind(friend).is_some_and(|raider| !raider.shields)
            && friend.pos.steps_to(actor.pos) <= COVER_RADIUS_CELLS
            && (2..=actor.pos.steps_to(foe)).contains(&distance)
            && sees(&world.floor.opaque, friend.pos, foe)
    })?;
    let between = Line::new(friend.pos, foe, Tie::NorthWest).next()?;
    let is_free = world.floor.is_passable(between) && !world.is_occupied(between);
    (is_free && between != actor.pos).then(|| pathing::towards(world, actor, between)).flatten()
}

/// A step to where others of the party fight; raiders that come for loot do not join.
pub(crate) fn join(world: &World, actor: &ActorRef) -> Option<Action> {
    let raider = world.raider_kind(actor)?;
    let (turn, at) = world.raid()?.last_fight?;
    let distance = actor.pos.steps_to(at);
    let is_on = world.clock().saturating_sub(turn).0 <= FIGHT_REMEMBERED_TURNS;
    if !is_on || raider.content_with > 0 || !(2..=HELP_RADIUS_CELLS).contains(&distance) {
        return None;
    }
    pathing::towards(world, actor, at)
}

/// Heals the friend with the least share of its health, or turns the undead in sight.
pub(crate) fn heal_or_turn_undead(world: &mut World, actor: &ActorRef) -> Option<Action> {
    let (raider, raid) = (world.raider_kind(actor)?, world.raid()?);
    let turns = raider.turns_undead;
    if let Some(heals) = raider.heals
        && let Some(friend) =
            worst_off(world, actor, heals.range, raid.inside().filter_map(|id| world.alive(id)))
        && world.streams.ai.percent(heals.ready)
    {
        return Some(Action::Heal(friend));
    }
    let is_calm = |undead: &ActorRef| !world.has_status(undead.entity, Status::Frightened);
    if let Some(turns) = turns
        && hiding::undead_in_sight(world, actor, turns.range).iter().any(is_calm)
        && world.streams.ai.percent(turns.ready)
    {
        return Some(Action::TurnUndead);
    }
    None
}

/// Of some friends in sight that need a healer, the one with the least share of its health.
pub(in crate::sim::ai) fn worst_off(
    world: &World,
    actor: &ActorRef,
    range: i32,
    friends: impl Iterator<Item = ActorRef>,
) -> Option<ActorId> {
    let hurt = friends.filter(|friend| {
        friend.pos.steps_to(actor.pos) <= range
            && world.health_percent(friend) < HEALERS_HELP_BELOW_PERCENT
            && sees(&world.floor.opaque, actor.pos, friend.pos)
    });
    hurt.map(|friend| (world.health_percent(&friend), friend.id)).min().map(|(_, id)| id)
}
