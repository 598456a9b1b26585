//! Splits the level by binary space partition, and puts a room in each leaf.

use crate::algo::bsp::{Partition, SplitGoal};
use crate::detail::PartitionDetail;
use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::level::{Room, RoomRole, floor_rows};
use base::{Bits, Rect, Stream};

/// Splits the level until no leaf is wider or higher than `most_leaf`.
pub(crate) fn partition(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let max_side = draft.setting("most_leaf")?;
    split_level(draft, SplitGoal::sides(max_side))
}

/// Splits the level; every leaf has space for a room of the least size with its padding.
pub(crate) fn split_level(draft: &mut LevelDraft<'_>, goal: SplitGoal) -> Result<(), PassError> {
    let min_side = draft.setting("least_room")? + 2 * draft.spec.kind.room_padding;
    let partition = Partition::of(draft.tiles.bounds(), goal, min_side, &mut draft.stream)
        .ok_or(PassError::Retry("the area is too small for so many leaves"))?;
    draft.detail.partition = Some(PartitionDetail::new(&partition.leaves));
    keep_splits(draft, &partition);
    draft.partition = Some(partition);
    Ok(())
}

/// Adds a stage for each depth of the tree to the trace, with the splits drawn as walls.
fn keep_splits(draft: &mut LevelDraft<'_>, partition: &Partition) {
    let (width, height) = (draft.tiles.width(), draft.tiles.height());
    let mut areas = vec![0];
    while draft.spec.trace {
        let mut floor = Bits::new(width, height);
        let inside = |node: &usize| {
            let Rect { x, y, w, h } = partition.nodes[*node].area;
            Rect::new(x + 1, y + 1, w - 1, h - 1).positions()
        };
        for pos in areas.iter().flat_map(inside).filter(|&pos| !draft.tiles.is_border(pos)) {
            floor.insert(pos);
        }
        draft.keep_step("splits", || floor_rows(&floor));
        let halves = |&node: &usize| partition.nodes[node].halves;
        if areas.iter().all(|node| halves(node).is_none()) {
            break;
        }
        areas = areas
            .iter()
            .flat_map(|node| halves(node).map_or_else(|| vec![*node], |two| two.to_vec()))
            .collect();
    }
}

/// Puts a room of random size and position into each leaf, with the recipe's padding between its
/// floor and the leaf's border; the room's id is the index of the leaf.
///
/// Its sides are at least `least_room` cells and `room_percent` of the space in the leaf. The rooms
/// are not dug yet: the pass that connects them may still redraw some.
pub(crate) fn rooms(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let sizes = RoomSizes::of(draft)?;
    let partition = draft.partition.as_ref().ok_or(PassError::Missing("a partition"))?;
    for (id, &leaf) in partition.leaves.iter().enumerate() {
        let rect = sizes.draw(&mut draft.stream, leaf);
        draft.rooms.push(Room { id, rect, role: RoomRole::Room });
    }
    Ok(())
}

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
