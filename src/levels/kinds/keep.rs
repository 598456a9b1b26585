//! The keep: the roles of its rooms, what is built into them, and its residents.

use std::ops::RangeInclusive;

use crate::algo::bsp::SplitGoal;
use crate::algo::graph::{Graph, diameter, distances};
use crate::algo::ways::TwoWays;
use crate::draft::LevelDraft;
use crate::draft::dig::link_graph;
use crate::error::PassError;
use crate::level::{RoomRole, ThingKind};
use crate::passes::rooms::split_level;
use base::{Bits, Dir, Pos, Rect, local_components};
use content::{Garrison, Tile};

/// Splits the level into 2^`halvings` leaves.
pub(crate) fn halvings(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let times = draft.setting("halvings")? as u32;
    split_level(draft, SplitGoal::times(times))
}

/// Number of pairs of start and exit that are tried for two ways of like length between them.
const MAX_WAYS_DRAWS: u32 = 4;

/// Chooses three rooms: start and exit, at least `min_distance` percent of the longest path apart,
/// and a shop off every shortest path between them, at a dead end if there is one.
///
/// The longest path is the one from the room farthest from the first room to the room farthest from
/// that. The way to the exit never leads through all rooms, so that one is left for the shop; four
/// rooms suffice. Of the first few choices the first one with two ways of like length between start
/// and exit is taken; without any, the first.
pub(crate) fn roles(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let percent = draft.setting("min_distance")? as usize;
    let count = draft.rooms.len();
    if count < 4 || draft.links.len() + 1 < count {
        return Err(PassError::Missing("four connected rooms or more"));
    }
    let graph = link_graph(count, &draft.links);
    let longest = diameter(&graph);
    let max_steps = (longest.len() - 1).min(count - 2);
    let min_steps = (max_steps * percent).div_ceil(100).max(1);
    // From each of these at least one end of the longest path is far enough.
    let ends = [longest[0], longest[longest.len() - 1]].map(|end| distances(&graph, end));
    let starts: Vec<usize> = (0..count)
        .filter(|&room| ends.iter().any(|steps| steps[room] as usize >= min_steps))
        .collect();

    let passable = Bits::of(&draft.tiles, |tile| tile.is_passable());
    let mut chosen = None;
    for _ in 0..MAX_WAYS_DRAWS {
        let Some(roles) = draw_roles(draft, &graph, &starts, min_steps..=max_steps) else {
            continue;
        };
        let [start, exit] = roles.ends;
        if TwoWays::between(&passable, start, exit).is_some_and(TwoWays::are_alike) {
            chosen = Some(roles);
            break;
        }
        chosen.get_or_insert(roles);
    }
    let Roles { rooms, ends: [start, exit] } =
        chosen.ok_or(PassError::Retry("a room has no place for start, exit or shop"))?;
    for (room, role) in rooms.into_iter().zip([RoomRole::Start, RoomRole::Exit, RoomRole::Shop]) {
        draft.rooms[room].role = role;
    }
    draft.set_ends(start, exit);
    Ok(())
}

struct Roles {
    /// The rooms of start and exit, and the shop.
    rooms: [usize; 3],
    /// The cells of start and exit.
    ends: [Pos; 2],
}

/// Random rooms with the exit so many steps from the start; `None` if one of them has no place.
fn draw_roles(
    draft: &mut LevelDraft<'_>,
    graph: &Graph,
    starts: &[usize],
    way: RangeInclusive<usize>,
) -> Option<Roles> {
    let count = draft.rooms.len();
    let start = *draft.stream.pick(starts)?;
    let steps = distances(graph, start);
    let exits: Vec<usize> =
        (0..count).filter(|&room| way.contains(&(steps[room] as usize))).collect();
    let exit = *draft.stream.pick(&exits)?;
    let to_exit = distances(graph, exit);
    let is_off = |&room: &usize| steps[room] + to_exit[room] > steps[exit];
    let is_dead_end = |&room: &usize| graph.neighbors(room).count() == 1;
    let mut shops: Vec<usize> = (0..count).filter(is_off).filter(is_dead_end).collect();
    if shops.is_empty() {
        shops = (0..count).filter(is_off).collect();
    }
    let shop = *draft.stream.pick(&shops)?;
    let ends = [draw_cell(draft, start)?, draw_cell(draft, exit)?];
    Some(Roles { rooms: [start, exit, shop], ends })
}

/// A random cell of a room that blocks no way, away from its doorways if possible.
fn draw_cell(draft: &mut LevelDraft<'_>, room: usize) -> Option<Pos> {
    let room = &draft.rooms[room];
    let rect = room.rect;
    let mut open = Bits::new(draft.tiles.width(), draft.tiles.height());
    for pos in rect.grown(1).positions().filter(|&pos| draft.tiles[pos].is_passable()) {
        open.insert(pos);
    }
    let fits = |pos: &Pos| local_components(&open, *pos) <= 1;
    let is_aside =
        |pos: &Pos| pos.neighbours().all(|beside| rect.contains(beside) || !open.contains(beside));
    let mut cells: Vec<Pos> = rect.positions().filter(|pos| fits(pos) && is_aside(pos)).collect();
    if cells.is_empty() {
        cells = rect.positions().filter(fits).collect();
    }
    draft.stream.pick(&cells).copied()
}

