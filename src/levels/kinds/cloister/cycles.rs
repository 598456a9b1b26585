//! The rooms of the cycles of a cloister.

use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::kinds::cloister::block_grid::BlockGrid;
use crate::kinds::cloister::cycle_layout::CycleLayout;
use crate::kinds::cloister::state::Block;
use crate::level::{Room, RoomRole};
use base::{Rect, Stream};

/// The minimum size of a room, in cells across and down.
const MIN_ROOM_CELLS: (i32, i32) = (4, 3);

/// Draws the coarse grid, the cycles and the rooms of a cloister.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let share = draft.setting("subcycle_percent")? as u32;
    let stream = &mut draft.stream;
    let grid = BlockGrid::draw(stream, draft.spec.width, draft.spec.height);
    let mut layout = CycleLayout::new(grid.size());
    layout.great_cycle(stream);
    layout.add_ears(stream, share);
    let rooms = layout.blocks.iter().enumerate().map(|(id, block)| {
        let rect = room(stream, grid.room_area(block.blocks), block);
        Room { id, rect, role: RoomRole::Room }
    });
    draft.rooms = rooms.collect();
    draft.cycles = Some(layout.found);
    Ok(())
}

/// A room within an area: a court fills it, a long room nearly fills its length, others are of any size.
fn room(stream: &mut Stream, area: Rect, block: &Block) -> Rect {
    let is_long = block.blocks.area() > 1;
    let (mut w, mut h) = (area.w, area.h);
    if !block.is_court {
        let slack = if is_long { 2 } else { area.w };
        w = side(stream, (area.w - slack).max(MIN_ROOM_CELLS.0.min(area.w)), area.w);
        h = side(stream, MIN_ROOM_CELLS.1, area.h);
    }
    let (x, y) = (stream.range(0, area.w - w), stream.range(0, area.h - h));
    Rect::new(area.x + x, area.y + y, w, h)
}

/// A length for the side of a room. Never five: two rows of pillars would then leave a single cell between them, where
/// any thing would block the way.
fn side(stream: &mut Stream, low: i32, high: i32) -> i32 {
    match stream.range(low, high) {
        5 => 4,
        side => side,
    }
}
