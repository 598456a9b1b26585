//! Digs a crypt's rooms and hallways.

use crate::algo::graph::Graph;
use crate::draft::LevelDraft;
use crate::draft::dig::{dig_room, hang_doors};
use crate::error::PassError;
use crate::tile::Tile;
use base::{Pos, Rect};

/// Digs every room and hallway, hangs doors and gates, and puts start and exit into the rooms at the ends of the critical
/// path, opposite their doors.
///
/// A gate is the first cell of its hallway, seen from the start.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let door_percent = draft.setting("door_percent")? as u32;
    let Some(graph) = &draft.detail.crypt else {
        return Err(PassError::Missing("the room graph"));
    };
    let (start_room, boss_room) = (graph.start_room, graph.boss_room);
    for room in 0..draft.rooms.len() {
        dig_room(draft, draft.rooms[room].rect);
    }
    let ends: Vec<(usize, usize)> = draft.links.iter().map(|link| (link.a, link.b)).collect();
    let steps = Graph::of(draft.rooms.len(), &ends).distances(start_room);

    let mut links = std::mem::take(&mut draft.links);
    for link in &mut links {
        for &pos in &link.cells {
            draft.tiles[pos] = Tile::Floor;
        }
        hang_doors(draft, link, steps[link.a] <= steps[link.b], door_percent);
    }
    let beyond = |room: usize| {
        let link = links.iter().find(|link| link.a == room || link.b == room)?;
        let door = if link.a == room { link.cells.first() } else { link.cells.last() };
        Some(opposite(draft.rooms[room].rect, *door?))
    };
    let (start, exit) = (beyond(start_room), beyond(boss_room));
    draft.links = links;
    let (Some(start), Some(exit)) = (start, exit) else {
        return Err(PassError::Retry("there is nowhere to go"));
    };
    draft.tiles[start] = Tile::Start;
    draft.tiles[exit] = Tile::Exit;
    (draft.start, draft.exit) = (start, exit);
    Ok(())
}

/// The middle of the wall across from a door.
fn opposite(room: Rect, door: Pos) -> Pos {
    let centre = room.centre();
    match (door.x < room.x, door.y < room.y) {
        (true, _) => Pos::new(room.right() - 1, centre.y),
        (_, true) => Pos::new(centre.x, room.bottom() - 1),
        _ if door.x >= room.right() => Pos::new(room.x, centre.y),
        _ => Pos::new(centre.x, room.y),
    }
}

#[cfg(test)]
mod tests {
    use super::opposite;
    use base::{Pos, Rect};

    #[test]
    fn whoever_enters_sees_the_stairs_at_the_far_wall() {
        let room = Rect::new(4, 10, 7, 5);
        assert_eq!(opposite(room, Pos::new(3, 11)), Pos::new(10, 12));
        assert_eq!(opposite(room, Pos::new(11, 14)), Pos::new(4, 12));
        assert_eq!(opposite(room, Pos::new(5, 9)), Pos::new(7, 14));
        assert_eq!(opposite(room, Pos::new(5, 15)), Pos::new(7, 10));
    }
}
