//! Braziers.

use crate::base::{Bits, Rect};
use crate::content::Holding;
use crate::levelgen::draft::Plan;
use crate::levelgen::level::ThingKind;

/// King's moves that two braziers keep between them where there is room.
const APART: i32 = 7;

/// Puts braziers where features ask for them, then by the walls of wider places, apart from each
/// other; fewer where no such place is left.
pub(in crate::levelgen) fn run(plan: &mut Plan<'_>) {
    let (cells, depth) = (plan.cells(), plan.order.depth);
    let mut lit = Bits::new(plan.order.width, plan.order.height);
    let mut by_walls = plan.shuffled(|site, pos| (4..=6).contains(&site.room_around(pos)));
    for _ in 0..plan.order.kind.furnishing.lights.on(cells, depth) {
        let found = plan
            .find_requested(Holding::Light)
            .or_else(|| plan.next_of(&mut by_walls, |_, pos| !lit.contains(pos)));
        let Some(pos) = found else {
            break;
        };
        plan.stand(ThingKind::Light, "brazier", 1, pos);
        // Too near for another.
        lit.insert_within(Rect::around(pos, APART - 1));
    }
    if lit.is_empty()
        && let Some(pos) = plan.find(|_, _| true)
    {
        plan.stand(ThingKind::Light, "brazier", 1, pos);
    }
}
