//! The traps and residents that the patterns of cycles call for.

use crate::base::{Pos, Rect};
use crate::content::Pattern;
use crate::levelgen::draft::{LevelDraft, rooms_by_cell};
use crate::levelgen::error::PassError;
use crate::levelgen::furnish::draw::by_depth;
use crate::levelgen::kinds::cloister::state::Cycle;
use crate::levelgen::level::ThingKind;

/// The least number of residents on a patrol.
const MIN_PATROL_HEADS: usize = 3;
/// The greatest number of traps and residents that are added to a room to make it dangerous.
const MAX_ADDED_DANGERS: usize = 12;

/// Houses a patrol on each cycle that has one, and makes each dangerous shortcut more dangerous, room by
/// room, than the long way is on average.
pub(in crate::levelgen) fn run(draft: &mut LevelDraft<'_>) -> Result<(), PassError> {
    let cycles = draft.cycles.take().ok_or(PassError::Missing("cycles"))?;
    let mut dangers = dangers_by_room(draft);
    // Dangers come last, and larger cycles first: what a short way gets lies on no long way of a larger one.
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

/// Makes of a smaller cycle that is too cramped for its pattern one with two open ways; `None` for the great
/// cycle.
fn set_two_ways(draft: &mut LevelDraft<'_>, place: usize) -> Option<()> {
    let subcycles = &mut draft.detail.cloister.as_mut()?.subcycles;
    subcycles.get_mut(place.checked_sub(1)?)?.pattern = Pattern::TwoWays;
    Some(())
}

/// A group of one kind, one behind the other in neighbouring rooms of the cycle, as far from the start as
/// the cycle goes.
fn patrol(
    draft: &mut LevelDraft<'_>,
    cycle: &Cycle,
    dangers: &mut [usize],
) -> Result<(), PassError> {
    let Some((name, tier, group)) = resident(draft) else { return Ok(()) };
    let heads = MIN_PATROL_HEADS.max(group);
    let middle = cycle.rooms.len().div_ceil(2);
    let route: Vec<usize> =
        (0..cycle.rooms.len()).map(|at| cycle.rooms[(middle + at) % cycle.rooms.len()]).collect();
    let mut housed = 0;
    // Two to a room, and round again where rooms are full.
    for &room in route.iter().flat_map(|room| [room, room]).chain(&route) {
        if housed < heads
            && let Some(pos) = find_in(draft, room)
        {
            draft.place_thing(ThingKind::Actor, &name, tier, pos);
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

/// A trap and a resident in turns, until there are more of them here than elsewhere.
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
            let depth = draft.spec.depth;
            let traps = &draft.catalog.traps;
            let weights = traps.iter().map(|kind| (kind.depths, kind.weight));
            let trap = by_depth(&mut draft.stream, depth, weights).map(|place| &traps[place]);
            let lives = added % 2 == 1;
            match (trap, lives, resident(draft)) {
                (_, true, Some((name, tier, _))) => {
                    draft.place_thing(ThingKind::Actor, &name, tier, pos);
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

/// A resident drawn for this depth: its name, its tier and the greatest size of its groups.
fn resident(draft: &mut LevelDraft<'_>) -> Option<(String, u8, usize)> {
    let (catalog, depth) = (draft.catalog, draft.spec.depth);
    let weights = catalog.actors.iter().map(|kind| (kind.depths, draft.spec.kind.weight_of(kind)));
    let kind = &catalog.actors[by_depth(&mut draft.stream, depth, weights)?];
    let tier = kind.depths.first().tier().min(5);
    Some((kind.name.clone(), tier, usize::from(kind.group.1)))
}

/// How many traps and residents there are in each room.
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

/// A cell of a room where a thing may stand, not by the start.
fn find_in(draft: &mut LevelDraft<'_>, room: usize) -> Option<Pos> {
    let quiet = draft.spec.kind.furnishing.quiet;
    let area: Rect = draft.rooms[room].rect;
    let mut cells: Vec<Pos> = area.positions().collect();
    draft.stream.shuffle(&mut cells);
    draft.next_free(&mut cells, |map, pos| map.steps_to(pos) > quiet)
}
