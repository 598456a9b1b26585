//! Places closet, chutes and wells, which the work needs.

use crate::levelgen::draft::LevelDraft;
use crate::levelgen::draft::placement_map::PlacementMap;
use crate::levelgen::error::PassError;
use crate::levelgen::level::{Room, RoomRole, ThingKind};

/// Places the closet as near to where a shift begins as possible, in the same room if there are rooms, then chutes and wells; the first
/// chute and the first well can be reached without opening a gate.
pub(in crate::levelgen) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let entrance = draft.entrance();
    let is_home = |room: &&Room| {
        matches!(room.role, RoomRole::Start | RoomRole::Closet) && room.rect.contains(entrance)
    };
    let home = draft.rooms.iter().find(is_home).map(|room| room.rect);
    let within = (2..=16).find_map(|near| {
        draft.find_before_gates(|map, pos| {
            map.steps_to(pos) <= near && home.is_none_or(|home| home.contains(pos))
        })
    });
    let closet = within.ok_or(PassError::Retry("there is no room for a closet by the start"))?;
    draft.place_thing(ThingKind::Closet, "closet", 1, closet);

    let (cells, depth) = (draft.furnishable_cells(), draft.spec.depth);
    let furnishing = &draft.spec.kind.furnishing;
    for (kind, name, count) in [
        (ThingKind::Chute, "chute", furnishing.chutes.on(cells, depth)),
        (ThingKind::Well, "well", furnishing.wells.on(cells, depth)),
    ] {
        let standing = draft.things.iter().filter(|thing| thing.kind == kind).count() as u32;
        for placed in standing..count {
            let is_spread =
                |map: &PlacementMap, pos| map.steps_to(pos) > 3 && !map.is_crowded(pos, 3);
            let found = if placed == 0 {
                draft.find_before_gates(is_spread).or_else(|| draft.find_before_gates(|_, _| true))
            } else {
                draft.find(is_spread).or_else(|| draft.find(|_, _| true))
            };
            let Some(pos) = found else {
                if placed == 0 {
                    return Err(PassError::Retry("there is no room for a chute and a well"));
                }
                break;
            };
            draft.place_thing(kind, name, 1, pos);
        }
    }
    Ok(())
}
