//! Passes that hang doors, dig pools and ponds, build pillars, stack crates and grow grass, and
//! tell walls from solid rock.

use crate::algo::regions::corridor_cells;
use crate::draft::LevelDraft;
use crate::draft::dig::doorways;
use crate::error::PassError;
use crate::level::ThingKind;
use base::{Bits, Dir, Pos, Rect, flood};
use content::Tile;

/// Keeps the walls beside passable cells, and turns all other walls into solid rock.
pub(crate) fn walls(draft: &mut LevelDraft<'_>) {
    let seen = Bits::of(&draft.tiles, |tile| tile.is_passable()).dilated();
    let width = draft.tiles.width() as usize;
    let rows = draft.tiles.cells_mut().chunks_exact_mut(width);
    for (row, words) in rows.zip(seen.words().chunks_exact(seen.stride())) {
        for (tiles, word) in row.chunks_mut(64).zip(words) {
            for (place, tile) in tiles.iter_mut().enumerate() {
                let is_hidden = *tile == Tile::Wall && word >> place & 1 == 0;
                *tile = if is_hidden { Tile::Rock } else { *tile };
            }
        }
    }
}

/// Hangs doors: at the ends of hallways if the level has links, otherwise in passages one cell wide
/// where they open into a wider space; there never two beside each other, nor beside start or exit.
pub(crate) fn doors(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let percent = draft.setting("door_percent")? as u32;
    if !draft.links.is_empty() {
        hang_in_hallways(draft, percent);
        return Ok(());
    }
    let open = Bits::of(&draft.tiles, |tile| tile.is_passable());
    let candidates: Vec<Pos> =
        corridor_cells(&open).iter().filter(|&pos| is_doorway(draft, &open, pos)).collect();
    for pos in candidates {
        let crowded = pos.neighbours().any(|beside| draft.tiles.get(beside) == Some(&Tile::Door));
        if draft.stream.percent(percent) && !crowded {
            draft.tiles[pos] = Tile::Door;
            draft.place_thing(ThingKind::Door, "door", 1, pos);
        }
    }
    Ok(())
}

/// Hangs doors at the ends of hallways that have no gate.
fn hang_in_hallways(draft: &mut LevelDraft<'_>, percent: u32) {
    for link in 0..draft.links.len() {
        if draft.links[link].gate.is_some() {
            continue;
        }
        for pos in doorways(&draft.links[link].cells) {
            if draft.stream.percent(percent) {
                draft.tiles[pos] = Tile::Door;
                draft.links[link].doors.push(pos);
                draft.place_thing(ThingKind::Door, "door", 1, pos);
            }
        }
    }
}

/// Whether a cell of a narrow passage is beside a wider space.
fn is_doorway(draft: &LevelDraft<'_>, open: &Bits, pos: Pos) -> bool {
    if draft.tiles[pos] != Tile::Floor || pos.is_beside(draft.start) || pos.is_beside(draft.exit) {
        return false;
    }
    let (along, across) = ([Dir::North, Dir::South], [Dir::East, Dir::West]);
    let (along, across) =
        if open.contains(pos + Dir::North) { (along, across) } else { (across, along) };
    along.into_iter().any(|dir| {
        let beyond = pos + dir;
        across.into_iter().chain([dir]).all(|way| open.contains(beyond + way))
    })
}

/// Number of cells of floor that stay on every side of a pool.
const FLOOR_MARGIN_CELLS: i32 = 2;

/// Digs a pool in some of the rooms that are large enough, two cells or more from the walls, so
/// that it disconnects nothing and blocks no door.
pub(crate) fn pools(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let percent = draft.setting("pool_percent")? as u32;
    if draft.placement.is_some() {
        return Err(PassError::TooLate);
    }
    for room in 0..draft.rooms.len() {
        let basin = draft.rooms[room].rect.grown(-FLOOR_MARGIN_CELLS);
        if basin.w >= 2 && basin.h >= 2 && draft.stream.percent(percent) {
            let pool = shrunk(draft, basin);
            if is_clear_floor(draft, pool) {
                fill_pool(draft, pool);
            }
        }
    }
    Ok(())
}

/// Maximum side of a pool, in cells.
const MAX_POOL_SIDE_CELLS: i32 = 8;

/// A rectangle of random size in the middle of a basin, at least two cells either way.
fn shrunk(draft: &mut LevelDraft<'_>, basin: Rect) -> Rect {
    let mut side = |from: i32, space: i32| {
        let length = draft
            .stream
            .range((space / 2).clamp(2, MAX_POOL_SIDE_CELLS), space.min(MAX_POOL_SIDE_CELLS));
        (from + (space - length) / 2, length)
    };
    let ((x, w), (y, h)) = (side(basin.x, basin.w), side(basin.y, basin.h));
    Rect::new(x, y, w, h)
}

