//! Braziers.

use crate::base::{Bits, Pos, Rect};
use crate::content::Holding;
use crate::r#gen::ThingKind;
use crate::r#gen::plan::Plan;

/// King's moves that two braziers keep between them where there is room.
const APART: i32 = 7;

/// Puts braziers where features ask for them, then by the walls of wider places, apart from each
/// other; fewer where no such place is left.
pub(in crate::r#gen) fn place(plan: &mut Plan<'_>) {
    let (cells, depth) = (plan.cells(), plan.order.depth);
    let mut lit = Bits::new(plan.order.width, plan.order.height);
    let mut by_walls = plan.shuffled(|site, pos| (4..=6).contains(&site.room_around(pos)));
    for _ in 0..plan.order.kind.furnishing.lights.on(cells, depth) {
        let found = plan
            .find_wished(Holding::Light)
            .or_else(|| plan.next_of(&mut by_walls, |_, pos| !lit.contains(pos)));
        let Some(pos) = found else {
            break;
        };
        plan.stand(ThingKind::Light, "brazier", 1, pos);
        light(&mut lit, pos);
    }
    if lit.is_empty()
        && let Some(pos) = plan.find(|_, _| true)
    {
        plan.stand(ThingKind::Light, "brazier", 1, pos);
    }
}

/// Marks the cells that are too near to a brazier for another.
fn light(lit: &mut Bits, brazier: Pos) {
    let near = Rect::around(brazier, APART - 1);
    let (right, bottom) = (near.right().min(lit.width()), near.bottom().min(lit.height()));
    for y in near.y.max(0)..bottom {
        for x in near.x.max(0)..right {
            lit.insert(Pos::new(x, y));
        }
    }
}
