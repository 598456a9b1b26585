//! Digs a cloister's rooms, hallways and courts.

use crate::algo::graph::distances;
use crate::algo::router::Router;
use crate::draft::LevelDraft;
use crate::draft::dig::{dig_room, hang_doors, link_graph};
use crate::error::PassError;
use crate::level::{Link, LinkGate, LinkKind, Thing, ThingKind};
use crate::state::Cycles;
use base::{Dir, Grid, Pos, Rect};
use content::Tile;
use petgraph::unionfind::UnionFind;

/// Routes a hallway for every pair of rooms that cycles link. A cycle with a link that finds no way
/// is dropped from the list; its rooms stay connected by its other links. The great cycle must be
/// complete.
pub(crate) fn cycle_hallways(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let cycles = draft.cycles.as_mut().ok_or(PassError::Missing("cycles"))?;
    let rooms: Vec<Rect> = draft.rooms.iter().map(|room| room.rect).collect();
    let mut router = Router::new(draft.spec.width, draft.spec.height, &rooms);
    let halls = router.route_all(&cycles.edges);
    let mut joined = UnionFind::new(rooms.len());
    for hall in halls.into_iter().flatten() {
        let Some(hall) = router.unroute(hall) else { continue };
        let kind = if joined.union(hall.a, hall.b) { LinkKind::Tree } else { LinkKind::Loop };
        draft.links.push(Link::new(hall.a, hall.b, kind, hall.cells));
    }
    if (1..rooms.len()).any(|room| joined.find(room) != joined.find(0)) {
        return Err(PassError::Retry("a hallway found no way"));
    }
    if !name_links(cycles, &draft.links, rooms.len()) {
        return Err(PassError::Retry("the great cycle does not close"));
    }
    Ok(())
}

/// Sets the links of each cycle, and drops the cycles that lack one; false if the great cycle lacks
/// one.
fn name_links(cycles: &mut Cycles, links: &[Link], rooms: usize) -> bool {
    let mut of_room = vec![Vec::new(); rooms];
    for (number, link) in links.iter().enumerate() {
        of_room[link.a].push(number);
        of_room[link.b].push(number);
    }
    let between = |a: usize, b: usize| {
        let ends = |link: &Link| link.a == b || link.b == b;
        of_room[a].iter().copied().find(|&link| ends(&links[link]))
    };
    cycles.all.retain_mut(|cycle| {
        let next = cycle.rooms.iter().cycle().skip(1);
        let found = cycle.rooms.iter().zip(next).filter_map(|(&a, &b)| between(a, b));
        cycle.links = found.collect();
        let closes = cycle.links.len() == cycle.rooms.len();
        if !closes {
            cycles.spoiled.append(&mut cycle.links);
        }
        closes
    });
    // The great cycle begins with the first room of all.
    cycles.all.first().is_some_and(|first| first.rooms[0] == 0)
}

/// Digs every room and hallway, hangs doors at their ends, bars the gates, lays the courts out as
/// gardens, and marks start and exit.
///
/// A gate is the first cell of its hallway, seen from the start; a pit is the whole hallway,
/// without a door, so that the goal can be seen across it. A drop is the first cell, with a ledge
/// on it.
pub(crate) fn dig_cloister(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let door_percent = draft.setting("door_percent")? as u32;
    let (Some(cycles), Some(found)) = (draft.cycles.take(), &draft.detail.cloister) else {
        return Err(PassError::Missing("cycles and their patterns"));
    };
    let (start_room, one_way) = (found.start_room, found.one_way.clone());
    for room in 0..draft.rooms.len() {
        dig_room(draft, draft.rooms[room].rect);
    }
    for &court in &cycles.courts {
        plant(&mut draft.tiles, draft.rooms[court].rect);
    }
    let steps = distances(&link_graph(draft.rooms.len(), &draft.links), start_room);
    let mut links = std::mem::take(&mut draft.links);
    for (number, link) in links.iter_mut().enumerate() {
        let tile = if link.gate == Some(LinkGate::Pit) { Tile::Pit } else { Tile::Floor };
        for &pos in &link.cells {
            draft.tiles[pos] = tile;
        }
        if one_way.contains(&number) {
            let (cell, to) = drop(link, draft.rooms[link.a].rect);
            draft.place_thing(ThingKind::Door, &Thing::ledge_name(to), 1, cell);
        } else if tile == Tile::Floor {
            let a_is_nearer = link.gate.is_some() || steps[link.a] <= steps[link.b];
            hang_doors(draft, link, a_is_nearer, door_percent);
        }
    }
    draft.links = links;
    draft.cycles = Some(cycles);
    draft.set_ends(draft.start, draft.exit);
    Ok(())
}

/// The ledge of a link that leads out of a room, and the direction down.
fn drop(link: &Link, from: Rect) -> (Pos, Dir) {
    let cell = link.cells[0];
    let out = Dir::CARDINAL.into_iter().find(|dir| from.contains(cell + dir.opposite()));
    (cell, out.unwrap_or(Dir::North))
}

/// Lays out a court as a garden, with columns and a pond if it is large enough. Columns stand free,
/// the pond keeps a distance from them, and the cells along the walls stay clear, so that nothing
/// is cut off wherever the doors are.
fn plant(tiles: &mut Grid<Tile>, court: Rect) {
    let shortest = court.w.min(court.h);
    let (columns, lawn, pond) = match shortest {
        ..5 => (None, 1, None),
        5..7 => (None, 1, Some(2)),
        _ => (Some(1), 2, Some((shortest / 4 + 1).max(3))),
    };
    tiles.fill(court.grown(-lawn).positions(), Tile::Grass);
    if let Some(margin) = pond {
        let pond = court.grown(-margin);
        tiles.fill(pond.positions().filter(|&pos| is_round(pond, pos)), Tile::DeepWater);
    }
    if let Some(margin) = columns {
        tiles.fill(arcade(court.grown(-margin)), Tile::Wall);
    }
}

/// Whether a cell lies in the ellipse that fills a rectangle.
fn is_round(area: Rect, pos: Pos) -> bool {
    // In half cells, so that the middle of an even side is a whole number.
    let (dx, dy) = (2 * (pos.x - area.x) + 1 - area.w, 2 * (pos.y - area.y) + 1 - area.h);
    let (w, h) = (i64::from(area.w), i64::from(area.h));
    let (dx, dy) = (i64::from(dx), i64::from(dy));
    dx * dx * h * h + dy * dy * w * w <= w * w * h * h
}

/// Every second cell along the edge of an area, counted from its corners, none beside another.
fn arcade(area: Rect) -> Vec<Pos> {
    let (right, bottom) = (area.right() - 1, area.bottom() - 1);
    let across =
        mirrored(area.w).into_iter().flat_map(|at| [(area.x + at, area.y), (area.x + at, bottom)]);
    let down =
        mirrored(area.h).into_iter().flat_map(|at| [(area.x, area.y + at), (right, area.y + at)]);
    across.chain(down).map(|(x, y)| Pos::new(x, y)).collect()
}

/// Every second index of a length, counted from both ends, with a gap of two or three in the
/// middle.
fn mirrored(length: i32) -> Vec<i32> {
    let half = (0..(length - 1) / 2).step_by(2);
    half.flat_map(|at| [at, length - 1 - at]).collect()
}
