//! A room in each leaf of the partition.

use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::level::{Room, RoomRole};
use base::{Rect, Stream};

/// Puts a room of random size and position into each leaf, with the recipe's padding between its floor and the leaf's
/// border; the room's id is the index of the leaf.
///
/// Its sides are at least `least_room` cells and `room_percent` of the space in the leaf. The rooms are not dug yet: the
/// pass that connects them may still redraw some.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let sizes = RoomSizes::of(draft)?;
    let Some(partition) = &draft.partition else {
        return Err(PassError::Missing("a partition"));
    };
    for (id, &leaf) in partition.leaves.iter().enumerate() {
        let rect = sizes.draw(&mut draft.stream, leaf);
        draft.rooms.push(Room { id, rect, role: RoomRole::Room });
    }
    Ok(())
}

/// The bounds of the sizes of rooms.
pub(crate) struct RoomSizes {
    padding: i32,
    min_side: i32,
    percent: i32,
}

impl RoomSizes {
    pub(crate) fn of(draft: &LevelDraft<'_>) -> Result<RoomSizes, PassError> {
        Ok(RoomSizes {
            padding: draft.spec.kind.room_padding,
            min_side: draft.setting("least_room")?,
            percent: draft.setting("room_percent")?,
        })
    }

    /// The floor of a random room in a leaf.
    pub(crate) fn draw(&self, stream: &mut Stream, leaf: Rect) -> Rect {
        let inner = leaf.grown(-self.padding);
        let mut side = |from: i32, space: i32| {
            let min_side = self.min_side.max(space * self.percent / 100);
            let length = stream.range(min_side, space);
            (from + stream.range(0, space - length), length)
        };
        let ((x, w), (y, h)) = (side(inner.x, inner.w), side(inner.y, inner.h));
        Rect::new(x, y, w, h)
    }
}
