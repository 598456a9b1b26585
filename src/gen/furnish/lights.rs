//! Braziers.

use crate::base::Pos;
use crate::content::Holding;
use crate::r#gen::ThingKind;
use crate::r#gen::plan::{Plan, Stop};

/// Steps, as the crow flies, that two braziers keep between them where there is room.
const APART: i32 = 7;

/// Puts braziers where features ask for them, then by the walls of wider places.
pub(in crate::r#gen) fn place(plan: &mut Plan<'_>) -> Result<(), Stop> {
    let (cells, depth) = (plan.cells(), plan.order.depth);
    let mut lit: Vec<Pos> = Vec::new();
    for _ in 0..plan.order.kind.furnishing.lights.on(cells, depth) {
        let is_dark = |pos: Pos| lit.iter().all(|&light| light.steps_to(pos) >= APART);
        let found = plan
            .find_wished(Holding::Light)
            .or_else(|| {
                plan.find(|site, pos| (4..=6).contains(&site.room_around(pos)) && is_dark(pos))
            })
            .or_else(|| plan.find(|site, pos| site.room_around(pos) > 2));
        let Some(pos) = found else {
            break;
        };
        plan.stand(ThingKind::Light, "brazier", 1, pos);
        lit.push(pos);
    }
    Ok(())
}
