//! The shell of a house.

use crate::base::{Dir, Pos, Rect};
use crate::levelgen::detail::side::Side;
use crate::levelgen::draft::Plan;
use crate::levelgen::error::PassError;
use crate::levelgen::kinds::house::detail::HouseDetail;
use crate::levelgen::tile::Tile;

/// Builds four walls around one floor, a cell within the outer ring, with the front door on the side
/// that is asked for. The door is the exit, the cell inside it the start.
pub(in crate::levelgen) fn run(plan: &mut Plan<'_>) -> Result<(), PassError> {
    let asked = plan.setting("side")? as usize;
    let place = if asked < Dir::CARDINAL.len() { asked } else { plan.stream.below(4) as usize };
    let floor = inside(plan);
    for pos in floor.positions() {
        plan.tiles[pos] = Tile::Floor;
    }
    let column = plan.stream.range(floor.x, floor.right() - 1);
    let row = plan.stream.range(floor.y, floor.bottom() - 1);
    let (side, start) = match Dir::CARDINAL[place] {
        Dir::North => (Side::North, Pos::new(column, floor.y)),
        Dir::East => (Side::East, Pos::new(floor.right() - 1, row)),
        Dir::South => (Side::South, Pos::new(column, floor.bottom() - 1)),
        _ => (Side::West, Pos::new(floor.x, row)),
    };
    let door = start + Dir::CARDINAL[place];
    plan.tiles[start] = Tile::Start;
    plan.tiles[door] = Tile::Exit;
    (plan.start, plan.exit) = (start, door);
    plan.detail.house = Some(HouseDetail { side, door, splits: Vec::new() });
    Ok(())
}

/// The cells within the walls of the house.
pub(in crate::levelgen) fn inside(plan: &Plan<'_>) -> Rect {
    plan.tiles.bounds().grown(-2)
}
