//! Digs a crypt's rooms and hallways, and puts the boss into the last room.

use std::cmp::Reverse;

use crate::algo::graph::distances;
use crate::algo::router::Router;
use crate::draft::LevelDraft;
use crate::draft::dig::{dig_room, hang_doors, link_graph};
use crate::error::PassError;
use crate::level::{Link, LinkKind, RoomRole, ThingKind};
use base::{Pos, Rect};
use content::Tile;

/// Routes the edges of the tree and then the loops, so that no hallway touches another hallway or a
/// room that is not its own. A loop that finds no way near its rooms is dropped.
pub(crate) fn hallways(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let graph = draft.detail.crypt.as_mut().ok_or(PassError::Missing("the room graph"))?;
    let rooms: Vec<Rect> = draft.rooms.iter().map(|room| room.rect).collect();
    let mut router = Router::new(draft.spec.width, draft.spec.height, &rooms);
    let tree = router.route_all(&graph.mst);
    if tree.contains(&None) {
        return Err(PassError::Retry("a hallway found no way"));
    }
    let loops: Vec<Option<usize>> =
        graph.loops.iter().map(|&(a, b)| router.route_near(a, b)).collect();
    let mut routed = loops.iter().map(Option::is_some);
    graph.loops.retain(|_| routed.next().unwrap_or(false));

    let halls = tree.iter().map(|hall| (hall, LinkKind::Tree));
    let halls = halls.chain(loops.iter().map(|hall| (hall, LinkKind::Loop)));
    draft.links = halls
        .filter_map(|(hall, kind)| Some((router.hallway((*hall)?)?, kind)))
        .map(|(hall, kind)| Link::new(hall.a, hall.b, kind, hall.cells.clone()))
        .collect();
    Ok(())
}

/// Digs every room and hallway, hangs doors and gates, and puts start and exit into the rooms at
/// the ends of the critical path, opposite their doors.
///
/// A gate is the first cell of its hallway, seen from the start.
pub(crate) fn dig_crypt(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let door_percent = draft.setting("door_percent")? as u32;
    let graph = draft.detail.crypt.as_ref().ok_or(PassError::Missing("the room graph"))?;
    let (start_room, boss_room) = (graph.start_room, graph.boss_room);
    for room in 0..draft.rooms.len() {
        dig_room(draft, draft.rooms[room].rect);
    }
    let steps = distances(&link_graph(draft.rooms.len(), &draft.links), start_room);

    let mut links = std::mem::take(&mut draft.links);
    for link in &mut links {
        draft.tiles.fill(link.cells.iter().copied(), Tile::Floor);
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
    draft.set_ends(start, exit);
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

/// The distance from the exit at which the boss waits, if the room is large enough.
const CELLS_FROM_EXIT: i32 = 5;

/// Puts the boss of this depth into the boss room, if the recipe has one so deep.
pub(crate) fn boss(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let Some(name) = due_boss(draft) else { return Ok(()) };
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
pub(crate) fn due_boss<'a>(draft: &LevelDraft<'a>) -> Option<&'a str> {
    let depth = draft.spec.depth;
    let bosses = &draft.spec.kind.bosses;
    let due = bosses.iter().filter(|boss| boss.0 <= depth).max_by_key(|boss| boss.0);
    due.map(|(_, name)| name.as_str())
}
