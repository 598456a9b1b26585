//! Draws the modules of a town on the level.

use crate::detail::House;
use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::level::ThingKind;
use crate::request::LevelSpec;
use crate::state::Town;
use base::{Bits, Dir, Grid, Pos, Rect, flood};
use content::{ModuleClass, Modules, Tile};

/// Draws every module with one of its pictures, paves a path from each door to its street, and
/// fills cells that cannot be reached.
pub(crate) fn build(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let modules = draft.modules()?;
    let mut town = draft.town.take().ok_or(PassError::Missing("a main street"))?;
    let mut wells: Vec<Pos> = Vec::new();
    let mut walls: Grid<Option<Rect>> = town.modules.map(|_| None);
    for (place, picture) in drawn(&town, modules, |pictures| draft.stream.below(pictures)) {
        for (pos, cell) in cells(bounds(&town, place, modules), picture) {
            draft.tiles[pos] = tile(cell);
            if matches!(cell, 'H' | '+') {
                let wall = Rect::new(pos.x, pos.y, 1, 1);
                walls[place] = Some(walls[place].map_or(wall, |walls| walls.union(wall)));
            }
            // One well is enough for a square; modules come row by row.
            let (apart, size) = (3 * modules.file.size as i32, modules.file.size as i32);
            let mut near = wells.iter().rev().take_while(|well| well.y + apart + size >= pos.y);
            if cell == 'o' && near.all(|well| well.steps_to(pos) > apart) {
                wells.push(pos);
            }
        }
    }
    let [start, exit] = outlets(&draft.tiles)?;
    let first = town.main_street.first().map(|&gate| bounds(&town, gate, modules));
    let swap = first.is_some_and(|first| !first.contains(start));
    let (start, exit) = if swap { (exit, start) } else { (start, exit) };
    draft.set_ends(start, exit);

    town.houses = houses(&town, modules, &walls, &draft.tiles);
    let min_houses =
        modules.file.min_houses.min(draft.tiles.area() / modules.file.cells_per_house.max(1));
    if town.houses.len() < min_houses {
        return Err(PassError::Retry("it is no town: too few houses"));
    }
    for house in &town.houses {
        pave(&mut draft.tiles, house, modules.file.size)?;
    }
    close_what_is_cut_off(draft);
    for house in &town.houses {
        draft.place_thing(ThingKind::House, "house", 1, house.door);
    }
    for well in wells {
        draft.place_thing(ThingKind::Well, "well", 1, well);
    }
    draft.town = Some(town);
    Ok(())
}

/// The town so far, each module with its first picture; for a trace.
pub(crate) fn sketch(town: &Town, modules: &Modules, spec: &LevelSpec<'_>) -> Grid<Tile> {
    let mut tiles = Grid::filled(spec.width, spec.height, Tile::Rock);
    for (place, picture) in drawn(town, modules, |_| 0) {
        for (pos, cell) in cells(bounds(town, place, modules), picture) {
            tiles[pos] = tile(cell);
        }
    }
    tiles
}

/// Every placed module, with its place and picture. `choose` returns an index below the number of
/// pictures.
fn drawn<'m>(
    town: &Town,
    modules: &'m Modules,
    mut choose: impl FnMut(u32) -> u32,
) -> Vec<(Pos, &'m [char])> {
    let standing = town.modules.iter().filter_map(|(pos, module)| Some((pos, (*module)?)));
    standing
        .map(|(pos, module)| {
            let pictures = &modules.list[usize::from(module)].pictures;
            let choice = if pictures.len() == 1 { 0 } else { choose(pictures.len() as u32) };
            (pos, pictures[choice as usize].as_slice())
        })
        .collect()
}

/// The cells of a place on the level.
fn bounds(town: &Town, pos: Pos, modules: &Modules) -> Rect {
    let size = modules.file.size as i32;
    Rect::new(town.origin.x + pos.x * size, town.origin.y + pos.y * size, size, size)
}

fn cells(bounds: Rect, picture: &[char]) -> impl Iterator<Item = (Pos, char)> {
    bounds.positions().zip(picture.iter().copied())
}

fn tile(cell: char) -> Tile {
    match cell {
        'H' => Tile::Wall,
        'o' => Tile::Floor,
        '<' => Tile::Start,
        other => Tile::of_character(other).unwrap_or(Tile::Wall),
    }
}

/// The two cells where the gates lead out of the town, in reading order.
fn outlets(tiles: &Grid<Tile>) -> Result<[Pos; 2], PassError> {
    let mut outlets = tiles.iter().filter(|&(_, &tile)| tile == Tile::Start).map(|(pos, _)| pos);
    match (outlets.next(), outlets.next(), outlets.next()) {
        (Some(first), Some(second), None) => Ok([first, second]),
        _ => Err(PassError::Retry("a gate leads nowhere")),
    }
}

/// Every house; a house may extend over several modules.
fn houses(
    town: &Town,
    modules: &Modules,
    walls: &Grid<Option<Rect>>,
    tiles: &Grid<Tile>,
) -> Vec<House> {
    let mut houses = Vec::new();
    for (pos, module) in town.modules.iter() {
        let Some(module) = module.map(|module| &modules.list[usize::from(module)]) else {
            continue;
        };
        if module.class != ModuleClass::House || !module.has_door {
            continue;
        }
        let walls = parts(town, modules, pos).into_iter().filter_map(|part| walls[part]);
        let here = bounds(town, pos, modules);
        let door = here.positions().find(|&cell| tiles[cell] == Tile::Door);
        let (Some(walls), Some(door)) = (walls.reduce(Rect::union), door) else {
            continue;
        };
        let side = Dir::CARDINAL.into_iter().find(|&side| !walls.contains(door + side));
        if let Some(side) = side {
            houses.push(House { x: walls.x, y: walls.y, w: walls.w, h: walls.h, door, side });
        }
    }
    houses
}

/// The places of one house, of which `first` is one.
fn parts(town: &Town, modules: &Modules, first: Pos) -> Vec<Pos> {
    let mut parts = vec![first];
    let mut next = 0;
    while let Some(&pos) = parts.get(next) {
        next += 1;
        let Some(module) = town.modules[pos] else {
            continue;
        };
        for (dir, socket) in
            Dir::CARDINAL.into_iter().zip(modules.list[usize::from(module)].sockets)
        {
            let beside = pos + dir;
            if modules.is_inner(socket) && !parts.contains(&beside) {
                parts.push(beside);
            }
        }
    }
    parts
}

/// Paves a straight path from a door to the street that it faces.
fn pave(tiles: &mut Grid<Tile>, house: &House, size: usize) -> Result<(), PassError> {
    let mut pos = house.door;
    for _ in 0..2 * size {
        pos = pos + house.side;
        match tiles.get_mut(pos) {
            Some(Tile::Road) => return Ok(()),
            Some(tile) => *tile = Tile::Road,
            None => break,
        }
    }
    Err(PassError::Retry("a door faces no street"))
}

/// Turns every cell that cannot be reached, and every pond that is adjacent to no reachable cell,
/// into wall.
fn close_what_is_cut_off(draft: &mut LevelDraft<'_>) {
    let open = Bits::of(&draft.tiles, |tile| tile.is_passable());
    let ponds = Bits::of(&draft.tiles, |&tile| tile == Tile::DeepWater);
    let mut kept = flood(&open, draft.start);
    kept.union(&ponds);
    let kept = flood(&kept, draft.start);
    let mut cut_off = open;
    cut_off.union(&ponds);
    cut_off.subtract(&kept);
    draft.tiles.fill(cut_off.iter(), Tile::Wall);
}
