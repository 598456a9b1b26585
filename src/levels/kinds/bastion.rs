//! The rooms of a bastion: scattered in a disc, pushed apart, the large ones connected.

use std::cmp::Reverse;

use crate::algo::delaunay::triangulate;
use crate::algo::graph::{Graph, distances, graph, spanning_tree};
use crate::algo::separation::{drop_overlapping, separate};
use crate::detail::BastionDetail;
use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::level::{Link, Room, RoomRole};
use crate::state::Scatter;
use base::{Pos, Rect, Stream};

/// Width of the smallest and of the largest room, in cells. All sides are odd, so that the centre
/// of a room is a cell.
const ROOM_WIDTHS: (i32, i32) = (3, 11);
/// Height of the smallest and of the largest room, in cells.
const ROOM_HEIGHTS: (i32, i32) = (3, 7);

/// Maximum margin between the disc and the border, in cells; the margin is a tenth of the level's
/// side.
const MAX_MARGIN_CELLS: i32 = 8;

/// Number of rooms that are drawn large, because a level needs main rooms.
const LARGE_ROOMS: usize = 4;

/// Drops rooms until they would cover `crowd_percent` of the level, with their walls and the gaps
/// between them.
///
/// The disc is an ellipse with the level's proportions and a margin to its border, so that the
/// rooms overlap in the middle and have space to be pushed to. The side of a room is the lesser of
/// two draws, which gives many small rooms and a few halls.
pub(crate) fn scatter(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let (crowd, gap) = (draft.setting("crowd_percent")?, draft.setting("gap")?);
    let (width, height) = (draft.spec.width, draft.spec.height);
    let stream = &mut draft.stream;
    let mut rooms = Vec::new();
    let mut free = width * height / 100 * crowd;
    loop {
        let mut side = |(min, max): (i32, i32), level: i32| {
            let max = max.min(level / 3).max(min);
            let (one, other) = (stream.range(min, max), stream.range(min, max));
            (if rooms.len() < LARGE_ROOMS { one.max(other) } else { one.min(other) }) | 1
        };
        let (w, h) = (side(ROOM_WIDTHS, width), side(ROOM_HEIGHTS, height));
        free -= (w + gap) * (h + gap);
        if free < 0 && rooms.len() >= LARGE_ROOMS {
            break;
        }
        let (x, y) = in_disc(stream, width, height);
        let x = (x - w / 2).clamp(1, width - 1 - w);
        let y = (y - h / 2).clamp(1, height - 1 - h);
        rooms.push(Rect::new(x, y, w, h));
    }
    draft.scatter = Some(Scatter { dropped: rooms.len(), rooms, rounds: 0 });
    Ok(())
}

/// A random point in the disc, by rejection from the square around it.
fn in_disc(stream: &mut Stream, width: i32, height: i32) -> (i32, i32) {
    let radius = |side: i32| side / 2 - (side / 10).min(MAX_MARGIN_CELLS);
    loop {
        let (x, y) = (stream.range(-1000, 1000), stream.range(-1000, 1000));
        if x * x + y * y <= 1_000_000 {
            return (width / 2 + x * radius(width) / 1000, height / 2 + y * radius(height) / 1000);
        }
    }
}

/// Pushes the rooms apart until at least `gap` cells lie between any two, for a bounded number of
/// rounds; then drops the smaller of every two that are still too near.
pub(crate) fn separate_rooms(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let gap = draft.setting("gap")?;
    let inside = draft.tiles.bounds().grown(-1);
    let scatter = draft.scatter.as_mut().ok_or(PassError::Missing("dropped rooms"))?;
    scatter.rounds = separate(&mut scatter.rooms, inside, gap);
    drop_overlapping(&mut scatter.rooms, inside, gap);
    Ok(())
}

/// Drops main rooms and computes the graph over the others.
pub(crate) fn drop_main_rooms(
    draft: &mut LevelDraft<'_>,
    unwanted: &[usize],
) -> Result<(), PassError> {
    if let Some(scatter) = &mut draft.scatter {
        let mut ids = 0..;
        scatter.rooms.retain(|_| ids.next().is_some_and(|id| !unwanted.contains(&id)));
    }
    main_rooms(draft)
}

