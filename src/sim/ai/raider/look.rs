//! What a party comes to know: cells in sight, and the traps that one of them notices.

use crate::base::{Bits, Pos, Rect, sees, shadowcast_onto};
use crate::content::Status;
use crate::sim::digest::cell_key;
use crate::sim::world::{Spot, World};
use crate::sim::{Event, Fixture};

/// How far raiders see by their own lights, and from a lit place.
const DARK: i32 = 7;
const LIT: i32 = 12;

/// How near a trap must be to be noticed.
const NOTICES: i32 = 3;

pub(super) fn look(world: &mut World, actor: &Spot) {
    see(world, actor);
    if world.floor.armed().meets(around(actor.pos)) {
        notice(world, actor);
    }
}

/// Adds what is in sight to what the party has seen. Who looks from where another looked before, while
/// nothing has changed, sees no more than the other did.
fn see(world: &mut World, actor: &Spot) {
    let is_blind = world.has_status(actor.entity, Status::Blind);
    let World { raid: Some(raid), floor, sight, scratch, .. } = world else { return };
    let revision = floor.revision();
    let looked = &mut scratch.get_mut().raid.looked;
    if looked.as_ref().is_none_or(|(of, _)| *of != revision) {
        *looked = Some((revision, Bits::new(floor.width(), floor.height())));
    }
    let is_settled = sight.is_lit_as_of(revision) && !is_blind;
    let Some((_, cells)) = looked else { return };
    if is_settled && !cells.insert(actor.pos) {
        return;
    }
    let radius = match sight.lit.contains(actor.pos) {
        _ if is_blind => 1,
        true => LIT,
        false => DARK,
    };
    shadowcast_onto(floor.opaque(), actor.pos, radius, &mut raid.seen);
}

/// Each of them has one chance at each trap; by a light it is a better one.
fn notice(world: &mut World, actor: &Spot) {
    let skill = world.kind(actor).raider.as_ref().map_or(0, |raider| raider.spots);
    let near: Vec<Pos> = world.floor.armed().iter_in(around(actor.pos)).collect();
    for at in near {
        let Some(raid) = &world.raid else { return };
        let cell = (at.y * world.floor.width() + at.x) as u64;
        let roll = cell_key(cell, raid.key, actor.id.0.into()) % 100;
        let by_light = world.sight.lit.contains(at);
        let chance = if by_light { skill * 3 / 2 } else { skill };
        if roll >= u64::from(chance)
            || raid.has_spotted(at)
            || at == actor.pos
            || !sees(world.floor.opaque(), actor.pos, at)
        {
            continue;
        }
        if let Some(raid) = &mut world.raid
            && let Err(place) = raid.spotted.binary_search(&at)
        {
            raid.spotted.insert(place, at);
        }
        if let Some(Fixture::Trap { kind: trap, .. }) = world.floor.fixture(at) {
            let who = world.who(actor);
            world.emit(Event::TrapNoticed { who, trap, at });
        }
    }
}

fn around(pos: Pos) -> Rect {
    Rect::around(pos, NOTICES)
}
