//! The outer walls of a house, with its front door.

use crate::detail::side::HouseSide;
use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::kinds::house::detail::HouseDetail;
use crate::tile::Tile;
use base::{Dir, Pos, Rect};

/// Builds four walls around one floor, a cell within the outer ring, with the front door on the side
/// that the setting `side` names, or on a random one. The door is the exit, the cell inside it the start.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let asked = draft.setting("side")? as usize;
    let place = if asked < Dir::CARDINAL.len() { asked } else { draft.stream.below(4) as usize };
    let floor = inside(draft);
    for pos in floor.positions() {
        draft.tiles[pos] = Tile::Floor;
    }
    let column = draft.stream.range(floor.x, floor.right() - 1);
    let row = draft.stream.range(floor.y, floor.bottom() - 1);
    let (side, start) = match Dir::CARDINAL[place] {
        Dir::North => (HouseSide::North, Pos::new(column, floor.y)),
        Dir::East => (HouseSide::East, Pos::new(floor.right() - 1, row)),
        Dir::South => (HouseSide::South, Pos::new(column, floor.bottom() - 1)),
        _ => (HouseSide::West, Pos::new(floor.x, row)),
    };
    let door = start + Dir::CARDINAL[place];
    draft.tiles[start] = Tile::Start;
    draft.tiles[door] = Tile::Exit;
    (draft.start, draft.exit) = (start, door);
    draft.detail.house = Some(HouseDetail { side, door, back_door: start, splits: Vec::new() });
    Ok(())
}

/// The cells within the walls of the house.
pub(crate) fn inside(draft: &LevelDraft<'_>) -> Rect {
    draft.tiles.bounds().grown(-2)
}
