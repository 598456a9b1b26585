//! Start and exit in rooms far from each other.

use std::cmp::Reverse;

use crate::algo::graph::Graph;
use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::level::{Link, Room, RoomRole};
use crate::tile::Tile;
use base::Pos;

/// Number of rooms that are tried as the start before the attempt is given up.
const MAX_START_DRAWS: u32 = 6;

/// Draws a start in one main room and an exit in another that is far away: at a Manhattan distance of at least
/// `min_distance` cells, and among the farthest quarter by the length of the hallways. Neither is beside a hallway's end,
/// so neither blocks a way.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let min_distance = draft.setting("min_distance")?;
    let Some(mains) = draft.detail.bastion.as_ref().map(|detail| detail.main.len()) else {
        return Err(PassError::Missing("main rooms"));
    };
    let hallways = hallway_graph(&draft.rooms, &draft.links);
    for _ in 0..MAX_START_DRAWS {
        // The room farthest from a random one is at the edge of the level.
        let anywhere = draft.stream.below(mains as u32) as usize;
        let from_anywhere = hallways.shortest_lengths(anywhere);
        let first = (0..mains).max_by_key(|&room| (from_anywhere[room], Reverse(room)));
        let Some(first) = first.filter(|&room| room != anywhere) else {
            break;
        };
        let Some(start) = draw(draft, first, |_| true) else {
            continue;
        };
        let lengths = hallways.shortest_lengths(first);
        let far: Vec<usize> = (0..mains)
            .filter(|&room| room != first)
            .filter(|&room| draft.rooms[room].rect.centre().manhattan(start) >= min_distance)
            .collect();
        let longest = far.iter().map(|&room| lengths[room]).max().unwrap_or(0);
        let last: Vec<usize> =
            far.into_iter().filter(|&room| lengths[room] >= longest * 3 / 4).collect();
        let Some(&room) = draft.stream.pick(&last) else {
            continue;
        };
        if let Some(exit) = draw(draft, room, |exit| exit.manhattan(start) >= min_distance) {
            draft.rooms[first].role = RoomRole::Start;
            draft.rooms[room].role = RoomRole::Exit;
            draft.tiles[start] = Tile::Start;
            draft.tiles[exit] = Tile::Exit;
            (draft.start, draft.exit) = (start, exit);
            return Ok(());
        }
    }
    Err(PassError::Retry("no two main rooms are min_distance apart"))
}

/// A random cell of a room that suits and is not beside a hallway's end.
fn draw(draft: &mut LevelDraft<'_>, room: usize, suits: impl Fn(Pos) -> bool) -> Option<Pos> {
    let (rect, tiles) = (draft.rooms[room].rect, &draft.tiles);
    let is_end = |pos: Pos| !rect.contains(pos) && tiles[pos].is_passable();
    let cells: Vec<Pos> =
        rect.positions().filter(|&pos| suits(pos) && !pos.cardinals().any(is_end)).collect();
    draft.stream.pick(&cells).copied()
}

/// The graph of the rooms; its edges are as long as the hallways from centre to centre, in cells.
fn hallway_graph(rooms: &[Room], links: &[Link]) -> Graph<u32> {
    let length = |link: &Link| {
        let to_end = |room: usize, end: Option<&Pos>| {
            end.map_or(0, |&end| rooms[room].rect.centre().manhattan(end))
        };
        let ends = to_end(link.a, link.cells.first()) + to_end(link.b, link.cells.last());
        ends as u32 + link.cells.len() as u32 - 1
    };
    Graph::new(rooms.len(), links.iter().map(|link| (link.a, link.b, length(link))))
}