/// Fills a rectangle with water; a large one sometimes without its corners.
fn fill_pool(draft: &mut LevelDraft<'_>, pool: Rect) {
    let is_round = pool.w > 2 && pool.h > 2 && draft.stream.one_in(2);
    let is_corner = |pos: Pos| {
        (pos.x == pool.x || pos.x == pool.right() - 1)
            && (pos.y == pool.y || pos.y == pool.bottom() - 1)
    };
    draft
        .tiles
        .fill(pool.positions().filter(|&pos| !(is_round && is_corner(pos))), Tile::DeepWater);
}

/// Minimum side of a room with pillars, in cells.
const MIN_ROOM_SIDE_CELLS: i32 = 5;

/// Builds pillars in some of the rooms that are large enough: two rows along the longer walls, one
/// near each corner, or a pier in the middle, each with floor all around.
pub(crate) fn pillars(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let percent = draft.setting("pillar_percent")? as u32;
    if draft.placement.is_some() {
        return Err(PassError::TooLate);
    }
    for room in 0..draft.rooms.len() {
        let floor = draft.rooms[room].rect;
        if floor.w.min(floor.h) < MIN_ROOM_SIDE_CELLS || !draft.stream.percent(percent) {
            continue;
        }
        for pillar in drawn_pillars(draft, floor) {
            if is_clear_floor(draft, pillar) {
                draft.tiles.fill(pillar.positions(), Tile::Wall);
            }
        }
    }
    Ok(())
}

/// A random arrangement; rows are twice as likely as each of the others.
fn drawn_pillars(draft: &mut LevelDraft<'_>, floor: Rect) -> Vec<Rect> {
    match draft.stream.below(4) {
        0 => {
            let inset = draft.stream.range(1, (floor.w.min(floor.h) - 3) / 2);
            corners(floor.grown(-inset))
        }
        1 => vec![pier(floor)],
        _ => pillar_rows(floor),
    }
}

fn single(x: i32, y: i32) -> Rect {
    Rect::new(x, y, 1, 1)
}

fn corners(within: Rect) -> Vec<Rect> {
    let (right, bottom) = (within.right() - 1, within.bottom() - 1);
    [(within.x, within.y), (right, within.y), (within.x, bottom), (right, bottom)]
        .map(|(x, y)| single(x, y))
        .to_vec()
}

/// A pier in the middle, as thick as the parity of the sides demands; thicker in a large room.
fn pier(floor: Rect) -> Rect {
    let thick = |side: i32| 2 - side % 2 + if side > 10 { 2 } else { 0 };
    let Pos { x, y } = floor.centre();
    let (w, h) = (thick(floor.w), thick(floor.h));
    Rect::new(x - (w - 1) / 2, y - (h - 1) / 2, w, h)
}

/// Two rows along the longer walls, one cell from them, spaced as evenly as the length allows.
fn pillar_rows(floor: Rect) -> Vec<Rect> {
    let lies = floor.w >= floor.h;
    let (length, breadth) = if lies { (floor.w, floor.h) } else { (floor.h, floor.w) };
    let step = [3, 2, 4].into_iter().find(|step| (length - 3) % step == 0).unwrap_or(2);
    let along = (1..length - 1).step_by(step as usize);
    along
        .flat_map(|along| [(along, 1), (along, breadth - 2)])
        .map(|(along, across)| if lies { (along, across) } else { (across, along) })
        .map(|(x, y)| single(floor.x + x, floor.y + y))
        .collect()
}

/// Turns some of the small islands of rock into water. Rock was not passable before, so a pond
/// blocks no way; unlike rock it does not block the view.
///
/// An island is a component of rock, connected by sides and corners, that does not reach the border
/// or the walls of a room.
pub(crate) fn ponds(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let percent = draft.setting("pond_percent")? as u32;
    let max_cells = draft.setting("most_pond")? as usize;
    let rock = Bits::of(&draft.tiles, |tile| !tile.is_passable());
    // The rock that is known to be part of no island, or of one that was visited already.
    let mut done = Bits::new(rock.width(), rock.height());
    done.insert_within(draft.tiles.bounds());
    done.clear_within(draft.tiles.bounds().grown(-1));
    // Most of it is connected with the border by sides alone.
    done.union(&flood(&rock, Pos::default()));
    for room in &draft.rooms {
        done.insert_within(room.rect.grown(1));
    }
    // The first cell of an island in reading order has no rock before it.
    let mut firsts = rock.clone();
    for before in [Dir::West, Dir::NorthWest, Dir::North, Dir::NorthEast] {
        firsts.subtract(&rock.beside(before));
    }
    for first in firsts.iter() {
        if done.contains(first) {
            continue;
        }
        let (cells, is_island) = spread_rock(&rock, &done, first, max_cells);
        let is_pond = is_island && draft.stream.percent(percent);
        for pos in cells {
            done.insert(pos);
            if is_pond {
                draft.tiles[pos] = Tile::DeepWater;
            }
        }
    }
    Ok(())
}

