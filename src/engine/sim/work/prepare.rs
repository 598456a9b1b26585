//! Preparing the floor for the raid, turn by turn: trap kits made, set and taken down, wardrobes
//! pushed, residents led, cords laid.

use crate::sim::fight::effects;
use crate::sim::prelude::*;
use crate::sim::state::shift::Cord;
use crate::sim::work::jobs;

/// One turn of a preparation; the last one completes it.
pub(crate) fn prepare(world: &mut World, actor: &ActorRef, what: Preparation, at: Pos) {
    if matches!(what, Preparation::SetKit { .. }) {
        world.make_room(at);
    }
    let left = jobs::taken_up(world, at).unwrap_or_else(|| world.preparation_turns(what));
    if is_loud(what) {
        let usual = world.catalog.rules.noise_work;
        let loudness = world.loudness_with_perks(usual, PerkNoise::Preparation);
        world.sound_of_player(at, loudness);
    }
    let is_planned = world.does_planned();
    if jobs::goes_on(world, at, left) {
        if !is_planned {
            world.shift.activity = Some(Activity::Prepare(what));
        }
        return;
    }
    if !is_planned {
        world.shift.activity = None;
    }
    match what {
        Preparation::MakeKit { trap } => make_kit(world, trap),
        Preparation::SetKit { trap, .. } => set_kit(world, trap, at),
        Preparation::TakeDown { .. } => take_down(world, actor, at),
        Preparation::MoveWardrobe { dir } => move_wardrobe(world, at, at + dir),
        Preparation::Lead { .. } => lead(world, at),
        Preparation::Cord { .. } => {
            let cord = world.cords().len() as u8;
            world.shift.prepared.cords.push(Cord { at, ready: Turns(0), pulled: false });
            world.emit(WorkEvent::CordLaid { cord, at });
        }
        Preparation::Uncord { .. } => {
            world.shift.prepared.cords.retain(|cord| cord.at != at);
            world.emit(WorkEvent::CordTaken { at });
        }
        Preparation::Trade { give, take } => {
            for _ in 0..world.catalog.rules.prepare.trade {
                world.use_supply(give);
            }
            world.add_supply(take, 1);
            world.emit(WorkEvent::SupplyTraded { give, take });
        }
        Preparation::TakePost => take_post(world, at),
        Preparation::SendHome => stop_leading(world, LeadEnd::Dismissed),
    }
    if !is_planned {
        world.emit(WorkEvent::Stopped { why: Interruption::Done });
    }
}

/// Whether a preparation is work that is heard, and not a word.
fn is_loud(what: Preparation) -> bool {
    match what {
        Preparation::MakeKit { .. }
        | Preparation::SetKit { .. }
        | Preparation::TakeDown { .. }
        | Preparation::MoveWardrobe { .. } => true,
        Preparation::Lead { .. }
        | Preparation::TakePost
        | Preparation::SendHome
        | Preparation::Cord { .. }
        | Preparation::Uncord { .. }
        | Preparation::Trade { .. } => false,
    }
}

/// Uses up the parts of a kit.
pub(crate) fn use_parts(world: &mut World) {
    for _ in 0..world.catalog.rules.prepare.kit_parts {
        world.use_supply(Supply::Parts);
    }
}

fn make_kit(world: &mut World, trap: TrapKindId) {
    use_parts(world);
    world.add_kit(trap);
    world.emit(WorkEvent::KitMade { trap });
}

fn set_kit(world: &mut World, trap: TrapKindId, at: Pos) {
    if !world.take_kit(trap) {
        return;
    }
    world.floor.set_fixture(at, Some(Fixture::Trap { kind: trap, armed: true }));
    set_member(&mut world.shift.placed_traps, at, true);
    set_member(&mut world.shift.tally.finished_jobs, at, true);
    world.emit(WorkEvent::KitSet { trap, at });
}

/// A trap of the floor is a job again afterwards; one from a kit is gone. In some of the cases it
/// goes off instead, at whoever works on it.
fn take_down(world: &mut World, actor: &ActorRef, at: Pos) {
    let Some(Fixture::Trap { kind, armed: true }) = world.floor.fixture(at) else { return };
    let risk = world.take_down_risk(kind);
    if world.streams.combat.percent(risk) {
        effects::spring(world, actor, at, kind);
        return;
    }
    world.shift.prepared.cords.retain(|cord| cord.at != at);
    let (parts, is_gone) = world.scrap_of(at);
    if is_gone {
        jobs::scrap_trap(world, at);
    } else {
        jobs::use_up_trap(world, at, kind);
    }
    world.add_supply(Supply::Parts, parts);
    world.emit(WorkEvent::TrapTakenDown { trap: kind, at, parts });
}

fn move_wardrobe(world: &mut World, at: Pos, to: Pos) {
    world.floor.set_fixture(at, None);
    world.floor.set_fixture(to, Some(Fixture::Wardrobe));
    world.emit(WorkEvent::WardrobeMoved { at: to });
}

fn lead(world: &mut World, at: Pos) {
    let Some(&resident) = world.actor_at(at) else { return };
    world.shift.prepared.led = Some(resident.id);
    world.set_ai_state(&resident, AiState::Idle);
    world.emit(WorkEvent::Led { who: world.who(&resident) });
}

/// The resident that follows has its post where it stands from now on; nobody keeps the old one.
fn take_post(world: &mut World, at: Pos) {
    let Some(&resident) = world.actor_at(at) else { return };
    let price = world.price_of_post();
    world.spend_coins(price);
    post(world, &resident, at);
    world.shift.prepared.led = None;
    world.emit(WorkEvent::TookPost { who: world.who(&resident) });
}

/// A resident has its post where it stands, and lies in wait there.
pub(crate) fn post(world: &mut World, resident: &ActorRef, at: Pos) {
    if let Some(home) = world.first_post(resident) {
        world.note_posted(resident.id, home);
    }
    if let Some(old) = world.duty(resident.entity).post()
        && matches!(world.floor.fixture(old), Some(Fixture::Post { .. }))
    {
        world.floor.set_fixture(old, None);
    }
    world.floor.set_fixture(at, Some(Fixture::Post { empty: false }));
    world.set_in_wait(resident.id, true);
    world.set_duty(resident, Duty::Guard { post: at });
    world.set_ai_state(resident, AiState::Idle);
}

/// The resident that follows the player follows no longer, and goes home when nothing else is on.
pub(crate) fn stop_leading(world: &mut World, why: LeadEnd) {
    let Some(&resident) = world.led() else { return };
    world.shift.prepared.led = None;
    world.emit(WorkEvent::LeadEnded { who: world.who(&resident), why });
}
