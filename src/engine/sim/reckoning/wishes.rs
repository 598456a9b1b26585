//! Levers that the player could have set and did not: a few of each kind, where they promise most.

use crate::sim::prelude::*;
use crate::sim::work::cords::CordEnd;

/// Cells that are tried for a kit or a post, and jobs and cords.
const MAX_PLACES: usize = 2;
/// Kinds of traps that are tried for a kit.
const MAX_TRAP_KINDS: usize = 2;

/// Levers that could have been set beside all that was done; `visits` tells in how many raids
/// somebody trod on each cell.
pub(super) fn wishes(dawn: &World, visits: &Grid<u16>) -> Vec<Lever> {
    let mut cells: Vec<Pos> = dawn.floor.passable.iter().filter(|&at| visits[at] > 0).collect();
    cells.sort_by_key(|&at| (std::cmp::Reverse(visits[at]), at));
    let mut wishes = kits(dawn, &cells);
    wishes.extend(cords(dawn, visits));
    wishes.extend(jobs(dawn, visits));
    wishes.extend(posts(dawn, &cells));
    wishes
}

fn kits(dawn: &World, cells: &[Pos]) -> Vec<Lever> {
    let own = &dawn.belongings().kits;
    let can_make = dawn.supply(Supply::Parts) >= dawn.catalog.rules.prepare.kit_parts;
    let kinds = if can_make { dawn.trap_kinds() } else { own.clone() };
    let mut kinds: Vec<TrapKindId> = kinds;
    kinds.sort_unstable_by_key(|&kind| (std::cmp::Reverse(dawn.catalog.trap(kind).tier), kind));
    kinds.dedup();
    let places = cells.iter().copied().filter(|&at| dawn.kit_place(at).is_ok());
    let apart = dawn.catalog.rules.prepare.kit_cells_apart;
    let mut chosen: Vec<Pos> = Vec::new();
    for at in places {
        if chosen.iter().all(|other| other.steps_to(at) >= apart) {
            chosen.push(at);
        }
        if chosen.len() == MAX_PLACES {
            break;
        }
    }
    let kinds = &kinds[..kinds.len().min(MAX_TRAP_KINDS)];
    let pairs = chosen.iter().flat_map(|&at| kinds.iter().map(move |&trap| (at, trap)));
    pairs.map(|(at, trap)| Lever::Kit { at, trap }).collect()
}

/// Cords to traps where they go.
fn cords(dawn: &World, visits: &Grid<u16>) -> Vec<Lever> {
    if dawn.cords_left() == 0 {
        return Vec::new();
    }
    let is_free = |at: Pos| {
        matches!(dawn.cord_end(at), Some(CordEnd::Trap(_)))
            && dawn.shift.prepared.cord_at(at).is_none()
    };
    let traps = dawn.floor.fixtures().map(|(at, _)| at).filter(|&at| is_free(at));
    most_visited(traps, visits).into_iter().map(|at| Lever::Cord { at }).collect()
}

/// Work that was left undone, and for which there were supplies.
fn jobs(dawn: &World, visits: &Grid<u16>) -> Vec<Lever> {
    let of_kind = |wanted: JobKind| {
        let open = dawn.floor.fixtures().filter(|(_, own)| own.job() == Some(wanted));
        let open = open.map(|(at, _)| at).filter(|_| dawn.is_doable(wanted));
        most_visited(open, visits).into_iter().map(move |at| Lever::Job { at, job: wanted })
    };
    [JobKind::Trap, JobKind::Chest].into_iter().flat_map(of_kind).collect()
}

/// Residents led to where they go.
fn posts(dawn: &World, cells: &[Pos]) -> Vec<Lever> {
    let (rules, posted) = (&dawn.catalog.rules.prepare, &dawn.shift.prepared.posted);
    if posted.len() >= rules.leads {
        return Vec::new();
    }
    let residents = dawn.residents_to_lead().into_iter();
    let residents = residents.filter(|&(id, _)| posted.iter().all(|own| own.id != id));
    let place = |home: Pos| {
        cells.iter().copied().find(|&at| {
            dawn.floor.is_ungated_floor(at)
                && !dawn.is_occupied(at)
                && at.steps_to(home) >= rules.post_cells
                && at.steps_to(dawn.floor.start) > 1
                && at.steps_to(dawn.floor.exit) > 1
        })
    };
    let posts = residents.filter_map(|(who, home)| Some(Lever::Post { who, at: place(home)? }));
    posts.take(MAX_PLACES).collect()
}

/// The first of some cells by how often anybody comes by them.
fn most_visited(cells: impl Iterator<Item = Pos>, visits: &Grid<u16>) -> Vec<Pos> {
    let near = |at: Pos| at.with_neighbours().filter_map(|own| visits.get(own)).max().copied();
    let mut cells: Vec<(u16, Pos)> = cells.map(|at| (near(at).unwrap_or(0), at)).collect();
    cells.sort_by_key(|&(visits, at)| (std::cmp::Reverse(visits), at));
    cells.into_iter().take(MAX_PLACES).map(|(_, at)| at).collect()
}
