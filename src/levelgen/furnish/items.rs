//! What lies about.

use crate::content::Holding;
use crate::levelgen::draft::Plan;
use crate::levelgen::furnish::draw::by_depth;
use crate::levelgen::level::ThingKind;

/// Drops items by depth and weight: where features ask for them, then anywhere.
pub(in crate::levelgen) fn run(plan: &mut Plan<'_>) {
    let (cells, depth) = (plan.cells(), plan.order.depth);
    let kinds = &plan.catalog.items;
    for _ in 0..plan.order.kind.furnishing.items.on(cells, depth) {
        let weights = kinds.iter().map(|kind| (kind.depths, kind.weight));
        let Some(kind) = by_depth(&mut plan.stream, depth, weights).map(|place| &kinds[place])
        else {
            break;
        };
        let found = plan
            .find_requested(Holding::Item)
            .or_else(|| plan.find(|site, pos| site.steps_to(pos) > 2));
        let Some(pos) = found else {
            break;
        };
        plan.stand(ThingKind::Item, &kind.name, kind.tier, pos);
    }
}
