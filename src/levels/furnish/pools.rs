//! Digs pools of deep water in rooms.

use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::furnish::clear_floor::is_clear_floor;
use crate::tile::Tile;
use base::{Pos, Rect};

/// Number of cells of floor that stay on every side of a pool.
const FLOOR_MARGIN_CELLS: i32 = 2;

/// Digs a pool in some of the rooms that are large enough, two cells or more from the walls, so that it disconnects nothing
/// and blocks no door.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let percent = draft.setting("pool_percent")? as u32;
    if draft.placement.is_some() {
        return Err(PassError::TooLate);
    }
    for room in 0..draft.rooms.len() {
        let basin = draft.rooms[room].rect.grown(-FLOOR_MARGIN_CELLS);
        if basin.w >= 2 && basin.h >= 2 && draft.stream.percent(percent) {
            let pool = shrunk(draft, basin);
            if is_clear_floor(draft, pool) {
                fill(draft, pool);
            }
        }
    }
    Ok(())
}

/// Maximum side of a pool, in cells.
const MAX_POOL_SIDE_CELLS: i32 = 8;

/// A rectangle of random size in the middle of a basin, at least two cells either way.
fn shrunk(draft: &mut LevelDraft<'_>, basin: Rect) -> Rect {
    let mut side = |from: i32, space: i32| {
        let length = draft
            .stream
            .range((space / 2).clamp(2, MAX_POOL_SIDE_CELLS), space.min(MAX_POOL_SIDE_CELLS));
        (from + (space - length) / 2, length)
    };
    let ((x, w), (y, h)) = (side(basin.x, basin.w), side(basin.y, basin.h));
    Rect::new(x, y, w, h)
}

/// Fills a rectangle with water; a large one sometimes without its corners.
fn fill(draft: &mut LevelDraft<'_>, pool: Rect) {
    let is_round = pool.w > 2 && pool.h > 2 && draft.stream.one_in(2);
    let is_corner = |pos: Pos| {
        (pos.x == pool.x || pos.x == pool.right() - 1)
            && (pos.y == pool.y || pos.y == pool.bottom() - 1)
    };
    for pos in pool.positions().filter(|&pos| !(is_round && is_corner(pos))) {
        draft.tiles[pos] = Tile::DeepWater;
    }
}
