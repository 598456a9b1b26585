//! Digs rooms and routed hallways.

use super::router::Hallway;
use crate::base::{Pos, Rect};
use crate::levelgen::plan::Plan;
use crate::levelgen::{Link, LinkKind, Tile};

/// Digs the floor of a room.
pub(in crate::levelgen) fn dig_room(plan: &mut Plan<'_>, room: Rect) {
    for pos in room.positions() {
        plan.tiles[pos] = Tile::Floor;
    }
}

/// Digs a hallway, hangs doors on the cells named and notes the link, without a gate.
pub(in crate::levelgen) fn dig_hallway(
    plan: &mut Plan<'_>,
    hallway: Hallway,
    kind: LinkKind,
    doors: Vec<Pos>,
) {
    let Hallway { a, b, cells } = hallway;
    for &pos in &cells {
        plan.tiles[pos] = Tile::Floor;
    }
    for &pos in &doors {
        plan.tiles[pos] = Tile::Door;
    }
    plan.links.push(Link { a, b, kind, cells, doors, gate: None });
}

/// Where the doors of a hallway hang if it has any: at both ends, or at the first alone where two would
/// hang side by side or with a single step between.
pub(in crate::levelgen) fn doorways(cells: &[Pos]) -> Vec<Pos> {
    match cells {
        [] => Vec::new(),
        [first, .., last] if cells.len() > 3 => vec![*first, *last],
        [first, ..] => vec![*first],
    }
}
