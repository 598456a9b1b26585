//! Webs around a post.

use crate::sim::prelude::*;
use crate::sim::rules::action::Action;

/// The most webs around a post.
const MAX_WEBS: usize = 4;

/// How far from its post a weaver lays them, in cells.
const WEB_RADIUS_CELLS: i32 = 2;

/// One in this many idle turns, a weaver lays a web.
const WEAVE_ONE_IN: u32 = 5;

/// Lays another web near the post, where actors can walk round it.
pub(super) fn weave(world: &mut World, actor: &ActorRef, post: Pos) -> Option<Action> {
    let kind = world.kind(actor).traits.weaves.as_ref()?.id;
    if !world.ai_stream().one_in(WEAVE_ONE_IN) {
        return None;
    }
    let is_web = |pos| matches!(world.floor.fixture(pos), Some(Fixture::Trap { kind: own, .. }) if own == kind);
    let about = Rect::around(post, WEB_RADIUS_CELLS);
    if about.positions().filter(|&pos| is_web(pos)).count() >= MAX_WEBS {
        return None;
    }
    let places: Vec<Pos> =
        about.positions().filter(|&pos| pos != post && has_room(world, pos)).collect();
    world.ai_stream().pick(&places).copied().map(Action::Weave)
}

/// A bare cell in the open: its neighbours can all be walked on.
fn has_room(world: &World, pos: Pos) -> bool {
    world.is_bare(pos)
        && !world.floor.has_blood(pos)
        && pos
            .neighbours()
            .all(|beside| world.floor.is_passable(beside) && !world.is_armed_trap(beside))
}
