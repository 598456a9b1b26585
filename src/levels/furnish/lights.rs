//! Places braziers.

use crate::draft::LevelDraft;
use crate::level::ThingKind;
use base::{Bits, Rect};
use content::Holding;

/// Minimum distance between two braziers, in steps in eight directions.
const MIN_GAP_STEPS: i32 = 7;

/// Places braziers where features request them, then at the walls of wider spaces, apart from each other; fewer if there is
/// no such cell left, but at least one.
pub(crate) fn run(draft: &mut LevelDraft<'_>) {
    let (cells, depth) = (draft.furnishable_cells(), draft.spec.depth);
    let mut lit = Bits::new(draft.spec.width, draft.spec.height);
    let mut by_walls = draft.shuffled(|map, pos| (4..=6).contains(&map.room_around(pos)));
    for _ in 0..draft.spec.kind.furnishing.lights.on(cells, depth) {
        let found = draft
            .find_requested(Holding::Light)
            .or_else(|| draft.next_free(&mut by_walls, |_, pos| !lit.contains(pos)));
        let Some(pos) = found else {
            break;
        };
        draft.place_thing(ThingKind::Light, "brazier", 1, pos);
        // Too near for another.
        lit.insert_within(Rect::around(pos, MIN_GAP_STEPS - 1));
    }
    if lit.is_empty()
        && let Some(pos) = draft.find(|_, _| true)
    {
        draft.place_thing(ThingKind::Light, "brazier", 1, pos);
    }
}
