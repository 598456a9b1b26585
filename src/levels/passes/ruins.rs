//! Places rooms in a cave, as ruins that are older than the cave.

use crate::draft::LevelDraft;
use crate::error::PassError;
use base::{Bits, Pos, Rect};

/// Writes the rooms into the cave: floor with a ring of wall around it, except for cells of the wall where the cave has
/// broken in, with `breach_percent`.
///
/// A room that the cave does not reach is a region like any other, so a tunnel will connect it.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let percent = draft.setting("breach_percent")? as u32;
    let floors: Vec<Rect> = draft.rooms.iter().map(|room| room.rect).collect();
    let cave = draft.cave.as_mut().ok_or(PassError::Missing("the noise of a cave"))?;
    let stream = &mut draft.stream;
    for &floor in &floors {
        for pos in floor.grown(1).positions() {
            cave.floor.set(pos, floor.contains(pos));
        }
    }
    for &floor in &floors {
        for (wall, beyond) in sides(floor) {
            if cave.floor.contains(beyond) && stream.percent(percent) {
                cave.floor.insert(wall);
            }
        }
    }
    let floor: Bits = cave.floor.clone();
    draft.keep_floor("ruins", &floor);
    Ok(())
}

/// The cells of a room's walls without corners, each with the cell behind it.
fn sides(floor: Rect) -> impl Iterator<Item = (Pos, Pos)> {
    let Rect { x, y, .. } = floor;
    let (right, bottom) = (floor.right(), floor.bottom());
    let rows = (x..right).flat_map(move |x| {
        [(Pos::new(x, y - 1), Pos::new(x, y - 2)), (Pos::new(x, bottom), Pos::new(x, bottom + 1))]
    });
    let columns = (y..bottom).flat_map(move |y| {
        [(Pos::new(x - 1, y), Pos::new(x - 2, y)), (Pos::new(right, y), Pos::new(right + 1, y))]
    });
    rows.chain(columns)
}
