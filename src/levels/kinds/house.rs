//! The house: outer walls with a front door, and rooms by recursive division.

use std::collections::BTreeMap;

use crate::algo::graph::add_long_loops;
use crate::detail::{HouseDetail, Split};
use crate::draft::{LevelDraft, rooms_by_cell};
use crate::error::PassError;
use crate::level::{Link, LinkKind, Room, RoomRole, ThingKind};
use base::{Bits, Dir, DistanceField, Grid, Moves, Pos, Rect, Stream};
use content::Tile;

/// Builds four walls around one floor, a cell within the outer ring, with the front door on the
/// side that the setting `side` names, or on a random one. The door is the exit, the cell inside it
/// the start.
pub(crate) fn front_door(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let asked = draft.setting("side")? as usize;
    let place = if asked < Dir::CARDINAL.len() { asked } else { draft.stream.below(4) as usize };
    let floor = inside(draft);
    draft.tiles.fill(floor.positions(), Tile::Floor);
    let column = draft.stream.range(floor.x, floor.right() - 1);
    let row = draft.stream.range(floor.y, floor.bottom() - 1);
    let side = Dir::CARDINAL[place];
    let start = match side {
        Dir::North => Pos::new(column, floor.y),
        Dir::East => Pos::new(floor.right() - 1, row),
        Dir::South => Pos::new(column, floor.bottom() - 1),
        _ => Pos::new(floor.x, row),
    };
    let door = start + side;
    draft.set_ends(start, door);
    draft.detail.house = Some(HouseDetail { side, door, back_door: start, splits: Vec::new() });
    Ok(())
}

/// The cells within the walls of the house.
pub(crate) fn inside(draft: &LevelDraft<'_>) -> Rect {
    draft.tiles.bounds().grown(-2)
}

/// Splits the house by walls with a single opening each, until no part has space for two rooms of
/// the least size (Buck, "Maze generation: recursive division", 2011). No wall ends at an opening
/// of another or at the front door, so no room is cut off.
///
/// Then further openings make loops.
///
/// A part of less than nine times the area of the least room is left whole with `hall_percent`.
pub(crate) fn room_walls(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let min_side = draft.setting("least_room")?;
    let hall_percent = draft.setting("hall_percent")? as u32;
    let door_percent = draft.setting("door_percent")? as u32;
    let loop_percent = draft.setting("loop_percent")? as usize;
    let mut splits = Vec::new();
    let mut parts = vec![inside(draft)];
    while let Some(part) = parts.pop() {
        let is_hall = part.area() < 9 * min_side * min_side && draft.stream.percent(hall_percent);
        let cut = if is_hall { None } else { cut(&draft.tiles, part, min_side, &mut draft.stream) };
        let Some((split, halves)) = cut else {
            let role = if part.contains(draft.start) { RoomRole::Start } else { RoomRole::Room };
            draft.rooms.push(Room { id: draft.rooms.len(), rect: part, role });
            continue;
        };
        draft.tiles.fill(split.cells().filter(|&pos| pos != split.opening), Tile::Wall);
        splits.push(split);
        parts.extend(halves);
    }
    join(draft, &splits, door_percent);
    add_loops(draft, loop_percent, door_percent);
    let house = draft.detail.house.as_mut().ok_or(PassError::Missing("a front door"))?;
    house.splits = splits;
    Ok(())
}

/// A wall across a part at a random place, and the two parts that it leaves; the longer side is the
/// likelier to be cut. `None` if the part is too small.
fn cut(
    tiles: &Grid<Tile>,
    part: Rect,
    min_side: i32,
    stream: &mut Stream,
) -> Option<(Split, [Rect; 2])> {
    let is_wall = |x, y| tiles[Pos::new(x, y)] == Tile::Wall;
    let is_free_column = |&x: &i32| is_wall(x, part.y - 1) && is_wall(x, part.bottom());
    let is_free_row = |&y: &i32| is_wall(part.x - 1, y) && is_wall(part.right(), y);
    let columns: Vec<i32> =
        (part.x + min_side..part.right() - min_side).filter(is_free_column).collect();
    let rows: Vec<i32> =
        (part.y + min_side..part.bottom() - min_side).filter(is_free_row).collect();
    let weight = |places: &[i32], side: i32| if places.is_empty() { 0 } else { side * side } as u32;
    let is_column = stream.weighted([weight(&columns, part.w), weight(&rows, part.h)])? == 0;
    let (places, first, last) = if is_column {
        (columns, part.y, part.bottom() - 1)
    } else {
        (rows, part.x, part.right() - 1)
    };
    let &wall = stream.pick(&places)?;
    let at = |along: i32| if is_column { Pos::new(wall, along) } else { Pos::new(along, wall) };
    let opening = at(stream.range(first, last));
    let Rect { x, y, w, h } = part;
    let halves = if is_column {
        [Rect::new(x, y, wall - x, h), Rect::new(wall + 1, y, part.right() - wall - 1, h)]
    } else {
        [Rect::new(x, y, w, wall - y), Rect::new(x, wall + 1, w, part.bottom() - wall - 1)]
    };
    Some((Split { from: at(first), to: at(last), opening }, halves))
}

