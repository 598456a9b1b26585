//! What the work needs: a closet by the start, chutes for the bodies, wells for the mop.

use crate::base::Rect;
use crate::levelgen::draft::Plan;
use crate::levelgen::draft::placement::Site;
use crate::levelgen::error::PassError;
use crate::levelgen::level::{Role, ThingKind};

/// The closet stands as near to the start as it can; where the start is a room, within it.
pub(in crate::levelgen) fn run(plan: &mut Plan<'_>) -> Result<(), PassError> {
    let home = plan.rooms.iter().find(|room| room.role == Role::Start);
    let home = home.map(|room| Rect::new(room.x, room.y, room.w, room.h));
    let within = (2..=16).find_map(|near| {
        plan.find_before_gates(|site, pos| {
            site.steps_to(pos) <= near && home.is_none_or(|home| home.contains(pos))
        })
    });
    let closet = within.ok_or(PassError::Retry("there is no room for a closet by the start"))?;
    plan.stand(ThingKind::Closet, "closet", 1, closet);

    let (cells, depth) = (plan.cells(), plan.order.depth);
    let furnishing = &plan.order.kind.furnishing;
    for (kind, name, count) in [
        (ThingKind::Chute, "chute", furnishing.chutes.on(cells, depth)),
        (ThingKind::Well, "well", furnishing.wells.on(cells, depth)),
    ] {
        let standing = plan.things.iter().filter(|thing| thing.kind == kind).count() as u32;
        for placed in standing..count {
            let is_spread = |site: &Site, pos| site.steps_to(pos) > 3 && !site.is_crowded(pos, 3);
            // The first of each is within reach before anything has been found.
            let found = if placed == 0 {
                plan.find_before_gates(is_spread).or_else(|| plan.find_before_gates(|_, _| true))
            } else {
                plan.find(is_spread).or_else(|| plan.find(|_, _| true))
            };
            let Some(pos) = found else {
                if placed == 0 {
                    return Err(PassError::Retry("there is no room for a chute and a well"));
                }
                break;
            };
            plan.stand(kind, name, 1, pos);
        }
    }
    Ok(())
}
