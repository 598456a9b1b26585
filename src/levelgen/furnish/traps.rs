//! Armed traps.

use super::draw::by_depth;
use crate::content::Holding;
use crate::levelgen::ThingKind;
use crate::levelgen::plan::Plan;

/// Lays traps by depth and weight: at the ends of pockets, where the ways round a loop meet, where features
/// ask for them, and in the open. None alone bars the only way to anything.
pub(in crate::levelgen) fn lay(plan: &mut Plan<'_>) {
    let (cells, depth) = (plan.cells(), plan.order.depth);
    let quiet = plan.order.kind.furnishing.quiet;
    let mut loops = plan.far_ends_of_loops();
    loops.retain(|&pos| plan.site().steps_to(pos) > quiet);
    // The ends of loops are taken first: once something else stands, barring them may cut a way.
    let count = plan.order.kind.furnishing.traps.on(cells, depth) as usize;
    let mut laid = 0;
    if let Some(pockets) = plan.order.kind.furnishing.pockets {
        for _ in 0..(pockets.count.on(cells, depth) as usize).min(count / 2) {
            let Some(ends) = plan.find_pocket(pockets.cells) else { continue };
            stand(plan, ends.0);
            stand(plan, ends.1);
            laid += 2;
        }
    }
    for pos in loops {
        if laid * 2 < count && plan.is_still_free(pos) {
            stand(plan, pos);
            laid += 1;
        }
    }
    while laid < count {
        let found = plan.find_wished(Holding::Trap).or_else(|| {
            plan.find(|site, pos| site.steps_to(pos) > quiet && !site.is_crowded(pos, 2))
        });
        let Some(pos) = found else {
            break;
        };
        stand(plan, pos);
        laid += 1;
    }
}

fn stand(plan: &mut Plan<'_>, pos: crate::base::Pos) {
    let kinds = &plan.catalog.traps;
    let weights = kinds.iter().map(|kind| (kind.depths, kind.weight));
    if let Some(kind) = by_depth(&mut plan.stream, plan.order.depth, weights) {
        plan.stand(ThingKind::Trap, &kinds[kind].name, kinds[kind].tier, pos);
    }
}
