//! Splits the level by binary space partition.

use crate::algo::bsp::{Partition, SplitGoal};
use crate::detail::partition::PartitionDetail;
use crate::draft::LevelDraft;
use crate::error::PassError;
use base::{Bits, Rect};

/// Splits the level until no leaf is wider or higher than `most_leaf`.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let max_side = draft.setting("most_leaf")?;
    partition(draft, SplitGoal::Sides(max_side))
}

/// Splits the level; every leaf has space for a room of the least size with its padding.
pub(crate) fn partition(draft: &mut LevelDraft<'_>, goal: SplitGoal) -> Result<(), PassError> {
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
        draft.keep_floor("splits", &floor);
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