/// The minimum length of a wall with a gallery or niches, in cells.
const MIN_WALL_CELLS: i32 = 6;

/// Digs along `gallery_percent` of the long walls: a gallery behind a row of pillars if there is
/// enough solid rock, niches between buttresses otherwise.
///
/// Only the hall's wall and the rock behind it are dug, away from doorways and other open cells, so
/// the room stays a plain rectangle of floor and nothing is newly connected.
pub(crate) fn galleries(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let percent = draft.setting("gallery_percent")? as u32;
    for room in 0..draft.rooms.len() {
        let room = &draft.rooms[room];
        let hall = room.rect;
        for out in Dir::CARDINAL {
            let wall = Wall::of(hall, out);
            if wall.length < MIN_WALL_CELLS || !draft.stream.percent(percent) {
                continue;
            }
            if wall.is_solid(draft, 3) {
                dig_gallery(draft, wall);
            } else {
                dig_niches(draft, wall);
            }
        }
    }
    Ok(())
}

/// One side of a hall, seen from within.
#[derive(Clone, Copy)]
struct Wall {
    /// The first cell of the wall, beside the hall's corner cell.
    first: Pos,
    along: Pos,
    out: Pos,
    length: i32,
}

impl Wall {
    fn of(hall: Rect, out: Dir) -> Wall {
        let (last_x, last_y) = (hall.right() - 1, hall.bottom() - 1);
        let (first, along, length) = match out {
            Dir::North => (Pos::new(hall.x, hall.y - 1), Pos::new(1, 0), hall.w),
            Dir::South => (Pos::new(hall.x, last_y + 1), Pos::new(1, 0), hall.w),
            Dir::West => (Pos::new(hall.x - 1, hall.y), Pos::new(0, 1), hall.h),
            _ => (Pos::new(last_x + 1, hall.y), Pos::new(0, 1), hall.h),
        };
        Wall { first, along, out: Pos::default() + out, length }
    }

    /// The cell `place` cells along the wall and `depth` cells into it.
    fn cell(self, place: i32, depth: i32) -> Pos {
        self.first
            + Pos::new(
                self.along.x * place + self.out.x * depth,
                self.along.y * place + self.out.y * depth,
            )
    }

    /// Whether there is an opening at a place: openings alternate with pillars from either end, so
    /// two pillars or openings meet in the middle of an even length.
    fn is_opening(self, place: i32) -> bool {
        place.min(self.length - 1 - place) % 2 == 1
    }

    /// Whether the wall and the rock behind it are solid, `depth` cells deep, including the cells
    /// beside its ends.
    fn is_solid(self, draft: &LevelDraft<'_>, depth: i32) -> bool {
        (-1..=self.length)
            .all(|place| (0..depth).all(|deep| is_rock(draft, self.cell(place, deep))))
    }
}

fn is_rock(draft: &LevelDraft<'_>, pos: Pos) -> bool {
    draft.tiles.get(pos) == Some(&Tile::Wall)
}

fn dig_gallery(draft: &mut LevelDraft<'_>, wall: Wall) {
    for place in 0..wall.length {
        draft.tiles[wall.cell(place, 1)] = Tile::Floor;
        if wall.is_opening(place) {
            draft.tiles[wall.cell(place, 0)] = Tile::Floor;
        }
    }
}

fn dig_niches(draft: &mut LevelDraft<'_>, wall: Wall) {
    for place in 0..wall.length {
        let around = (-1..=1).flat_map(|beside| [(place + beside, 0), (place + beside, 1)]);
        let mut around = around.map(|(place, depth)| wall.cell(place, depth));
        if wall.is_opening(place) && around.all(|pos| is_rock(draft, pos)) {
            draft.tiles[wall.cell(place, 0)] = Tile::Floor;
        }
    }
}

/// The width of the floor between a lawn and the walls, in cells.
const WALK_CELLS: i32 = 2;
/// The shortest side of a lawn, in cells.
const MIN_LAWN_CELLS: i32 = 3;

/// Sows grass in the middle of `court_percent` of the halls that are large enough and have no
/// special role, leaving a walk all round.
pub(crate) fn courts(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let percent = draft.setting("court_percent")? as u32;
    for room in draft.rooms.iter().filter(|room| room.role == RoomRole::Room) {
        let lawn = room.rect.grown(-WALK_CELLS);
        if lawn.w < MIN_LAWN_CELLS || lawn.h < MIN_LAWN_CELLS || !draft.stream.percent(percent) {
            continue;
        }
        draft.tiles.fill(lawn.positions(), Tile::Grass);
    }
    Ok(())
}

