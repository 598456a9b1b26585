//! Rooms of random sizes, scattered in a disc.

use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::kinds::bastion::state::Scatter;
use base::{Rect, Stream};

/// Width of the smallest and of the largest room, in cells. All sides are odd, so that the centre of a room is a cell.
const ROOM_WIDTHS: (i32, i32) = (3, 11);
/// Height of the smallest and of the largest room, in cells.
const ROOM_HEIGHTS: (i32, i32) = (3, 7);

/// Maximum margin between the disc and the border, in cells; the margin is a tenth of the level's side.
const MAX_MARGIN_CELLS: i32 = 8;

/// Number of rooms that are drawn large, because a level needs main rooms.
const LARGE_ROOMS: usize = 4;

/// Drops rooms until they would cover `crowd_percent` of the level, with their walls and the gaps between them.
///
/// The disc is an ellipse with the level's proportions and a margin to its border, so that the rooms overlap in the middle
/// and have space to be pushed to. The side of a room is the lesser of two draws, which gives many small rooms and a few
/// halls.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let (crowd, gap) = (draft.setting("crowd_percent")?, draft.setting("gap")?);
    let (width, height) = (draft.spec.width, draft.spec.height);
    let stream = &mut draft.stream;
    let mut rooms = Vec::new();
    let mut free = width * height / 100 * crowd;
    loop {
        let mut side = |(min, max): (i32, i32), level: i32| {
            let max = max.min(level / 3).max(min);
            let (one, other) = (stream.range(min, max), stream.range(min, max));
            (if rooms.len() < LARGE_ROOMS { one.max(other) } else { one.min(other) }) | 1
        };
        let (w, h) = (side(ROOM_WIDTHS, width), side(ROOM_HEIGHTS, height));
        free -= (w + gap) * (h + gap);
        if free < 0 && rooms.len() >= LARGE_ROOMS {
            break;
        }
        let (x, y) = in_disc(stream, width, height);
        let x = (x - w / 2).clamp(1, width - 1 - w);
        let y = (y - h / 2).clamp(1, height - 1 - h);
        rooms.push(Rect::new(x, y, w, h));
    }
    draft.scatter = Some(Scatter { dropped: rooms.len(), rooms, rounds: 0 });
    Ok(())
}

/// A random point in the disc, by rejection from the square around it.
fn in_disc(stream: &mut Stream, width: i32, height: i32) -> (i32, i32) {
    let radius = |side: i32| side / 2 - (side / 10).min(MAX_MARGIN_CELLS);
    loop {
        let (x, y) = (stream.range(-1000, 1000), stream.range(-1000, 1000));
        if x * x + y * y <= 1_000_000 {
            return (width / 2 + x * radius(width) / 1000, height / 2 + y * radius(height) / 1000);
        }
    }
}
