use crate::base::Pos;

use super::way;
use crate::sim::action::Action;
use crate::sim::world::{Spot, World};

/// At its post, or on the way back there.
pub(super) fn keep(world: &mut World, actor: &Spot, post: Pos) -> Option<Action> {
    way::towards(world, actor, post)
}
