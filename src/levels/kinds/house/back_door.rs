//! The back door of a house, where a shift begins.

use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::kinds::house::front_door::inside;
use crate::level::RoomRole;
use base::{Bits, DistanceField, Moves, Pos};

/// Makes the cell along the outer walls with the longest way to the front door the one where a shift begins; the last in
/// reading order of several. Its room becomes the closet room, if it is not the one behind the front door.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    if draft.placement.is_some() {
        return Err(PassError::TooLate);
    }
    let passable = Bits::of(&draft.tiles, |tile| tile.is_passable());
    let mut steps = DistanceField::new();
    steps.spread(&passable, [draft.exit], Moves::Eight, DistanceField::MAX_DISTANCE);
    let (inside, inner) = (inside(draft), inside(draft).grown(-1));
    let is_by_outer_wall = |pos: &Pos| passable.contains(*pos) && !inner.contains(*pos);
    let back_door = inside
        .positions()
        .filter(is_by_outer_wall)
        .max_by_key(|&pos| steps.get(pos))
        .ok_or(PassError::Missing("floor"))?;
    let house = draft.detail.house.as_mut().ok_or(PassError::Missing("a front door"))?;
    house.back_door = back_door;
    for room in draft.rooms.iter_mut().filter(|room| room.rect.contains(back_door)) {
        if room.role != RoomRole::Start {
            room.role = RoomRole::Closet;
        }
    }
    Ok(())
}
