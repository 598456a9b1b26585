//! The traps and residents that the patterns of cycles call for.

use crate::draft::{LevelDraft, rooms_by_cell};
use crate::error::PassError;
use crate::level::ThingKind;
use crate::state::Cycle;
use base::{Pos, Rect};
use content::Pattern;

/// The minimum number of residents of a patrol.
const MIN_PATROL_HEADS: usize = 3;
/// The maximum number of traps and residents that are added to a room to make it dangerous.
const MAX_ADDED_DANGERS: usize = 12;

/// Places a patrol on each cycle with that pattern, and makes each dangerous shortcut more
/// dangerous, room by room, than the long way is on average.
pub(crate) fn pattern_encounters(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let cycles = draft.cycles.take().ok_or(PassError::Missing("cycles"))?;
    let mut dangers = dangers_by_room(draft);
    // Patrols first, then shortcuts, larger cycles first: what is added to a short way is not on
    // the long way of a larger cycle that was done before.
    for pattern in [Pattern::Patrol, Pattern::DangerousShortcut] {
        for (place, cycle) in cycles.all.iter().enumerate() {
            if cycle.pattern == pattern {
                let set = match pattern {
                    Pattern::Patrol => patrol(draft, cycle, &mut dangers),
                    _ => endanger(draft, cycle, &mut dangers),
                };
                set.or_else(|stop| set_two_ways(draft, place).ok_or(stop))?;
            }
        }
    }
    draft.cycles = Some(cycles);
    Ok(())
}

/// Changes the pattern of a smaller cycle that is too cramped for its own to two open ways; `None`
/// for the great cycle.
fn set_two_ways(draft: &mut LevelDraft<'_>, place: usize) -> Option<()> {
    let subcycles = &mut draft.detail.cloister.as_mut()?.subcycles;
    subcycles.get_mut(place.checked_sub(1)?)?.pattern = Pattern::TwoWays;
    Some(())
}

/// Places a group of one kind in consecutive rooms of the cycle, beginning opposite the start.
fn patrol(
    draft: &mut LevelDraft<'_>,
    cycle: &Cycle,
    dangers: &mut [usize],
) -> Result<(), PassError> {
    let Some(kind) = draft.draw_resident(draft.spec.depth) else { return Ok(()) };
    let heads = MIN_PATROL_HEADS.max(usize::from(kind.group.1));
    let middle = cycle.rooms.len().div_ceil(2);
    let route: Vec<usize> =
        (0..cycle.rooms.len()).map(|at| cycle.rooms[(middle + at) % cycle.rooms.len()]).collect();
    let mut housed = 0;
    // Two in each room, then a third where there is space.
    for &room in route.iter().flat_map(|room| [room, room]).chain(&route) {
        if housed < heads
            && let Some(pos) = find_in(draft, room)
        {
            draft.place_thing(ThingKind::Actor, &kind.name, kind.tier(), pos);
            dangers[room] += 1;
            housed += 1;
        }
    }
    if housed < MIN_PATROL_HEADS {
        Err(PassError::Retry("there is no room for a patrol"))
    } else {
        Ok(())
    }
}

/// Adds traps and residents by turns to each room of the short way, until it has more of them than
/// the rooms of the long way have on average.
fn endanger(
    draft: &mut LevelDraft<'_>,
    cycle: &Cycle,
    dangers: &mut [usize],
) -> Result<(), PassError> {
    let long = cycle.long_way().len().max(1);
    let elsewhere: usize = cycle.long_way().map(|room| dangers[room]).sum();
    for &room in cycle.short_way() {
        let mut added = 0;
        while dangers[room] * long <= elsewhere || added < 2 {
            let Some(pos) = find_in(draft, room).filter(|_| added < MAX_ADDED_DANGERS) else {
                return Err(PassError::Retry("there is no room for danger"));
            };
            let (trap, lives) = (draft.draw_trap(), added % 2 == 1);
            match (trap, lives, draft.draw_resident(draft.spec.depth)) {
                (_, true, Some(kind)) => {
                    draft.place_thing(ThingKind::Actor, &kind.name, kind.tier(), pos);
                }
                (Some(trap), ..) => draft.place_thing(ThingKind::Trap, &trap.name, trap.tier, pos),
                _ => return Ok(()),
            }
            dangers[room] += 1;
            added += 1;
        }
    }
    Ok(())
}

fn dangers_by_room(draft: &LevelDraft<'_>) -> Vec<usize> {
    let room_at = rooms_by_cell(&draft.rooms, &draft.tiles);
    let mut dangers = vec![0; draft.rooms.len()];
    for thing in &draft.things {
        if let (ThingKind::Trap | ThingKind::Actor, Some(room)) = (thing.kind, room_at[thing.pos()])
        {
            dangers[room] += 1;
        }
    }
    dangers
}

/// A random cell of a room where a thing may be placed, not near the start.
fn find_in(draft: &mut LevelDraft<'_>, room: usize) -> Option<Pos> {
    let quiet = draft.spec.kind.furnishing.quiet;
    let area: Rect = draft.rooms[room].rect;
    let mut cells: Vec<Pos> = area.positions().collect();
    draft.stream.shuffle(&mut cells);
    draft.next_free(&mut cells, |map, pos| map.steps_to(pos) > quiet)
}
