//! Places residents.

use crate::draft::LevelDraft;
use crate::furnish::draw::by_depth;
use crate::level::ThingKind;
use content::Holding;

/// Places residents by depth and weight, in groups of the size that their kind says; the farther from the start, the more
/// of them.
pub(crate) fn run(draft: &mut LevelDraft<'_>) {
    let depth = draft.spec.resident_depth;
    let quiet = draft.spec.kind.furnishing.quiet;
    let kinds = &draft.catalog.actors;
    for _ in 0..draft.groups_of_residents() {
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

impl LevelDraft<'_> {
    /// How many groups of residents the level has, by its size, the depth of the residents and what was asked for.
    pub(crate) fn groups_of_residents(&mut self) -> u32 {
        let usual = self.spec.kind.furnishing.actors;
        let cells = self.furnishable_cells();
        let groups = usual.on(cells, self.spec.resident_depth);
        (groups * self.spec.resident_percent).div_ceil(100)
    }
}