/// Chooses the main rooms, those with at least `main_area` cells of floor, and computes the graph
/// over them: the Delaunay triangulation of their centres and its minimum spanning tree.
///
/// Sorts the main rooms before the minor ones, so that their ids are final.
pub(crate) fn main_rooms(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let main_area = draft.setting("main_area")?;
    let share_percent = draft.setting("share_percent")?;
    let scatter = draft.scatter.as_mut().ok_or(PassError::Missing("dropped rooms"))?;
    scatter.rooms.sort_by_key(|room| room.area() < main_area);
    let mains = scatter.rooms.iter().filter(|room| room.area() >= main_area).count();
    if mains < 3 {
        return Err(PassError::Retry("fewer than three main rooms"));
    }
    let centres: Vec<Pos> = scatter.rooms[..mains].iter().map(|&room| Rect::centre(room)).collect();
    let delaunay = triangulate(&centres);
    let mut mst = spanning_tree(&centres, &delaunay);
    mst.sort_unstable();
    draft.detail.bastion = Some(BastionDetail {
        rounds: scatter.rounds,
        main: (0..mains).collect(),
        delaunay,
        mst,
        added_back: Vec::new(),
        share_percent,
        kept_minor: Vec::new(),
        dropped: 0,
    });
    Ok(())
}

/// Number of rooms that are tried as the start before the attempt is given up.
const MAX_START_DRAWS: u32 = 6;

/// Draws a start in one main room and an exit in another that is far away: at a Manhattan distance
/// of at least `min_distance` cells, and among the farthest quarter by the length of the hallways.
/// Neither is beside a hallway's end, so neither blocks a way.
pub(crate) fn far_rooms(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let min_distance = draft.setting("min_distance")?;
    let Some(mains) = draft.detail.bastion.as_ref().map(|detail| detail.main.len()) else {
        return Err(PassError::Missing("main rooms"));
    };
    let hallways = hallway_graph(&draft.rooms, &draft.links);
    for _ in 0..MAX_START_DRAWS {
        // The room farthest from a random one is at the edge of the level.
        let anywhere = draft.stream.below(mains as u32) as usize;
        let from_anywhere = distances(&hallways, anywhere);
        let first = (0..mains).max_by_key(|&room| (from_anywhere[room], Reverse(room)));
        let Some(first) = first.filter(|&room| room != anywhere) else {
            break;
        };
        let Some(start) = draw_cell(draft, first, |_| true) else {
            continue;
        };
        let lengths = distances(&hallways, first);
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
        if let Some(exit) = draw_cell(draft, room, |exit| exit.manhattan(start) >= min_distance) {
            draft.rooms[first].role = RoomRole::Start;
            draft.rooms[room].role = RoomRole::Exit;
            draft.set_ends(start, exit);
            return Ok(());
        }
    }
    Err(PassError::Retry("no two main rooms are min_distance apart"))
}

/// A random cell of a room that suits and is not beside a hallway's end.
fn draw_cell(draft: &mut LevelDraft<'_>, room: usize, suits: impl Fn(Pos) -> bool) -> Option<Pos> {
    let (rect, tiles) = (draft.rooms[room].rect, &draft.tiles);
    let is_end = |pos: Pos| !rect.contains(pos) && tiles[pos].is_passable();
    let cells: Vec<Pos> =
        rect.positions().filter(|&pos| suits(pos) && !pos.cardinals().any(is_end)).collect();
    draft.stream.pick(&cells).copied()
}

/// The graph of the rooms; its edges are as long as the hallways from centre to centre, in cells.
fn hallway_graph(rooms: &[Room], links: &[Link]) -> Graph {
    let length = |link: &Link| {
        let to_end = |room: usize, end: Option<&Pos>| {
            end.map_or(0, |&end| rooms[room].rect.centre().manhattan(end))
        };
        let ends = to_end(link.a, link.cells.first()) + to_end(link.b, link.cells.last());
        ends as u32 + link.cells.len() as u32 - 1
    };
    graph(rooms.len(), links.iter().map(|link| (link.a, link.b, length(link))))
}
