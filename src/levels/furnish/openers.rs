//! Places keys and tools in the rooms of the proof.

use crate::algo::locks::Opener;
use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::level::{RoomRole, ThingKind};

/// Places the openers in the rooms that the locks were proven with: in the start room in a corner, elsewhere as near to the
/// centre as possible.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let Some(locked) = draft.locked.take() else {
        return Err(PassError::Missing("proven locks"));
    };
    for item in &locked.items {
        let area = draft.rooms[item.room].rect;
        let (centre, start) = (area.centre(), draft.start);
        let found = if draft.rooms[item.room].role == RoomRole::Start {
            draft.best_cell_in(area, |map, pos| {
                (8 - map.room_around(pos) as i32, pos.manhattan(start))
            })
        } else {
            draft.best_cell_in(area, |_, pos| (-pos.steps_to(centre), -pos.manhattan(centre)))
        };
        let pos = found.ok_or(PassError::Retry("there is no room for a key"))?;
        draft.place_thing(kind_of(item.opener), &item.opener.to_string(), 1, pos);
    }
    draft.locked = Some(locked);
    Ok(())
}

/// The kind of thing that an opener is.
pub(crate) fn kind_of(opener: Opener) -> ThingKind {
    match opener {
        Opener::Key => ThingKind::Key,
        Opener::BossKey => ThingKind::BossKey,
        Opener::Feather => ThingKind::Feather,
        Opener::Satchel => ThingKind::Satchel,
    }
}