/// The rock connected with a cell, up to `max_cells` cells, and whether that is a whole island.
fn spread_rock(rock: &Bits, done: &Bits, first: Pos, max_cells: usize) -> (Vec<Pos>, bool) {
    let mut cells = vec![first];
    let mut next = 0;
    while let Some(&pos) = cells.get(next) {
        next += 1;
        for beside in pos.neighbours().filter(|&beside| rock.contains(beside)) {
            if done.contains(beside) {
                return (cells, false);
            }
            if !cells.contains(&beside) {
                if cells.len() == max_cells {
                    return (cells, false);
                }
                cells.push(beside);
            }
        }
    }
    (cells, true)
}

/// Maximum length of a column, in crates.
const MAX_COLUMN_CRATES: i32 = 4;

/// Number of floor cells of a room for each column that is tried.
const CELLS_PER_COLUMN: i32 = 16;

/// Stacks columns of crates in some of the rooms, all in one direction, each with floor all around.
pub(crate) fn stacks(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let percent = draft.setting("stack_percent")? as u32;
    let mut taken = Bits::new(draft.spec.width, draft.spec.height);
    for thing in &draft.things {
        taken.insert(thing.pos());
    }
    for room in 0..draft.rooms.len() {
        let floor = draft.rooms[room].rect;
        let within = floor.grown(-1);
        if within.w < 1 || within.h < 1 || !draft.stream.percent(percent) {
            continue;
        }
        let lies = draft.stream.one_in(2);
        for _ in 0..(floor.area() / CELLS_PER_COLUMN).max(1) {
            let column = drawn_column(draft, within, lies);
            let is_clear = column.grown(1).positions().all(|pos| !taken.contains(pos));
            if is_clear && is_clear_floor(draft, column) {
                for pos in column.positions() {
                    taken.insert(pos);
                    draft.place_thing(ThingKind::Crate, "crate", 1, pos);
                }
            }
        }
    }
    Ok(())
}

fn drawn_column(draft: &mut LevelDraft<'_>, within: Rect, lies: bool) -> Rect {
    let stream = &mut draft.stream;
    let length = stream.range(1, if lies { within.w } else { within.h }.min(MAX_COLUMN_CRATES));
    let (w, h) = if lies { (length, 1) } else { (1, length) };
    let x = within.x + stream.range(0, within.w - w);
    let y = within.y + stream.range(0, within.h - h);
    Rect::new(x, y, w, h)
}

/// Maximum size of a patch of grass, in cells.
const MAX_PATCH_CELLS: i32 = 24;

/// Grows patches of grass over `grass_percent` of the floor, and moss beside water, but not on
/// cells with things. Both are walked on like floor.
pub(crate) fn grass(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let percent = draft.setting("grass_percent")? as usize;
    let mut bare = Bits::of(&draft.tiles, |&tile| tile == Tile::Floor);
    for thing in &draft.things {
        bare.remove(thing.pos());
    }
    let cells: Vec<Pos> = bare.iter().collect();
    let wanted = cells.len() * percent / 100;
    let mut green = 0;
    if wanted > 0 {
        green += moss(draft, &cells, &mut bare);
    }
    // The number of tries is bounded, because seeds on green cells grow nothing.
    for _ in 0..wanted {
        let Some(&seed) = draft.stream.pick(&cells) else {
            break;
        };
        if green >= wanted {
            break;
        }
        if bare.contains(seed) {
            let size = draft.stream.range(MAX_PATCH_CELLS / 4, MAX_PATCH_CELLS) as usize;
            green += patch(draft, &mut bare, seed, size);
        }
    }
    Ok(())
}

/// Grows moss on two in three of the bare cells beside water, and returns their number.
fn moss(draft: &mut LevelDraft<'_>, cells: &[Pos], bare: &mut Bits) -> usize {
    let water = Bits::of(&draft.tiles, |&tile| tile == Tile::DeepWater);
    if water.is_empty() {
        return 0;
    }
    let shore = water.dilated();
    let mut green = 0;
    for &pos in cells.iter().filter(|&&pos| shore.contains(pos)) {
        if draft.stream.below(3) < 2 {
            bare.remove(pos);
            draft.tiles[pos] = Tile::Grass;
            green += 1;
        }
    }
    green
}

/// Grows a patch of at most `size` cells from a cell, and returns its number of cells.
fn patch(draft: &mut LevelDraft<'_>, bare: &mut Bits, seed: Pos, size: usize) -> usize {
    bare.remove(seed);
    let mut cells = vec![seed];
    let mut next = 0;
    while let Some(&pos) = cells.get(next) {
        next += 1;
        draft.tiles[pos] = Tile::Grass;
        for beside in pos.cardinals() {
            if cells.len() < size && bare.contains(beside) && draft.stream.percent(70) {
                bare.remove(beside);
                cells.push(beside);
            }
        }
    }
    cells.len()
}

/// Whether a rectangle and the ring of cells around it are plain floor. Every way through it can go
/// round it instead, so filling it disconnects nothing.
fn is_clear_floor(draft: &LevelDraft<'_>, rect: Rect) -> bool {
    rect.grown(1).positions().all(|pos| draft.tiles.get(pos) == Some(&Tile::Floor))
}
