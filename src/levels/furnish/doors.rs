//! Hangs doors.

use crate::algo::corridors::corridor_cells;
use crate::draft::LevelDraft;
use crate::draft::dig::doorways;
use crate::error::PassError;
use crate::level::ThingKind;
use crate::tile::Tile;
use base::{Bits, Dir, Pos};

/// Hangs doors: at the ends of hallways if the level has links, otherwise in passages one cell wide where they open into a
/// wider space; there never two beside each other, nor beside start or exit.
pub(crate) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
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
