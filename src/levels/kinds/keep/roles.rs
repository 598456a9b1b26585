//! The rooms of start, exit and shop in a keep.

use crate::algo::graph::Graph;
use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::level::RoomRole;
use crate::tile::Tile;
use base::local_components;
use base::{Bits, Pos};

/// Chooses three rooms of a tree: start and exit, at least `min_distance` percent of the tree's diameter apart, and a shop
/// at a dead end off the path between them.
///
/// The path never leads through all rooms, so that one is left for the shop; four rooms suffice.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let percent = draft.setting("min_distance")? as usize;
    let count = draft.rooms.len();
    if count < 4 || draft.links.len() + 1 != count {
        return Err(PassError::Missing("a tree of four rooms or more"));
    }
    let edges: Vec<(usize, usize)> = draft.links.iter().map(|link| (link.a, link.b)).collect();
    let tree = Graph::of(count, &edges);
    let longest = tree.diameter();
    let max_steps = (longest.len() - 1).min(count - 2);
    let min_steps = (max_steps * percent).div_ceil(100).max(1);

    // The farthest room from any room is an end of the longest path.
    let ends = [longest[0], longest[longest.len() - 1]].map(|end| tree.distances(end));
    let starts: Vec<usize> = (0..count)
        .filter(|&room| ends.iter().any(|steps| steps[room] as usize >= min_steps))
        .collect();
    let start =
        *draft.stream.pick(&starts).ok_or(PassError::NothingToDraw("a room for the start"))?;
    let steps = tree.distances(start);
    let exits: Vec<usize> = (0..count)
        .filter(|&room| (min_steps..=max_steps).contains(&(steps[room] as usize)))
        .collect();
    let exit = *draft.stream.pick(&exits).ok_or(PassError::NothingToDraw("a room for the exit"))?;

    let to_exit = tree.distances(exit);
    let is_off = |&room: &usize| steps[room] + to_exit[room] > steps[exit];
    let shops: Vec<usize> =
        (0..count).filter(|&room| tree.degree(room) == 1).filter(is_off).collect();
    let shop = *draft.stream.pick(&shops).ok_or(PassError::NothingToDraw("a room for the shop"))?;

    for (room, role) in [(start, RoomRole::Start), (exit, RoomRole::Exit), (shop, RoomRole::Shop)] {
        draft.rooms[room].role = role;
    }
    draft.start = pick_cell(draft, start)?;
    draft.exit = pick_cell(draft, exit)?;
    draft.tiles[draft.start] = Tile::Start;
    draft.tiles[draft.exit] = Tile::Exit;
    Ok(())
}

/// A random cell of a room that blocks no way, away from its doorways if possible.
fn pick_cell(draft: &mut LevelDraft<'_>, room: usize) -> Result<Pos, PassError> {
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
    draft
        .stream
        .pick(&cells)
        .copied()
        .ok_or(PassError::Retry("a room has no place for start or exit"))
}