/// Adds a link for the opening of every wall.
fn join(draft: &mut LevelDraft<'_>, splits: &[Split], door_percent: u32) {
    let owner = rooms_by_cell(&draft.rooms, &draft.tiles);
    for &Split { from, to, opening } in splits {
        let across = if from.x == to.x { Pos::new(1, 0) } else { Pos::new(0, 1) };
        if let (Some(a), Some(b)) = (owner[opening - across], owner[opening + across]) {
            add_link(draft, (a.min(b), a.max(b)), LinkKind::Tree, opening, door_percent);
        }
    }
}

/// Adds the link through an opening, with `door_percent` with a door, but not beside the start.
fn add_link(
    draft: &mut LevelDraft<'_>,
    (a, b): (usize, usize),
    kind: LinkKind,
    opening: Pos,
    door_percent: u32,
) {
    let mut doors = Vec::new();
    if !opening.is_beside(draft.start) && draft.stream.percent(door_percent) {
        draft.tiles[opening] = Tile::Door;
        draft.place_thing(ThingKind::Door, "door", 1, opening);
        doors.push(opening);
    }
    draft.links.push(Link { doors, ..Link::new(a, b, kind, vec![opening]) });
}

/// Opens walls between rooms that are neighbours but far apart by the openings so far, as many as
/// `percent` of the rooms. No opening is beside another.
fn add_loops(draft: &mut LevelDraft<'_>, percent: usize, door_percent: u32) {
    let walls = shared_walls(draft);
    let centres: Vec<Pos> = draft.rooms.iter().map(|room| room.rect.centre()).collect();
    let links: Vec<(usize, usize)> = draft.links.iter().map(|link| (link.a, link.b)).collect();
    let mut pairs: Vec<(usize, usize)> = walls.keys().copied().collect();
    draft.stream.shuffle(&mut pairs);
    let max_count = (centres.len() * percent).div_ceil(100);
    add_long_loops(&centres, links, pairs, max_count, |a, b| {
        let is_closed = |pos: &Pos| draft.tiles[*pos] == Tile::Wall;
        let is_apart = |pos: &Pos| pos.cardinals().filter(is_closed).count() == 2;
        let cells = walls[&(a, b)].iter().copied();
        let cells: Vec<Pos> = cells.filter(is_closed).filter(is_apart).collect();
        let Some(&opening) = draft.stream.pick(&cells) else { return false };
        draft.tiles[opening] = Tile::Floor;
        add_link(draft, (a, b), LinkKind::Loop, opening, door_percent);
        true
    });
}

/// The wall cells between each two rooms that share a wall, lower room first.
fn shared_walls(draft: &LevelDraft<'_>) -> BTreeMap<(usize, usize), Vec<Pos>> {
    let owner = rooms_by_cell(&draft.rooms, &draft.tiles);
    let mut walls: BTreeMap<(usize, usize), Vec<Pos>> = BTreeMap::new();
    for pos in inside(draft).positions().filter(|&pos| owner[pos].is_none()) {
        for across in [Pos::new(1, 0), Pos::new(0, 1)] {
            if let (Some(a), Some(b)) = (owner[pos - across], owner[pos + across]) {
                walls.entry((a.min(b), a.max(b))).or_default().push(pos);
            }
        }
    }
    walls
}

/// Makes the cell of a room along the outer walls with the longest way to the front door the one
/// where a shift begins; the last in reading order of several. Its room becomes the closet room, if it is
/// not the one behind the front door.
pub(crate) fn back_door(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    if draft.placement.is_some() {
        return Err(PassError::TooLate);
    }
    let passable = Bits::of(&draft.tiles, |tile| tile.is_passable());
    let mut steps = DistanceField::new();
    steps.spread(&passable, [draft.exit], Moves::Eight, DistanceField::MAX_DISTANCE);
    let (inside, inner) = (inside(draft), inside(draft).grown(-1));
    let owner = rooms_by_cell(&draft.rooms, &draft.tiles);
    let is_in_room = |pos: &Pos| owner[*pos].is_some() && passable.contains(*pos);
    let back_door = inside
        .positions()
        .filter(|pos| is_in_room(pos) && !inner.contains(*pos))
        .max_by_key(|&pos| steps.get(pos))
        .ok_or(PassError::Missing("floor"))?;
    let house = draft.detail.house.as_mut().ok_or(PassError::Missing("a front door"))?;
    house.back_door = back_door;
    for room in draft.rooms.iter_mut().filter(|room| room.rect.contains(back_door)) {
        if room.role != RoomRole::Start {
            room.role = RoomRole::Closet;
        }
    }
    Ok(())
}
