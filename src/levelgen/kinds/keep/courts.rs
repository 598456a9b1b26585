//! Courts with a lawn.

use crate::base::Rect;
use crate::levelgen::draft::Plan;
use crate::levelgen::error::PassError;
use crate::levelgen::level::Role;
use crate::levelgen::tile::Tile;

/// Cells between a lawn and the walls.
const WALK: i32 = 2;
/// The narrowest lawn.
const LEAST_LAWN: i32 = 3;

/// Sows grass in the middle of so many percent of the halls that are large enough and have no other
/// use, leaving a walk all round.
pub(in crate::levelgen) fn run(plan: &mut Plan<'_>) -> Result<(), PassError> {
    let percent = plan.setting("court_percent")? as u32;
    for room in plan.rooms.iter().filter(|room| room.role == Role::Room) {
        let lawn = Rect::new(room.x, room.y, room.w, room.h).grown(-WALK);
        if lawn.w < LEAST_LAWN || lawn.h < LEAST_LAWN || !plan.stream.percent(percent) {
            continue;
        }
        for pos in lawn.positions() {
            plan.tiles[pos] = Tile::Grass;
        }
    }
    Ok(())
}
