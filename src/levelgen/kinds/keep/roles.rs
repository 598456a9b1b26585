//! Which room is entered, which is left, and which is the shop.

use crate::base::{Bits, Pos, Rect};
use crate::levelgen::algo::graph::{diameter, distances, neighbours};
use crate::levelgen::algo::local::local_components;
use crate::levelgen::draft::LevelDraft;
use crate::levelgen::error::PassError;
use crate::levelgen::level::Role;
use crate::levelgen::tile::Tile;

/// Gives three rooms of a tree their roles: start and exit far apart, by at least `min_distance`
/// percent of the longest way between any two, and a shop at a dead end off the way between them.
///
/// The way never leads through all rooms, so that one is left for the shop; four rooms suffice.
pub(in crate::levelgen) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let percent = draft.setting("min_distance")? as usize;
    let count = draft.rooms.len();
    if count < 4 || draft.links.len() + 1 != count {
        return Err(PassError::Recipe("Roles"));
    }
    let edges: Vec<(usize, usize)> = draft.links.iter().map(|link| (link.a, link.b)).collect();
    let tree = neighbours(count, &edges);
    let longest = diameter(&tree);
    let most = (longest.len() - 1).min(count - 2);
    let least = (most * percent).div_ceil(100).max(1);

    // The farthest room from any other is an end of the longest way.
    let ends = [longest[0], longest[longest.len() - 1]].map(|end| distances(&tree, end));
    let starts: Vec<usize> =
        (0..count).filter(|&room| ends.iter().any(|steps| steps[room] as usize >= least)).collect();
    let start = *draft.stream.pick(&starts).ok_or(PassError::Recipe("Roles"))?;
    let steps = distances(&tree, start);
    let exits: Vec<usize> =
        (0..count).filter(|&room| (least..=most).contains(&(steps[room] as usize))).collect();
    let exit = *draft.stream.pick(&exits).ok_or(PassError::Recipe("Roles"))?;

    let to_exit = distances(&tree, exit);
    let is_off = |&room: &usize| steps[room] + to_exit[room] > steps[exit];
    let shops: Vec<usize> =
        (0..count).filter(|&room| tree[room].len() == 1).filter(is_off).collect();
    let shop = *draft.stream.pick(&shops).ok_or(PassError::Recipe("Roles"))?;

    for (room, role) in [(start, Role::Start), (exit, Role::Exit), (shop, Role::Shop)] {
        draft.rooms[room].role = role;
    }
    draft.start = spot(draft, start)?;
    draft.exit = spot(draft, exit)?;
    draft.tiles[draft.start] = Tile::Start;
    draft.tiles[draft.exit] = Tile::Exit;
    Ok(())
}

/// A cell of a room that is in nobody's way, off its doorways if that can be.
fn spot(draft: &mut LevelDraft<'_>, room: usize) -> Result<Pos, PassError> {
    let room = &draft.rooms[room];
    let rect = Rect::new(room.x, room.y, room.w, room.h);
    let mut open = Bits::new(draft.tiles.width(), draft.tiles.height());
    for pos in rect.grown(1).positions().filter(|&pos| draft.tiles[pos].is_passable()) {
        open.insert(pos);
    }
    let fits = |pos: &Pos| local_components(&open, *pos) <= 1;
    let is_aside =
        |pos: &Pos| pos.neighbours().all(|beside| rect.contains(beside) || !open.contains(beside));
    let mut spots: Vec<Pos> = rect.positions().filter(|pos| fits(pos) && is_aside(pos)).collect();
    if spots.is_empty() {
        spots = rect.positions().filter(fits).collect();
    }
    draft
        .stream
        .pick(&spots)
        .copied()
        .ok_or(PassError::Retry("a room has no place for start or exit"))
}
