//! The way of a thing that is thrown.

use crate::sim::prelude::*;
use base::clear_line;

/// The cells that a thing thrown at a target flies over, up to where it comes to rest: the target,
/// the first actor in the way, the last cell before a wall, or as far as it carries.
///
/// `stops` holds for cells where an actor stops the flight, `blocked` for cells that nothing flies into.
pub(crate) fn flight(
    world: &World,
    target: Pos,
    range: i32,
    blocked: impl Fn(Pos) -> bool,
    stops: impl Fn(Pos) -> bool,
) -> Vec<Pos> {
    let from = world.player_pos();
    let line = clear_line(world.floor.opaque(), from, target)
        .unwrap_or_else(|| Line::new(from, target, Tie::NorthWest));
    let mut path = Vec::new();
    for next in line.take(range as usize) {
        if blocked(next) {
            break;
        }
        path.push(next);
        if stops(next) {
            break;
        }
    }
    path
}

/// Nothing flies into it: a wall, a shut door, the edge of the world. Over water and pits things fly.
pub(crate) fn is_blocked(world: &World, pos: Pos) -> bool {
    !world.floor.contains(pos) || world.floor.opaque().contains(pos)
}
