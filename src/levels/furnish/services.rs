//! Places closet, chutes and wells, which the work needs.

use crate::draft::LevelDraft;
use crate::draft::placement_map::{FreeCells, PlacementMap, ground};
use crate::error::PassError;
use crate::level::{Room, RoomRole, ThingKind};
use base::{DistanceField, Moves, Pos, Rect};

/// The greatest distance of the closet from where a shift begins, in steps.
const MAX_CLOSET_STEPS: u16 = 16;

/// Places the closet as near to where a shift begins as possible, in the same room if there are rooms, then chutes and wells; the first
/// chute and the first well can be reached without opening a gate.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let home = home(draft);
    let within = (2..=u32::from(MAX_CLOSET_STEPS)).find_map(|near| {
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

/// Whether closet, first chute and first well are sure to find cells, whatever is drawn, if nothing is placed before them.
///
/// Where cells are scarce it may be false although they would.
pub(crate) fn surely_fit(draft: &LevelDraft<'_>) -> bool {
    if draft.tiles.cells().iter().any(|tile| tile.is_gate()) {
        return false;
    }
    let entrance = draft.entrance();
    let ground = ground(&draft.tiles, draft.exit);
    let free = FreeCells::of(&ground, [entrance, draft.exit], &draft.things);
    let mut steps = DistanceField::new();
    steps.spread(&ground, [entrance], Moves::Eight, MAX_CLOSET_STEPS);
    let home = home(draft);
    let can_place = |pos: &Pos| free.can_place(&draft.tiles, *pos);
    let is_near = |pos: &Pos| {
        steps.get(*pos) <= MAX_CLOSET_STEPS && home.is_none_or(|home| home.contains(*pos))
    };
    let around = Rect::around(entrance, MAX_CLOSET_STEPS.into());
    // A thing affects what can be placed on its own cell and on its neighbours, and the closet and all chutes come before
    // the first well.
    let chutes = draft.spec.kind.furnishing.chutes.on(free.open.count(), draft.spec.depth) as usize;
    free.open.iter_in(around).filter(is_near).any(|pos| can_place(&pos))
        && free.open.iter().filter(can_place).nth(9 * (1 + chutes)).is_some()
}

/// The room where a shift begins; the closet is placed in it.
fn home(draft: &LevelDraft<'_>) -> Option<Rect> {
    let entrance = draft.entrance();
    let is_home = |room: &&Room| {
        matches!(room.role, RoomRole::Start | RoomRole::Closet) && room.rect.contains(entrance)
    };
    draft.rooms.iter().find(is_home).map(|room| room.rect)
}
