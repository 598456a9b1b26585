//! Stacks columns of crates inside rooms.

use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::furnish::clear_floor::is_clear_floor;
use crate::level::ThingKind;
use base::{Bits, Rect};

/// Maximum length of a column, in crates.
const MAX_COLUMN_CRATES: i32 = 4;

/// Number of floor cells of a room for each column that is tried.
const CELLS_PER_COLUMN: i32 = 16;

/// Stacks columns of crates in some of the rooms, all in one direction, each with floor all around.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let percent = draft.setting("stack_percent")? as u32;
    let mut taken = Bits::new(draft.spec.width, draft.spec.height);
    for thing in &draft.things {
        taken.insert(thing.pos());
    }
    for room in 0..draft.rooms.len() {
        let floor = draft.rooms[room].rect;
        let within = floor.grown(-1);
        if within.w < 1 || within.h < 1 || !draft.stream.percent(percent) {
            continue;
        }
        let lies = draft.stream.one_in(2);
        for _ in 0..(floor.area() / CELLS_PER_COLUMN).max(1) {
            let column = drawn(draft, within, lies);
            let is_clear = column.grown(1).positions().all(|pos| !taken.contains(pos));
            if is_clear && is_clear_floor(draft, column) {
                for pos in column.positions() {
                    taken.insert(pos);
                    draft.place_thing(ThingKind::Crate, "crate", 1, pos);
                }
            }
        }
    }
    Ok(())
}

fn drawn(draft: &mut LevelDraft<'_>, within: Rect, lies: bool) -> Rect {
    let stream = &mut draft.stream;
    let length = stream.range(1, if lies { within.w } else { within.h }.min(MAX_COLUMN_CRATES));
    let (w, h) = if lies { (length, 1) } else { (1, length) };
    let x = within.x + stream.range(0, within.w - w);
    let y = within.y + stream.range(0, within.h - h);
    Rect::new(x, y, w, h)
}
