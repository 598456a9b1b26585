//! Doors.

use crate::base::{Dir, Pos};
use crate::r#gen::connect::dig::doorways;
use crate::r#gen::plan::{Plan, Stop};
use crate::r#gen::{ThingKind, Tile};

/// Hangs doors where they belong: in a passage one cell wide, right where it opens into something
/// wider, or at the ends of hallways where there are such; never two beside each other, nor beside
/// start or exit.
pub(in crate::r#gen) fn hang(plan: &mut Plan<'_>) -> Result<(), Stop> {
    let percent = plan.setting("door_percent")? as u32;
    if !plan.links.is_empty() {
        hang_in_hallways(plan, percent);
        return Ok(());
    }
    let candidates: Vec<Pos> =
        plan.tiles.positions().filter(|&pos| is_doorway(plan, pos)).collect();
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

fn is_doorway(plan: &Plan<'_>, pos: Pos) -> bool {
    if plan.tiles[pos] != Tile::Floor || pos.is_beside(plan.start) || pos.is_beside(plan.exit) {
        return false;
    }
    let is_open = |pos: Pos| plan.tiles.get(pos).is_some_and(|tile| tile.is_passable());
    let [ahead, left, back, right] = match Dir::CARDINAL.map(|dir| is_open(pos + dir)) {
        [true, false, true, false] => [Dir::North, Dir::East, Dir::South, Dir::West],
        [false, true, false, true] => [Dir::East, Dir::South, Dir::West, Dir::North],
        _ => return false,
    };
    [ahead, back].into_iter().any(|dir| {
        let beyond = pos + dir;
        is_open(beyond + left) && is_open(beyond + right) && is_open(beyond + dir)
    })
}
