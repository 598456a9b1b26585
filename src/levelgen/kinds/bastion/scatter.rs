//! Rooms of drawn sizes, dropped in a disc.

use crate::base::{Rect, Stream};
use crate::levelgen::draft::LevelDraft;
use crate::levelgen::error::PassError;
use crate::levelgen::kinds::bastion::state::Scatter;

/// Sides of the smallest and of the largest room. All sides are odd, so that a room has one cell in its
/// middle, which is its centre.
const ROOM_WIDTHS: (i32, i32) = (3, 11);
const ROOM_HEIGHTS: (i32, i32) = (3, 7);

/// The disc keeps a tenth of the level's side off the border, but no more than so many cells.
const MAX_MARGIN_CELLS: i32 = 8;

/// The first so many rooms are drawn large: without main rooms there is no level.
const LARGE_ROOMS: usize = 4;

/// Drops rooms until they would cover `crowd_percent` of the level with their walls and the space that
/// is kept between them.
///
/// The disc is stretched to the level's proportions, and keeps off its border, so that the rooms
/// lie over each other in the middle and have somewhere to go. Sides are the lesser of two draws:
/// many small rooms and a few halls.
pub(in crate::levelgen) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
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

/// A place in the disc: one in the square around it, drawn until it lies within.
fn in_disc(stream: &mut Stream, width: i32, height: i32) -> (i32, i32) {
    let radius = |side: i32| side / 2 - (side / 10).min(MAX_MARGIN_CELLS);
    loop {
        let (x, y) = (stream.range(-1000, 1000), stream.range(-1000, 1000));
        if x * x + y * y <= 1_000_000 {
            return (width / 2 + x * radius(width) / 1000, height / 2 + y * radius(height) / 1000);
        }
    }
}
