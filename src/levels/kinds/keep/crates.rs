//! Crates along the walls.

use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::level::{RoomRole, ThingKind};
use base::{Pos, Rect};

/// Factor of the density of crates in a shop.
const SHOP_CRATE_FACTOR: u32 = 3;

/// Stacks crates on cells along the walls of every room: `crate_percent` of the corners, and fewer the farther from a
/// corner; never where a crate would block a way.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let percent = draft.setting("crate_percent")? as u32;
    for room in 0..draft.rooms.len() {
        let room = &draft.rooms[room];
        let rect = room.rect;
        let dense = if room.role == RoomRole::Shop { SHOP_CRATE_FACTOR * percent } else { percent };
        for pos in rect.positions().filter(|&pos| is_by_wall(rect, pos)) {
            let off = from_corner(rect, pos) as u32;
            if draft.stream.percent(dense / (1 + off)) && draft.can_stack(pos) {
                draft.place_thing(ThingKind::Crate, "crate", 1, pos);
            }
        }
    }
    Ok(())
}

fn is_by_wall(room: Rect, pos: Pos) -> bool {
    !room.grown(-1).contains(pos)
}

/// The distance from the nearest corner of the room along the wall, in cells.
fn from_corner(room: Rect, pos: Pos) -> i32 {
    let across = (pos.x - room.x).min(room.right() - 1 - pos.x);
    let down = (pos.y - room.y).min(room.bottom() - 1 - pos.y);
    across.max(down)
}
