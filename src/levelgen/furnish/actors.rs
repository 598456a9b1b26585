//! Places residents.

use crate::content::Holding;
use crate::levelgen::draft::LevelDraft;
use crate::levelgen::furnish::draw::by_depth;
use crate::levelgen::level::ThingKind;

/// Places residents by depth and weight, in groups of the size that their kind says; the farther from the start, the more
/// of them.
pub(in crate::levelgen) fn run(draft: &mut LevelDraft<'_>) {
    let (cells, depth) = (draft.furnishable_cells(), draft.spec.resident_depth);
    let furnishing = &draft.spec.kind.furnishing;
    let quiet = furnishing.quiet;
    let kinds = &draft.catalog.actors;
    for _ in 0..furnishing.actors.on(cells, depth) {
        let weights = kinds.iter().map(|kind| (kind.depths, draft.spec.kind.weight_of(kind)));
        let Some(kind) = by_depth(&mut draft.stream, depth, weights).map(|place| &kinds[place])
        else {
            break;
        };
        // Danger rises with the distance: each group has a random minimum distance.
        let farthest = draft.placement().farthest();
        let off = quiet.max(draft.stream.below(farthest * 2 / 3 + 1));
        let found = draft
            .find_requested(Holding::Actor)
            .or_else(|| draft.find(|map, pos| map.steps_to(pos) > off))
            .or_else(|| draft.find(|map, pos| map.steps_to(pos) > quiet));
        let Some(first) = found else {
            break;
        };
        let tier = kind.depths.first().tier().min(5);
        draft.place_thing(ThingKind::Actor, &kind.name, tier, first);
        let (low, high) = kind.group;
        let heads = draft.stream.range(i32::from(low), i32::from(high));
        for _ in 1..heads {
            let Some(beside) = draft.find_near(first, 4) else {
                break;
            };
            draft.place_thing(ThingKind::Actor, &kind.name, tier, beside);
        }
    }
}
