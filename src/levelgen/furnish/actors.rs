//! Those who live here.

use crate::content::Holding;
use crate::levelgen::draft::Plan;
use crate::levelgen::furnish::draw::by_depth;
use crate::levelgen::level::ThingKind;

/// Houses residents by depth and weight, in groups as their kind keeps; the farther from the start,
/// the more of them.
pub(in crate::levelgen) fn run(plan: &mut Plan<'_>) {
    let (cells, depth) = (plan.cells(), plan.order.depth);
    let furnishing = &plan.order.kind.furnishing;
    let quiet = furnishing.quiet;
    let kinds = &plan.catalog.actors;
    for _ in 0..furnishing.actors.on(cells, depth) {
        let weights = kinds.iter().map(|kind| (kind.depths, plan.order.kind.weight_of(kind)));
        let Some(kind) = by_depth(&mut plan.stream, depth, weights).map(|place| &kinds[place])
        else {
            break;
        };
        // Threat rises with the distance: a group keeps at least as far off as it is told.
        let farthest = plan.site().farthest();
        let off = quiet.max(plan.stream.below(farthest * 2 / 3 + 1));
        let found = plan
            .find_requested(Holding::Actor)
            .or_else(|| plan.find(|site, pos| site.steps_to(pos) > off))
            .or_else(|| plan.find(|site, pos| site.steps_to(pos) > quiet));
        let Some(first) = found else {
            break;
        };
        let tier = kind.depths.first().tier().min(5);
        plan.stand(ThingKind::Actor, &kind.name, tier, first);
        let (low, high) = kind.group;
        let heads = plan.stream.range(i32::from(low), i32::from(high));
        for _ in 1..heads {
            let Some(beside) = plan.find_near(first, 4) else {
                break;
            };
            plan.stand(ThingKind::Actor, &kind.name, tier, beside);
        }
    }
}
