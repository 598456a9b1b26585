//! Armed traps.

use crate::base::Pos;
use crate::content::{Count, Holding};
use crate::levelgen::draft::Plan;
use crate::levelgen::furnish::draw::by_depth;
use crate::levelgen::level::ThingKind;

/// More than so many pockets come of one search only if it is made anew: the hashes by which it tells that they
/// may be shut together have 64 bits.
const MAX_POCKETS_PER_SEARCH: usize = 48;

/// Lays traps by depth and weight: at the ends of pockets, where the ways round a loop meet, where features
/// ask for them, and in the open. None alone bars the only way to anything.
pub(in crate::levelgen) fn run(plan: &mut Plan<'_>) {
    let (cells, depth) = (plan.cells(), plan.order.depth);
    let quiet = plan.order.kind.furnishing.quiet;
    let mut loops = plan.far_ends_of_loops();
    loops.retain(|&pos| plan.site().steps_to(pos) > quiet);
    // The ends of loops are taken first: once something else stands, barring them may cut a way.
    let count = plan.order.kind.furnishing.traps.on(cells, depth) as usize;
    let mut laid = 0;
    if let Some(pockets) = plan.order.kind.furnishing.pockets {
        let wanted = (pockets.count.on(cells, depth) as usize).min(count / 2);
        laid += 2 * lay_in_pockets(plan, pockets.cells, wanted, Count::area_factor(cells) as usize);
    }
    for pos in loops {
        if laid * 2 < count && plan.is_still_free(pos) {
            stand(plan, pos);
            laid += 1;
        }
    }
    while laid < count {
        let found = plan.find_requested(Holding::Trap).or_else(|| {
            plan.find(|site, pos| site.steps_to(pos) > quiet && !site.is_crowded(pos, 2))
        });
        let Some(pos) = found else {
            break;
        };
        stand(plan, pos);
        laid += 1;
    }
}

/// Lays traps at both ends of up to so many pockets, and gives how many there are. A search finds up to
/// `per_search` of them, which grows with the area: so the number of searches does not.
fn lay_in_pockets(
    plan: &mut Plan<'_>,
    cells: (u32, u32),
    wanted: usize,
    per_search: usize,
) -> usize {
    let per_search = per_search.min(MAX_POCKETS_PER_SEARCH);
    let mut count = 0;
    for tried in (0..wanted).step_by(per_search) {
        for ends in plan.find_pockets(cells, per_search.min(wanted - tried)) {
            if ends.iter().all(|&end| plan.is_still_free(end)) {
                ends.into_iter().for_each(|end| stand(plan, end));
                count += 1;
            }
        }
    }
    count
}

fn stand(plan: &mut Plan<'_>, pos: Pos) {
    let kinds = &plan.catalog.traps;
    let weights = kinds.iter().map(|kind| (kind.depths, kind.weight));
    if let Some(kind) = by_depth(&mut plan.stream, plan.order.depth, weights) {
        plan.stand(ThingKind::Trap, &kinds[kind].name, kinds[kind].tier, pos);
    }
}
