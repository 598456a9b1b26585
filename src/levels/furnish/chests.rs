//! Places chests.

use crate::draft::LevelDraft;
use crate::furnish::draw::tier;
use crate::level::ThingKind;
use content::Holding;

/// Places chests where features request them, then in nooks and dead ends away from the start, then anywhere.
pub(crate) fn run(draft: &mut LevelDraft<'_>) {
    let (cells, depth) = (draft.furnishable_cells(), draft.spec.depth);
    let mut nooks = draft
        .shuffled(|map, pos| map.room_around(pos) <= 3 && map.steps_to(pos) > map.farthest() / 4);
    for _ in 0..draft.spec.kind.furnishing.chests.on(cells, depth) {
        let found = draft
            .find_requested(Holding::Chest)
            .or_else(|| draft.next_free(&mut nooks, |map, pos| !map.is_crowded(pos, 3)))
            .or_else(|| draft.find(|map, pos| map.steps_to(pos) > 3));
        let Some(pos) = found else {
            break;
        };
        let tier = tier(&mut draft.stream, depth);
        draft.place_thing(ThingKind::Chest, "chest", tier, pos);
    }
}
