//! Places to hide in: in the dump a `crate` by the name of what it is.

use crate::base::{Bits, Pos};
use crate::levelgen::draft::Plan;
use crate::levelgen::draft::placement::Site;
use crate::levelgen::furnish::clear_floor::floor_of;
use crate::levelgen::level::ThingKind;

/// Stands wardrobes against the walls of rooms, or of wider places where there are no rooms.
pub(in crate::levelgen) fn wardrobes(plan: &mut Plan<'_>) {
    let mut walls = Bits::new(plan.order.width, plan.order.height);
    for floor in plan.rooms.iter().map(floor_of) {
        let inner = floor.grown(-1);
        for pos in floor.positions().filter(|&pos| !inner.contains(pos)) {
            walls.insert(pos);
        }
    }
    let is_anywhere = walls.is_empty();
    let is_by_wall = |pos| is_anywhere || walls.contains(pos);
    place(plan, "wardrobe", |site, pos| {
        is_by_wall(pos) && (3..=5).contains(&site.room_around(pos))
    });
}

/// Finds hollows in the rock: cells with as little room around them as there is.
pub(in crate::levelgen) fn alcoves(plan: &mut Plan<'_>) {
    place(plan, "alcove", |site, pos| (1..=3).contains(&site.room_around(pos)));
}

/// As many as the level has room for, none beside another thing.
fn place(plan: &mut Plan<'_>, name: &str, suits: impl Fn(&Site, Pos) -> bool) {
    let (cells, depth) = (plan.cells(), plan.order.depth);
    let Some(count) = plan.order.kind.furnishing.hiding else { return };
    let mut places = plan.shuffled(suits);
    for _ in 0..count.on(cells, depth) {
        let Some(pos) = plan.next_of(&mut places, |site, pos| !site.is_crowded(pos, 1)) else {
            break;
        };
        plan.stand(ThingKind::Crate, name, 1, pos);
    }
}
