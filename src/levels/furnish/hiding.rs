//! Places hiding places: wardrobes and alcoves. In dumps they are things of kind `crate` with these names.

use crate::draft::LevelDraft;
use crate::draft::placement_map::PlacementMap;
use crate::level::ThingKind;
use base::{Bits, Pos};

/// Places wardrobes along the walls of rooms, or in wider spaces of levels without rooms.
pub(crate) fn wardrobes(draft: &mut LevelDraft<'_>) {
    let mut walls = Bits::new(draft.spec.width, draft.spec.height);
    for floor in draft.rooms.iter().map(|room| room.rect) {
        let inner = floor.grown(-1);
        for pos in floor.positions().filter(|&pos| !inner.contains(pos)) {
            walls.insert(pos);
        }
    }
    let is_anywhere = walls.is_empty();
    let is_by_wall = |pos| is_anywhere || walls.contains(pos);
    place(draft, "wardrobe", |map, pos| is_by_wall(pos) && (3..=5).contains(&map.room_around(pos)));
}

/// Places alcoves on cells with few open neighbours.
pub(crate) fn alcoves(draft: &mut LevelDraft<'_>) {
    place(draft, "alcove", |map, pos| (1..=3).contains(&map.room_around(pos)));
}

/// Places as many as the recipe says, none beside another thing.
fn place(draft: &mut LevelDraft<'_>, name: &str, suits: impl Fn(&PlacementMap, Pos) -> bool) {
    let (cells, depth) = (draft.furnishable_cells(), draft.spec.depth);
    let Some(count) = draft.spec.kind.furnishing.hiding else { return };
    let mut places = draft.shuffled(suits);
    for _ in 0..count.on(cells, depth) {
        let Some(pos) = draft.next_free(&mut places, |map, pos| !map.is_crowded(pos, 1)) else {
            break;
        };
        draft.place_thing(ThingKind::Crate, name, 1, pos);
    }
}
