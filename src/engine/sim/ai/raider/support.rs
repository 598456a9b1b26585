//! Support of the party: healing friends and turning the undead.

use crate::sim::prelude::*;
use base::sees;

use crate::sim::query::fight::HEALERS_HELP_BELOW_PERCENT;
use crate::sim::query::perception;
use crate::sim::rules::action::{Action, RaiderAction};

/// Heals the friend with the least share of its health, or turns the undead in sight.
pub(super) fn heal_or_turn_undead(world: &mut World, actor: &ActorRef) -> Option<Action> {
    let raider = world.kind(actor).raider.as_ref()?;
    let (heals, turns) = (raider.heals, raider.turns_undead);
    if let Some(heals) = heals
        && let Some(friend) = worst_off(world, actor, heals.range)
        && world.streams.ai.percent(heals.ready)
    {
        return Some(Action::RaiderAction(RaiderAction::Heal(friend.id)));
    }
    if let Some(turns) = turns
        && perception::undead_in_sight(world, actor, turns.range)
            .iter()
            .any(|undead| !world.has_status(undead.entity, Status::Frightened))
        && world.streams.ai.percent(turns.ready)
    {
        return Some(Action::RaiderAction(RaiderAction::TurnUndead));
    }
    None
}

fn worst_off(world: &World, actor: &ActorRef, range: i32) -> Option<ActorRef> {
    let share = |other: &ActorRef| {
        let vitals = world.vitals(other.entity);
        vitals.health * 100 / vitals.max_health
    };
    let raid = world.raid()?;
    let friends = raid.inside().filter_map(|id| world.alive(id)).filter(|friend| {
        friend.pos.steps_to(actor.pos) <= range
            && share(friend) < HEALERS_HELP_BELOW_PERCENT
            && sees(world.floor.opaque(), actor.pos, friend.pos)
    });
    friends.min_by_key(|friend| (share(friend), friend.id))
}
