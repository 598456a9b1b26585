//! What stays of a night that left a site out of order: what the player has seen of its floors, and
//! the gates that are open.

use crate::sim::prelude::*;
use crate::sim::state::floor::Known;
use crate::sim::state::journey::site::{FloorMemory, SiteMemory};
use levels::Tile;

/// What stays of the night at the site in play.
pub(in crate::sim::campaign) fn of_night(world: &World) -> SiteMemory {
    let Some(journey) = world.journey() else { return SiteMemory::default() };
    let site = journey.site(journey.at);
    let mut floors: Vec<FloorMemory> =
        world.stored_worlds().map(|floor| of_floor(&floor)).collect();
    let here = usize::from(journey.floor).min(floors.len());
    floors.insert(here, of_floor(world));
    // What was only a plan tonight was seen on a night before.
    for (floor, before) in floors.iter_mut().zip(&site.memory.floors) {
        let size = (floor.seen.width(), floor.seen.height());
        let is_of_floor = |at: &Pos| at.x < size.0 && at.y < size.1;
        for at in before.seen.iter().filter(is_of_floor) {
            floor.seen.insert(at);
        }
    }
    SiteMemory { raids: site.raids.len() as u16, floors }
}

fn of_floor(world: &World) -> FloorMemory {
    FloorMemory { seen: world.floor.seen.clone(), shut: lasting_gates(world).collect() }
}

/// Opens the gates of a floor that were open at the end of the night before, and removes what opens
/// none of the others.
pub(super) fn open_gates(world: &mut World, memory: &FloorMemory) {
    let opened: Vec<Pos> =
        lasting_gates(world).filter(|at| memory.shut.binary_search(at).is_err()).collect();
    if opened.is_empty() {
        return;
    }
    for at in opened {
        if world.floor.gate(at) == Some(Gate::Rubble) {
            world.floor.set_terrain(at, Tile::Floor);
        } else {
            world.set_door(at, Door::Open);
        }
    }
    let left: Vec<Gate> = world.floor.gates.iter().filter_map(|at| world.floor.gate(at)).collect();
    let things: Vec<Pos> = world.item_cells().iter().collect();
    for at in things {
        let opens = world.item_at(at).and_then(|stack| world.catalog.item(stack.kind).opens);
        if opens.is_some_and(|gate| !left.contains(&gate)) {
            world.lift_item(at);
        }
    }
}

/// What was seen of a floor on a night before is known: as it is, or only its plan if a party has
/// come through since.
pub(super) fn recall(world: &mut World, memory: &FloorMemory, is_raided_since: bool) {
    for at in memory.seen.iter() {
        if !world.floor.contains(at) {
            continue;
        }
        if !is_raided_since {
            world.remember_cell(at);
        } else if !world.floor.seen.contains(at) {
            // As a drawing shows things: as they should be.
            let fixture = world.floor.fixture(at).map(Fixture::mended);
            let known = Known { plan: true, fixture, ..world.floor.known(at) };
            world.floor.set_known(at, known);
        }
    }
}

/// The gates that stay open once somebody has opened them, in reading order.
fn lasting_gates(world: &World) -> impl Iterator<Item = Pos> + '_ {
    let lasts = |gate| matches!(gate, Gate::LockedDoor | Gate::BossDoor | Gate::Rubble);
    world.floor.gates.iter().filter(move |&at| world.floor.gate(at).is_some_and(lasts))
}
