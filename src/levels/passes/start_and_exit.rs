//! Start and exit of a level that is one open space.

use crate::algo::ways::TwoWays;
use crate::draft::LevelDraft;
use crate::error::PassError;
use crate::level::RoomRole;
use base::{Bits, DistanceField, Moves, Pos, local_components, ring};

/// Number of starts that are tried before the attempt is given up.
const MAX_START_DRAWS: u32 = 12;
/// Number of pairs of start and exit that are tried for two ways of like length between them.
const MAX_WAYS_DRAWS: u32 = 3;

/// Draws a start on open ground, and an exit far from it: at a Manhattan distance of at least
/// `min_distance` cells, and among the farthest quarter by steps. The exit blocks no way: without
/// its cell all others are still connected.
///
/// Of the first few pairs the first one with two ways of like length between them is taken, so that
/// raiders have a choice; without any, the first pair.
pub(crate) fn start_and_exit(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let min_distance = draft.setting("min_distance")?;
    let floor = Bits::of(&draft.tiles, |tile| tile.is_passable());
    let cells: Vec<Pos> = floor.iter().collect();
    let in_the_open: Vec<Pos> =
        cells.iter().copied().filter(|&pos| ring(&floor, pos).count_ones() >= 6).collect();
    let starts = if in_the_open.is_empty() { &cells } else { &in_the_open };
    let mut steps = DistanceField::new();
    let mut chosen = None;
    let mut pairs = 0;
    for _ in 0..MAX_START_DRAWS {
        let Some(&start) = draft.stream.pick(starts) else {
            break;
        };
        let is_far = |pos: &&Pos| pos.manhattan(start) >= min_distance;
        if !cells.iter().any(|pos| is_far(&pos)) {
            continue;
        }
        steps.spread(&floor, [start], Moves::Eight, DistanceField::MAX_DISTANCE);
        let far: Vec<(u32, Pos)> =
            cells.iter().filter(is_far).map(|&pos| (steps.get(pos).into(), pos)).collect();
        let farthest = far.iter().map(|&(steps, _)| steps).max().unwrap_or(0);
        let exits: Vec<Pos> = far
            .into_iter()
            .filter(|&(steps, pos)| steps >= farthest * 3 / 4 && local_components(&floor, pos) <= 1)
            .map(|(_, pos)| pos)
            .collect();
        let Some(&exit) = draft.stream.pick(&exits) else { continue };
        pairs += 1;
        if TwoWays::between(&floor, start, exit).is_some_and(TwoWays::are_alike) {
            chosen = Some((start, exit));
            break;
        }
        chosen.get_or_insert((start, exit));
        if pairs == MAX_WAYS_DRAWS {
            break;
        }
    }
    let (start, exit) = chosen.ok_or(PassError::Retry("no two places are min_distance apart"))?;
    draft.set_ends(start, exit);
    name_rooms(draft);
    Ok(())
}

/// Sets the roles of the rooms that contain start and exit, if there are any.
fn name_rooms(draft: &mut LevelDraft<'_>) {
    for room in &mut draft.rooms {
        let floor = room.rect;
        room.role = match (floor.contains(draft.start), floor.contains(draft.exit)) {
            (true, _) => RoomRole::Start,
            (_, true) => RoomRole::Exit,
            _ => room.role,
        };
    }
}
