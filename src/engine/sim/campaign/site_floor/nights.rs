//! What differs from night to night: what stays of one that left a site out of order (what the
//! player has seen of its floors, the gates that are open), and monsters that attack on sight,
//! which come in after the raids through the doors that these leave open.

use crate::sim::prelude::*;
use crate::sim::state::floor::Known;
use crate::sim::state::journey::records::{FloorMemory, SiteMemory};
use content::ActorKind;
use levels::{Level, Tile};

/// What stays of the night at the site in play.
pub(in crate::sim::campaign) fn of_night(world: &World) -> SiteMemory {
    let Some(journey) = world.journey() else { return SiteMemory::default() };
    let site = journey.site(journey.at);
    let mut floors = world.of_all_floors(of_floor);
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
    let armed = |&at: &Pos| match world.floor.fixture(at) {
        Some(Fixture::Trap { kind, armed: true }) => Some((at, kind)),
        _ => None,
    };
    FloorMemory {
        seen: world.floor.seen.clone(),
        shut: lasting_gates(world).collect(),
        kits: world.shift.placed_traps.iter().filter_map(armed).collect(),
    }
}

/// The traps that the player has set from kits stand where they stood, unless the work could not be
/// done then.
pub(super) fn set_kits(world: &mut World, memory: &FloorMemory) {
    for &(at, trap) in &memory.kits {
        if !world.floor.contains(at) || world.kit_place(at).is_err() {
            continue;
        }
        world.floor.set_fixture(at, Some(Fixture::Trap { kind: trap, armed: true }));
        set_member(&mut world.shift.placed_traps, at, true);
        if world.certify().is_err() {
            world.floor.set_fixture(at, None);
            set_member(&mut world.shift.placed_traps, at, false);
        }
    }
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

/// No prowler begins the night nearer to the way in than this.
const QUIET_CELLS: i32 = 12;

/// Lets prowlers into a floor, one of so many of its site, until as many as the rules say for its
/// depth would attack the player on sight, those counted that are there already. They differ from
/// night to night.
pub(super) fn come_in(
    world: &mut World,
    level: &Level,
    kind: &LevelKind,
    floors: usize,
    journey: &Journey,
) {
    let catalog = world.catalog.clone();
    let wanted = usize::from(catalog.campaign.prowlers(level.depth)).div_ceil(floors.max(1));
    let mut missing = wanted.saturating_sub(attackers(world));
    if missing == 0 {
        return;
    }
    let part = (level.floor, level.depth, Ordinal(u64::from(journey.night.cast_unsigned())));
    let mut stream = Stream::new(level.seed, purpose::PROWLERS, part);
    let depth = catalog.campaign.resident_depth(level.depth);
    let weight = |actor: &ActorKind| {
        let comes = actor.depths.contains(depth) && prowls(world, actor);
        if comes { kind.weight_of(actor) } else { 0 }
    };
    let weights: Vec<u32> = catalog.actors.iter().map(weight).collect();
    let mut free = quiet_cells(world);
    while missing > 0
        && let Some(place) = stream.weighted(weights.iter().copied())
        && let Some(&at) = stream.pick(&free)
    {
        let (low, high) = catalog.actors[place].group;
        let heads = stream.range(low.into(), high.into()).clamp(1, missing as i32);
        for _ in 0..heads {
            let Some(at) = world.nearest_free(at) else { return };
            world.spawn(ActorKindId(place as u16), at);
            free.retain(|&other| other != at);
        }
        missing -= heads as usize;
    }
}

/// The number of those on the floor who attack the player on sight.
fn attackers(world: &World) -> usize {
    world.roster()[1..].iter().filter(|actor| !world.is_harmless(actor)).count()
}

/// Whether actors of a kind come in by night: enemies of the player that attack on sight and walk
/// about.
fn prowls(world: &World, kind: &ActorKind) -> bool {
    let player = &world.roster()[0];
    kind.temperament.aggressive
        && kind.boss.is_none()
        && !kind.traits.rooted
        && world.catalog.factions.are_hostile(player.faction, kind.faction.id)
}

/// The cells where a prowler may be at the beginning, in reading order.
fn quiet_cells(world: &World) -> Vec<Pos> {
    let floor = &world.floor;
    let mut open = floor.passable.clone();
    open.union(&floor.pits);
    open.union(&floor.gates);
    let is_quiet = |pos: &Pos| {
        floor.passable.contains(*pos)
            && pos.steps_to(floor.start) > QUIET_CELLS
            && floor.fixture(*pos).is_none()
            && !world.is_occupied(*pos)
    };
    flood(&open, floor.start).iter().filter(is_quiet).collect()
}
