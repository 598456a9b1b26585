//! The boss in the last room.

use std::cmp::Reverse;

use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::level::{RoomRole, ThingKind};
use crate::tile::Tile;
use base::Pos;

/// The distance from the exit at which the boss waits, if the room is large enough.
const CELLS_FROM_EXIT: i32 = 5;

/// Puts the boss of this depth into the boss room, if the recipe has one so deep.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let Some(name) = due(draft) else { return Ok(()) };
    let room = draft.rooms.iter().find(|room| room.role == RoomRole::Boss);
    let room = room.ok_or(PassError::Missing("a boss room"))?;
    let mut cells: Vec<Pos> = room.rect.positions().collect();
    let exit = draft.exit;
    let doors = draft.tiles.iter().filter(|&(_, &tile)| tile == Tile::BossDoor);
    let doors: Vec<Pos> = doors.map(|(pos, _)| pos).collect();
    // Near the exit, but far enough from it and from the door that who is quiet gets past.
    cells.sort_by_key(|pos| {
        let to_door = doors.iter().map(|door| door.steps_to(*pos)).min();
        ((pos.steps_to(exit) - CELLS_FROM_EXIT).abs(), Reverse(to_door), *pos)
    });
    cells.reverse();
    let free = draft.next_free(&mut cells, |_, _| true);
    let pos = free.ok_or(PassError::Retry("there is no room for the boss"))?;
    draft.place_thing(ThingKind::Actor, name, 5, pos);
    Ok(())
}

/// The name of the boss of this depth, if the recipe has one so deep.
pub(crate) fn due<'a>(draft: &LevelDraft<'a>) -> Option<&'a str> {
    let depth = draft.spec.depth;
    let bosses = &draft.spec.kind.bosses;
    let due = bosses.iter().filter(|boss| boss.0 <= depth).max_by_key(|boss| boss.0);
    due.map(|(_, name)| name.as_str())
}
