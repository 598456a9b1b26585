//! Where a level without features is entered and left.

use crate::base::{Bits, DistanceField, Moves, Pos, Rect};
use crate::levelgen::algo::local::{parts_around, ring};
use crate::levelgen::draft::Plan;
use crate::levelgen::error::PassError;
use crate::levelgen::level::Role;
use crate::levelgen::tile::Tile;

/// Starts that are tried before the attempt is given up.
const TRIES: u32 = 12;

/// Draws a start in the open, and an exit a long way from it: at least `min_distance` cells as the
/// crow walks, and among the last quarter by steps. The exit is never in anyone's way: without its
/// cell all others still hang together.
pub(in crate::levelgen) fn run(plan: &mut Plan<'_>) -> Result<(), PassError> {
    let min_distance = plan.setting("min_distance")?;
    let floor = Bits::of(&plan.tiles, |tile| tile.is_passable());
    let cells: Vec<Pos> = floor.iter().collect();
    let in_the_open: Vec<Pos> =
        cells.iter().copied().filter(|&pos| ring(&floor, pos).count_ones() >= 6).collect();
    let starts = if in_the_open.is_empty() { &cells } else { &in_the_open };
    let mut steps = DistanceField::new();
    for _ in 0..TRIES {
        let Some(&start) = plan.stream.pick(starts) else {
            break;
        };
        let is_far = |pos: &&Pos| pos.manhattan(start) >= min_distance;
        if !cells.iter().any(|pos| is_far(&pos)) {
            continue;
        }
        steps.spread(&floor, [start], Moves::Eight, DistanceField::FARTHEST);
        let steps_to = |pos: Pos| u32::from(steps.get(pos));
        let farthest = cells.iter().filter(is_far).map(|&pos| steps_to(pos)).max().unwrap_or(0);
        let exits: Vec<Pos> = cells
            .iter()
            .filter(is_far)
            .filter(|&&pos| steps_to(pos) >= farthest * 3 / 4 && parts_around(&floor, pos) <= 1)
            .copied()
            .collect();
        if let Some(&exit) = plan.stream.pick(&exits) {
            plan.tiles[start] = Tile::Start;
            plan.tiles[exit] = Tile::Exit;
            (plan.start, plan.exit) = (start, exit);
            name_rooms(plan);
            return Ok(());
        }
    }
    Err(PassError::Retry("no two places are min_distance apart"))
}

/// Writes down which rooms the level is entered and left by, if it has rooms and they are in any.
fn name_rooms(plan: &mut Plan<'_>) {
    for room in &mut plan.rooms {
        let floor = Rect::new(room.x, room.y, room.w, room.h);
        room.role = match (floor.contains(plan.start), floor.contains(plan.exit)) {
            (true, _) => Role::Start,
            (_, true) => Role::Exit,
            _ => room.role,
        };
    }
}
