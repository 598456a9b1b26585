//! Courts with a lawn.

use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::level::RoomRole;
use crate::tile::Tile;

/// The width of the floor between a lawn and the walls, in cells.
const WALK_CELLS: i32 = 2;
/// The shortest side of a lawn, in cells.
const MIN_LAWN_CELLS: i32 = 3;

/// Sows grass in the middle of `court_percent` of the halls that are large enough and have no special role, leaving a walk
/// all round.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let percent = draft.setting("court_percent")? as u32;
    for room in draft.rooms.iter().filter(|room| room.role == RoomRole::Room) {
        let lawn = room.rect.grown(-WALK_CELLS);
        if lawn.w < MIN_LAWN_CELLS || lawn.h < MIN_LAWN_CELLS || !draft.stream.percent(percent) {
            continue;
        }
        for pos in lawn.positions() {
            draft.tiles[pos] = Tile::Grass;
        }
    }
    Ok(())
}
