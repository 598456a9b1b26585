//! Places armed traps.

use crate::draft::LevelDraft;
use crate::furnish::draw::by_depth;
use crate::level::ThingKind;
use base::Pos;
use content::{Count, Holding};

/// Maximum number of pockets from one search: their independence is decided by the rank of vectors of 64 bits, so it must
/// stay well below 64.
const MAX_POCKETS_PER_SEARCH: usize = 48;

/// Places traps by depth and weight: at the ends of pockets, where the ways round a loop meet, where features request them,
/// and in the open. No trap alone blocks the only way to anything.
pub(crate) fn run(draft: &mut LevelDraft<'_>) {
    let (cells, depth) = (draft.furnishable_cells(), draft.spec.depth);
    let quiet = draft.spec.kind.furnishing.quiet;
    let mut loops = draft.far_ends_of_loops();
    loops.retain(|&pos| draft.placement().steps_to(pos) > quiet);
    // The far ends of loops are found before anything else is placed: later, blocking them may disconnect cells.
    let count = draft.spec.kind.furnishing.traps.on(cells, depth) as usize;
    let mut laid = 0;
    if let Some(pockets) = draft.spec.kind.furnishing.pockets {
        let wanted = (pockets.count.on(cells, depth) as usize).min(count / 2);
        laid +=
            2 * lay_in_pockets(draft, pockets.cells, wanted, Count::area_factor(cells) as usize);
    }
    for pos in loops {
        if laid * 2 < count && draft.is_still_free(pos) {
            stand(draft, pos);
            laid += 1;
        }
    }
    while laid < count {
        let found = draft.find_requested(Holding::Trap).or_else(|| {
            draft.find(|map, pos| map.steps_to(pos) > quiet && !map.is_crowded(pos, 2))
        });
        let Some(pos) = found else {
            break;
        };
        stand(draft, pos);
        laid += 1;
    }
}

/// Places traps at both ends of up to `wanted` pockets, and returns the number of pockets. A search finds up to
/// `per_search` of them, which grows with the area, so that the number of searches does not.
fn lay_in_pockets(
    draft: &mut LevelDraft<'_>,
    cells: (u32, u32),
    wanted: usize,
    per_search: usize,
) -> usize {
    let per_search = per_search.min(MAX_POCKETS_PER_SEARCH);
    let mut count = 0;
    for tried in (0..wanted).step_by(per_search) {
        for ends in draft.find_pockets(cells, per_search.min(wanted - tried)) {
            if ends.iter().all(|&end| draft.is_still_free(end)) {
                for end in ends {
                    stand(draft, end);
                }
                count += 1;
            }
        }
    }
    count
}

fn stand(draft: &mut LevelDraft<'_>, pos: Pos) {
    let kinds = &draft.catalog.traps;
    let weights = kinds.iter().map(|kind| (kind.depths, kind.weight));
    if let Some(kind) = by_depth(&mut draft.stream, draft.spec.depth, weights) {
        draft.place_thing(ThingKind::Trap, &kinds[kind].name, kinds[kind].tier, pos);
    }
}
