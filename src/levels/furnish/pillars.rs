//! Builds pillars in rooms.

use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::furnish::clear_floor::is_clear_floor;
use crate::tile::Tile;
use base::{Pos, Rect};

/// Minimum side of a room with pillars, in cells.
const MIN_ROOM_SIDE_CELLS: i32 = 5;

/// Builds pillars in some of the rooms that are large enough: two rows along the longer walls, one near each corner, or a
/// pier in the middle, each with floor all around.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let percent = draft.setting("pillar_percent")? as u32;
    if draft.placement.is_some() {
        return Err(PassError::TooLate);
    }
    for room in 0..draft.rooms.len() {
        let floor = draft.rooms[room].rect;
        if floor.w.min(floor.h) < MIN_ROOM_SIDE_CELLS || !draft.stream.percent(percent) {
            continue;
        }
        for pillar in drawn(draft, floor) {
            if is_clear_floor(draft, pillar) {
                for pos in pillar.positions() {
                    draft.tiles[pos] = Tile::Wall;
                }
            }
        }
    }
    Ok(())
}

/// A random arrangement; rows are twice as likely as each of the others.
fn drawn(draft: &mut LevelDraft<'_>, floor: Rect) -> Vec<Rect> {
    match draft.stream.below(4) {
        0 => {
            let inset = draft.stream.range(1, (floor.w.min(floor.h) - 3) / 2);
            corners(floor.grown(-inset))
        }
        1 => vec![pier(floor)],
        _ => rows(floor),
    }
}

fn single(x: i32, y: i32) -> Rect {
    Rect::new(x, y, 1, 1)
}

fn corners(within: Rect) -> Vec<Rect> {
    let (right, bottom) = (within.right() - 1, within.bottom() - 1);
    [(within.x, within.y), (right, within.y), (within.x, bottom), (right, bottom)]
        .map(|(x, y)| single(x, y))
        .to_vec()
}

/// A pier in the middle, as thick as the parity of the sides demands; thicker in a large room.
fn pier(floor: Rect) -> Rect {
    let thick = |side: i32| 2 - side % 2 + if side > 10 { 2 } else { 0 };
    let Pos { x, y } = floor.centre();
    let (w, h) = (thick(floor.w), thick(floor.h));
    Rect::new(x - (w - 1) / 2, y - (h - 1) / 2, w, h)
}

/// Two rows along the longer walls, one cell from them, spaced as evenly as the length allows.
fn rows(floor: Rect) -> Vec<Rect> {
    let lies = floor.w >= floor.h;
    let (length, breadth) = if lies { (floor.w, floor.h) } else { (floor.h, floor.w) };
    let step = [3, 2, 4].into_iter().find(|step| (length - 3) % step == 0).unwrap_or(2);
    let along = (1..length - 1).step_by(step as usize);
    along
        .flat_map(|along| [(along, 1), (along, breadth - 2)])
        .map(|(along, across)| if lies { (along, across) } else { (across, along) })
        .map(|(x, y)| single(floor.x + x, floor.y + y))
        .collect()
}
