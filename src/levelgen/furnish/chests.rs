//! Chests.

use crate::content::Holding;
use crate::levelgen::draft::Plan;
use crate::levelgen::furnish::draw::tier;
use crate::levelgen::level::ThingKind;

/// Puts chests where features ask for them, then in nooks and at dead ends, away from the start.
pub(in crate::levelgen) fn run(plan: &mut Plan<'_>) {
    let (cells, depth) = (plan.cells(), plan.order.depth);
    let mut nooks = plan.shuffled(|site, pos| {
        site.room_around(pos) <= 3 && site.steps_to(pos) > site.farthest() / 4
    });
    for _ in 0..plan.order.kind.furnishing.chests.on(cells, depth) {
        let found = plan
            .find_requested(Holding::Chest)
            .or_else(|| plan.next_of(&mut nooks, |site, pos| !site.is_crowded(pos, 3)))
            .or_else(|| plan.find(|site, pos| site.steps_to(pos) > 3));
        let Some(pos) = found else {
            break;
        };
        let tier = tier(&mut plan.stream, depth);
        plan.stand(ThingKind::Chest, "chest", tier, pos);
    }
}
