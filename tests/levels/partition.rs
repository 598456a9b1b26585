//! A partition: leaves that tile the area, and a room in each.

use base::Rect;
use levels::PartitionDetail;

use crate::contract::Case;

pub(crate) fn check(case: &Case<'_>, partition: &PartitionDetail) {
    let Case { level, recipe, context, .. } = case;
    let leaves: Vec<Rect> =
        partition.leaves.iter().map(|&[x, y, w, h]| Rect::new(x, y, w, h)).collect();
    let mut owner = level.tiles.map(|_| false);
    for leaf in &leaves {
        for pos in leaf.positions() {
            assert!(!std::mem::replace(&mut owner[pos], true), "{context}: leaves share {pos:?}");
        }
    }
    assert!(owner.cells().iter().all(|&owned| owned), "{context}: the leaves leave something out");

    assert_eq!(level.rooms.len(), leaves.len(), "{context}");
    for (room, leaf) in level.rooms.iter().zip(&leaves) {
        let (floor, inner) = (room.rect, leaf.grown(-recipe.room_padding));
        assert!(floor.positions().all(|pos| inner.contains(pos)), "{context}: {room:?} {leaf:?}");
        for (side, max) in [(room.rect.w, inner.w), (room.rect.h, inner.h)] {
            let share = max * case.setting("room_percent") / 100;
            assert!(side >= share.max(case.setting("least_room")), "{context}: {room:?} {leaf:?}");
        }
    }
}
