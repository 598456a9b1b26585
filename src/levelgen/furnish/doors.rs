//! Doors.

use crate::base::{Bits, Dir, Pos};
use crate::levelgen::algo::corridors::narrow;
use crate::levelgen::draft::Plan;
use crate::levelgen::draft::dig::doorways;
use crate::levelgen::error::PassError;
use crate::levelgen::level::ThingKind;
use crate::levelgen::tile::Tile;

/// Hangs doors where they belong: in a passage one cell wide, right where it opens into something
/// wider, or at the ends of hallways where there are such; never two beside each other, nor beside
/// start or exit.
pub(in crate::levelgen) fn run(plan: &mut Plan<'_>) -> Result<(), PassError> {
    let percent = plan.setting("door_percent")? as u32;
    if !plan.links.is_empty() {
        hang_in_hallways(plan, percent);
        return Ok(());
    }
    let open = Bits::of(&plan.tiles, |tile| tile.is_passable());
    let candidates: Vec<Pos> =
        narrow(&open).iter().filter(|&pos| is_doorway(plan, &open, pos)).collect();
    for pos in candidates {
        let crowded = pos.neighbours().any(|beside| plan.tiles.get(beside) == Some(&Tile::Door));
        if plan.stream.percent(percent) && !crowded {
            plan.tiles[pos] = Tile::Door;
            plan.stand(ThingKind::Door, "door", 1, pos);
        }
    }
    Ok(())
}

/// Hangs doors at the ends of hallways that have no gate.
fn hang_in_hallways(plan: &mut Plan<'_>, percent: u32) {
    for link in 0..plan.links.len() {
        if plan.links[link].gate.is_some() {
            continue;
        }
        for pos in doorways(&plan.links[link].cells) {
            if plan.stream.percent(percent) {
                plan.tiles[pos] = Tile::Door;
                plan.links[link].doors.push(pos);
                plan.stand(ThingKind::Door, "door", 1, pos);
            }
        }
    }
}

/// Whether a cell of a narrow passage lies right where that opens into something wider.
fn is_doorway(plan: &Plan<'_>, open: &Bits, pos: Pos) -> bool {
    if plan.tiles[pos] != Tile::Floor || pos.is_beside(plan.start) || pos.is_beside(plan.exit) {
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
