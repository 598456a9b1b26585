//! Preparing the floor for the raid, turn by turn: trap kits made, set and taken down, wardrobes pushed.

use crate::base::Pos;
use crate::content::{Supply, TrapKindId};

use crate::sim::command::Preparation;
use crate::sim::event::{Event, WorkEvent};
use crate::sim::interruption::Interruption;
use crate::sim::rules::action::ActionResult;
use crate::sim::rules::actions::work;
use crate::sim::rules::{effects, jobs, noise};
use crate::sim::state::activity::Activity;
use crate::sim::state::fixture::Fixture;
use crate::sim::state::world::{ActorRef, World};

/// One turn of a preparation; the last one completes it.
pub(super) fn prepare(
    world: &mut World,
    actor: &ActorRef,
    what: Preparation,
    at: Pos,
) -> ActionResult {
    let left = work::taken_up(world, at).unwrap_or_else(|| world.preparation_turns(what));
    noise::sound_of_player(world, at, world.catalog.rules.noise_work);
    if work::goes_on(world, at, left) {
        world.begin_activity(Activity::Prepare(what));
        return ActionResult::Done;
    }
    world.stop_activity();
    match what {
        Preparation::MakeKit { trap } => make_kit(world, trap),
        Preparation::SetKit { trap, .. } => set_kit(world, trap, at),
        Preparation::TakeDown { .. } => take_down(world, actor, at),
        Preparation::MoveWardrobe { dir } => move_wardrobe(world, at, at + dir),
    }
    world.emit(Event::Work(WorkEvent::Stopped { why: Interruption::Done }));
    ActionResult::Done
}

fn make_kit(world: &mut World, trap: TrapKindId) {
    for _ in 0..world.catalog.rules.prepare.kit_parts {
        world.use_supply(Supply::Parts);
    }
    world.add_kit(trap);
    world.emit(Event::Work(WorkEvent::KitMade { trap }));
}

fn set_kit(world: &mut World, trap: TrapKindId, at: Pos) {
    if !world.take_kit(trap) {
        return;
    }
    world.floor.set_fixture(at, Some(Fixture::Trap { kind: trap, armed: true }));
    world.note_placed_trap(at);
    world.note_finished_job(at);
    world.emit(Event::Work(WorkEvent::KitSet { trap, at }));
}

/// A trap of the floor is a job again afterwards; one from a kit is gone. In some of the cases it goes off instead, at
/// whoever works on it.
fn take_down(world: &mut World, actor: &ActorRef, at: Pos) {
    let Some(Fixture::Trap { kind, armed: true }) = world.floor.fixture(at) else { return };
    let risk = world.take_down_risk(kind);
    if world.combat_stream().percent(risk) {
        effects::spring(world, actor, at, kind);
        return;
    }
    jobs::use_up_trap(world, at, kind);
    let parts = world.catalog.rules.prepare.parts_back;
    world.add_supply(Supply::Parts, parts);
    world.emit(Event::Work(WorkEvent::TrapTakenDown { trap: kind, at, parts }));
}

fn move_wardrobe(world: &mut World, at: Pos, to: Pos) {
    world.floor.set_fixture(at, None);
    world.floor.set_fixture(to, Some(Fixture::Wardrobe));
    world.emit(Event::Work(WorkEvent::WardrobeMoved { at: to }));
}
