//! Who comes in after the raids of a site, through the doors that these leave open: monsters that
//! attack on sight.

use crate::sim::prelude::*;
use content::ActorKind;
use levels::Level;

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