/// Factor of the density of crates in a shop.
const SHOP_CRATE_FACTOR: u32 = 3;

/// Stacks crates on cells along the walls of every room: `crate_percent` of the corners, and fewer
/// the farther from a corner; never where a crate would block a way.
pub(crate) fn crates(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let percent = draft.setting("crate_percent")? as u32;
    for room in 0..draft.rooms.len() {
        let room = &draft.rooms[room];
        let rect = room.rect;
        let dense = if room.role == RoomRole::Shop { SHOP_CRATE_FACTOR * percent } else { percent };
        for pos in rect.positions().filter(|&pos| is_by_wall(rect, pos)) {
            let off = from_corner(rect, pos) as u32;
            if draft.stream.percent(dense / (1 + off)) && draft.can_stack(pos) {
                draft.place_thing(ThingKind::Crate, "crate", 1, pos);
            }
        }
    }
    Ok(())
}

fn is_by_wall(room: Rect, pos: Pos) -> bool {
    !room.grown(-1).contains(pos)
}

/// The distance from the nearest corner of the room along the wall, in cells.
fn from_corner(room: Rect, pos: Pos) -> i32 {
    let across = (pos.x - room.x).min(room.right() - 1 - pos.x);
    let down = (pos.y - room.y).min(room.bottom() - 1 - pos.y);
    across.max(down)
}

/// Places residents in every room except the start and the shop, by depth, as [`Garrison`] says.
/// Some are replaced by groups of wild monsters of this depth, rather far from the start.
pub(crate) fn garrison(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let Some(garrison) = &draft.spec.kind.garrison else {
        return Err(PassError::NothingToDraw("a garrison"));
    };
    let mut posts: Vec<Post> = Vec::new();
    for room in 0..draft.rooms.len() {
        if !matches!(draft.rooms[room].role, RoomRole::Start | RoomRole::Shop) {
            posts.push(Post::draw(draft, room, garrison));
        }
    }
    posts.sort_by_key(|post| draft.placement().steps_to(post.centre));
    for _ in 0..draft.groups_of_residents() {
        add_wild_group(draft, &mut posts);
    }
    let tier = draft.spec.depth.tier().min(5);
    for post in &mut posts {
        for (ranks, heads) in [(&garrison.mages, post.mages), (&garrison.guards, post.others)] {
            for _ in 0..heads {
                let (Some(rank), Some(pos)) = (draft.stream.pick(ranks), post.next_cell(draft, 0))
                else {
                    break;
                };
                draft.place_thing(ThingKind::Actor, rank, tier, pos);
            }
        }
    }
    Ok(())
}

/// A room with residents.
struct Post {
    centre: Pos,
    /// Its cells in random order.
    cells: Vec<Pos>,
    /// Number of mages that are still to be placed.
    mages: u32,
    /// Number of guards that are still to be placed.
    others: u32,
}

impl Post {
    fn draw(draft: &mut LevelDraft<'_>, room: usize, garrison: &Garrison) -> Post {
        let room = &draft.rooms[room];
        let rect = room.rect;
        let mut cells: Vec<Pos> = rect.positions().collect();
        draft.stream.shuffle(&mut cells);
        let (low, high) = garrison.heads(draft.spec.depth);
        let max_heads = (cells.len() as u32 / garrison.crowd).max(1);
        let heads = (draft.stream.range(low as i32, high as i32) as u32).min(max_heads);
        let mages =
            (0..heads).filter(|_| draft.stream.percent(garrison.mage_percent)).count() as u32;
        Post { centre: rect.centre(), cells, mages, others: heads - mages }
    }

    /// A cell of the room more than `quiet` steps from the start where an actor may be placed, even
    /// beside others.
    fn next_cell(&mut self, draft: &mut LevelDraft<'_>, quiet: u32) -> Option<Pos> {
        while let Some(pos) = self.cells.pop() {
            if draft.can_stack(pos) && draft.placement().steps_to(pos) > quiet {
                return Some(pos);
            }
        }
        None
    }
}

/// Replaces guards of a room rather far from the start by a group of wild monsters of this depth.
fn add_wild_group(draft: &mut LevelDraft<'_>, posts: &mut [Post]) {
    let quiet = draft.spec.kind.furnishing.quiet;
    let Some(kind) = draft.draw_resident(draft.spec.resident_depth) else { return };
    let (low, high) = kind.group;
    let heads = draft.stream.range(i32::from(low), i32::from(high)) as u32;
    let mut draw = || draft.stream.below(posts.len() as u32) as usize;
    let far = draw().max(draw());
    let Some(post) = posts[far..].iter_mut().find(|post| post.others > 0) else {
        return;
    };
    for _ in 0..heads.min(post.others) {
        let Some(pos) = post.next_cell(draft, quiet) else {
            break;
        };
        post.others -= 1;
        draft.place_thing(ThingKind::Actor, &kind.name, kind.tier(), pos);
    }
}
