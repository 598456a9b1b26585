//! What the steps and blows of raiders leave behind: trails of blood, and braziers knocked over.

use crate::base::Pos;

use crate::sim::rules::raid_report::count;
use crate::sim::state::components::AiState;
use crate::sim::state::fixture::Fixture;
use crate::sim::state::world::{ActorRef, World};
use crate::sim::units::ActorId;

/// A trail of blood is a cell in so many steps, of somebody with less than so many percent of health.
const STEPS_PER_BLOOD_STAIN: u32 = 3;

const BADLY_HURT_PERCENT: i32 = 45;

/// Percent of the blows beside a lit brazier that put it out.
const BRAZIER_OUT_PERCENT: u32 = 20;

/// Who is badly hurt and on the run leaves blood behind; a raider also while going on.
pub(crate) fn trail(world: &mut World, actor: &ActorRef, from: Pos) {
    if !(world.clock().0 + actor.id.0).is_multiple_of(STEPS_PER_BLOOD_STAIN)
        || actor.id == ActorId::PLAYER
    {
        return;
    }
    let (vitals, kind) = (world.vitals(actor.entity), world.kind(actor));
    let goes_on =
        kind.raider.is_none() && !matches!(world.ai_state(actor.entity), AiState::Fleeing { .. });
    if kind.bleeds && !goes_on && vitals.health * 100 < vitals.max_health * BADLY_HURT_PERCENT {
        world.bleed(from);
    }
}

/// A blow was struck: the party hears of it if it is theirs, and a brazier beside may go over.
pub(crate) fn fought(world: &mut World, victim: &ActorRef, by: &ActorRef) {
    if world.raid().is_none() || !(world.is_raider(victim) || world.is_raider(by)) {
        return;
    }
    let at = victim.pos;
    world.note_fight(at);
    let brazier = at.neighbours().find(|&pos| {
        world.floor.built().contains(pos)
            && world.floor.fixture(pos) == Some(Fixture::Light { lit: true })
    });
    if let Some(brazier) = brazier
        && world.combat_stream().percent(BRAZIER_OUT_PERCENT)
    {
        put_out(world, by, brazier);
    }
}

/// A brazier goes out, and the party is to blame.
pub(crate) fn put_out(world: &mut World, by: &ActorRef, at: Pos) {
    world.tend_light(at);
    world.put_out_light(at, Some(by));
    count(world, |report| &mut report.lights_out);
}
