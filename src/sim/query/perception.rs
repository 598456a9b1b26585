//! Which actors see which.

use crate::base;
use crate::base::Pos;
use crate::content::Status;

use crate::sim::state::sight::Sight;
use crate::sim::state::world::{ActorRef, World};
use crate::sim::units::ActorId;

/// Distance within which a raider goes off for a chest, a thing that lies about, a trap or a brazier.
pub(crate) const MAX_ERRAND_CELLS: i32 = 8;

/// Whether an actor sees another now; a blind one perceives only those beside it.
pub(crate) fn sees(world: &World, actor: &ActorRef, other: &ActorRef) -> bool {
    let is_player = other.id == ActorId::PLAYER;
    if is_player && world.is_hidden() {
        return false;
    }
    if world.has_status(actor.entity, Status::Blind) {
        return actor.pos.is_beside(other.pos);
    }
    if is_player {
        world.is_player_seen_from(actor.pos)
    } else {
        base::sees(world.floor.opaque(), actor.pos, other.pos)
    }
}

impl World {
    /// Whether an actor on a cell sees the player: exactly where the player would see them,
    /// and besides from anywhere in line when the player stands in the light, or burns.
    pub fn is_player_seen_from(&self, pos: Pos) -> bool {
        let Sight { los, lit, .. } = &self.sight;
        let shines =
            || lit.contains(self.player_pos()) || self.has_status(self.player(), Status::Burning);
        los.contains(pos)
            && (lit.contains(pos) || shines() || {
                let reach = i64::from(self.lantern());
                pos.squared(self.player_pos()) <= reach * reach + reach
            })
    }

    /// How far the lantern shines.
    pub(crate) fn lantern(&self) -> i32 {
        let extra: i32 = self.belongings().equipment(&self.catalog).map(|item| item.light).sum();
        self.catalog.rules.lantern + extra
    }
}

/// The undead enemies that an actor sees within `range` steps, in reading order.
pub(crate) fn undead_in_sight(world: &World, actor: &ActorRef, range: i32) -> Vec<ActorRef> {
    let near = world.foes_near(actor, range).filter_map(|pos| world.actor_at(pos).copied());
    let mut undead: Vec<ActorRef> = near
        .filter(|other| {
            world.kind(other).faction == "undead"
                && base::sees(world.floor.opaque(), actor.pos, other.pos)
        })
        .collect();
    undead.sort_unstable_by_key(|other| other.pos);
    undead
}
