//! Places items.

use crate::draft::LevelDraft;
use crate::furnish::draw::by_depth;
use crate::level::ThingKind;
use content::Holding;

/// Places items by depth and weight, where features request them, then anywhere.
pub(crate) fn run(draft: &mut LevelDraft<'_>) {
    let (cells, depth) = (draft.furnishable_cells(), draft.spec.depth);
    let kinds = &draft.catalog.items;
    for _ in 0..draft.spec.kind.furnishing.items.on(cells, depth) {
        let weights = kinds.iter().map(|kind| (kind.depths, kind.weight));
        let Some(kind) = by_depth(&mut draft.stream, depth, weights).map(|place| &kinds[place])
        else {
            break;
        };
        let found = draft
            .find_requested(Holding::Item)
            .or_else(|| draft.find(|map, pos| map.steps_to(pos) > 2));
        let Some(pos) = found else {
            break;
        };
        draft.place_thing(ThingKind::Item, &kind.name, kind.tier, pos);
    }
}
