//! What a party comes to know: the cells that its members see, and the traps that they notice.

use crate::sim::prelude::*;
use base::{sees, shadowcast_onto};

use crate::sim::state::scratch::VantagePoints;

/// How far raiders see from a dark cell, by their own lights, and from a lit one.
const SIGHT_IN_DARK_CELLS: i32 = 7;
const SIGHT_WHEN_LIT_CELLS: i32 = 12;

/// Of a cell and its neighbours those that share a side with it, as [`Bits::around`] has them.
const ORTHOGONAL_MASK: u32 = 0b010_111_010;

/// Distance within which a trap can be noticed.
const TRAP_NOTICE_CELLS: i32 = 3;

/// Adds what a raider sees to what the party knows.
pub(super) fn update_knowledge(world: &mut World, actor: &ActorRef) {
    update_seen_cells(world, actor);
    if world.floor.armed.meets(around(actor.pos)) {
        notice_traps(world, actor);
    }
}

/// Adds the cells in sight to those that the party has seen. Nothing is computed for a cell from
/// which a member looked before, while no wall or door within sight has changed.
fn update_seen_cells(world: &mut World, actor: &ActorRef) {
    let is_blind = world.has_status(actor.entity, Status::Blind);
    let World { shift, floor, sight, scratch, .. } = world;
    let Some(Raid { seen, .. }) = &mut shift.raid else { return };
    if is_blind {
        shadowcast_onto(&floor.opaque, actor.pos, 1, seen);
        return;
    }
    if !looks_from(actor.pos, seen) {
        return;
    }
    let caches = &mut scratch.get_mut().raid;
    let vantage_points = caches.vantage_points.get_or_insert_with(|| VantagePoints::new(floor));
    vantage_points.keep_up(floor);
    let is_lit = sight.lit.contains(actor.pos);
    let (radius, from) = if is_lit {
        (SIGHT_WHEN_LIT_CELLS, &mut vantage_points.lit)
    } else {
        (SIGHT_IN_DARK_CELLS, &mut vantage_points.dark)
    };
    if from.insert(actor.pos) {
        shadowcast_onto(&floor.opaque, actor.pos, radius, seen);
    }
}

/// Whether a raider looks about from a cell: from two cells in five, whichever way it walks, and
/// beside unseen cells.
fn looks_from(pos: Pos, seen: &Bits) -> bool {
    matches!((pos.x + 2 * pos.y).rem_euclid(5), 0 | 2)
        || seen.around(pos) & ORTHOGONAL_MASK != ORTHOGONAL_MASK
}

/// Adds the cells between a raider and an enemy in sight, lit or not.
pub(super) fn see_along_line(world: &mut World, actor: &ActorRef, foe: Pos) {
    let Some(Raid { seen, .. }) = &mut world.shift.raid else { return };
    if !seen.contains(foe) {
        for pos in Line::new(actor.pos, foe, Tie::NorthWest) {
            seen.insert(pos);
        }
    }
}

impl VantagePoints {
    fn new(floor: &Floor) -> VantagePoints {
        let none = Bits::new(floor.width(), floor.height());
        let opaque = floor.opaque.clone();
        VantagePoints { sight_version: floor.sight_version, opaque, dark: none.clone(), lit: none }
    }

    /// Forgets the cells from which a change of opacity since then may be in sight.
    fn keep_up(&mut self, floor: &Floor) {
        if self.sight_version == floor.sight_version {
            return;
        }
        self.sight_version = floor.sight_version;
        for (word, &now) in floor.opaque.words().iter().enumerate() {
            let mut changed = self.opaque.words()[word] ^ now;
            while changed != 0 {
                let pos = self.opaque.pos_of(word, changed.trailing_zeros());
                changed &= changed - 1;
                let around = |reach| Rect::around(pos, reach);
                self.dark.clear_within(around(SIGHT_IN_DARK_CELLS));
                self.lit.clear_within(around(SIGHT_WHEN_LIT_CELLS));
            }
        }
        self.opaque.clone_from(&floor.opaque);
    }
}

/// Each member has one chance to notice each trap, and a better one at a lit trap.
fn notice_traps(world: &mut World, actor: &ActorRef) {
    let skill = world.raider_kind(actor).map_or(0, |raider| raider.spots);
    let near: Vec<Pos> = world.floor.armed.iter_in(around(actor.pos)).collect();
    for at in near {
        let trap = world.floor.fixture(at).and_then(Fixture::trap);
        let (Some(raid), Some(trap)) = (world.raid(), trap) else { return };
        let skill = skill.max(learned(world, raid, actor.id, trap));
        let cell = (at.y * world.floor.width() + at.x) as u64;
        let roll = roll(cell, raid.key, world.number_of(actor.id)) % 100;
        let by_light = world.sight.lit.contains(at);
        let chance = if by_light { skill * 3 / 2 } else { skill };
        if roll >= u64::from(chance)
            || raid.has_spotted(at)
            || at == actor.pos
            || !sees(&world.floor.opaque, actor.pos, at)
        {
            continue;
        }
        if let Some(raid) = &mut world.shift.raid {
            set_member(&mut raid.spotted, at, true);
        }
        world.emit(RaidEvent::TrapNoticed { who: world.who(actor), trap, at });
    }
}

/// Percent of the traps of a kind that a member of the party notices at least, by habit and by what
/// it was caught by before.
fn learned(world: &World, raid: &Raid, id: ActorId, kind: TrapKindId) -> u32 {
    let Some(member) = raid.member(id).filter(|member| member.person.is_some()) else { return 0 };
    let wary = if member.wary.contains(kind) { world.catalog.cast.wary_spots } else { 0 };
    wary.max(member.spots.into())
}

fn around(pos: Pos) -> Rect {
    Rect::around(pos, TRAP_NOTICE_CELLS)
}

/// A random number for an actor and a cell: the same however often it is drawn.
fn roll(cell: u64, key: u64, actor: u32) -> u64 {
    let actor = u64::from(actor);
    let mut z = cell << 8 | key;
    z = (z ^ actor.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 29 ^ actor).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 32
}
