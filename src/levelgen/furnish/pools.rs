//! Pools of deep water in rooms.

use crate::base::{Pos, Rect};
use crate::levelgen::draft::Plan;
use crate::levelgen::error::PassError;
use crate::levelgen::furnish::clear_floor::{floor_of, is_clear_floor};
use crate::levelgen::tile::Tile;

/// Cells of floor that stay on every side of a pool.
const MARGIN: i32 = 2;

/// Sinks a pool into some of the rooms that are large enough. One goes round it on all sides, two cells
/// from the walls: so it cuts nothing and bars no door.
pub(in crate::levelgen) fn run(plan: &mut Plan<'_>) -> Result<(), PassError> {
    let percent = plan.setting("pool_percent")? as u32;
    if plan.site.is_some() {
        return Err(PassError::Recipe("Pools"));
    }
    for room in 0..plan.rooms.len() {
        let basin = floor_of(&plan.rooms[room]).grown(-MARGIN);
        if basin.w >= 2 && basin.h >= 2 && plan.stream.percent(percent) {
            let pool = shrunk(plan, basin);
            if is_clear_floor(plan, pool) {
                fill(plan, pool);
            }
        }
    }
    Ok(())
}

/// The longest side of a pool, in cells.
const LONGEST: i32 = 8;

/// The middle of a basin, no smaller than two cells either way.
fn shrunk(plan: &mut Plan<'_>, basin: Rect) -> Rect {
    let mut side = |from: i32, most: i32| {
        let length = plan.stream.range((most / 2).clamp(2, LONGEST), most.min(LONGEST));
        (from + (most - length) / 2, length)
    };
    let ((x, w), (y, h)) = (side(basin.x, basin.w), side(basin.y, basin.h));
    Rect::new(x, y, w, h)
}

/// Water in a rectangle, without its corners where it has corners to spare.
fn fill(plan: &mut Plan<'_>, pool: Rect) {
    let is_round = pool.w > 2 && pool.h > 2 && plan.stream.one_in(2);
    let is_corner = |pos: Pos| {
        (pos.x == pool.x || pos.x == pool.right() - 1)
            && (pos.y == pool.y || pos.y == pool.bottom() - 1)
    };
    for pos in pool.positions().filter(|&pos| !(is_round && is_corner(pos))) {
        plan.tiles[pos] = Tile::DeepWater;
    }
}
