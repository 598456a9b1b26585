//! The tutorial: its floor, its lessons, and when each is fulfilled.

use std::sync::Arc;

use crate::sim::prelude::*;
use crate::sim::shift::picture::Names;
use crate::sim::shift::{build, picture};
use content::TutorCondition;

/// Turns before dawn at which it is put off. No command takes as many.
const LAST_TURNS: u32 = 25;
/// Turns of a lesson after which help is given.
const TURNS_TO_HELP: u32 = 40;

/// Attends a command of the tutorial that was carried out; of other modes, does nothing.
pub(crate) fn attend(world: &mut World) {
    let Some(mut tutor) = world.shift.tutor.clone() else { return };
    refill(world);
    put_off_dawn(world);
    learn(world, &mut tutor);
    remark(world, &mut tutor);
    help(world, &mut tutor);
    world.shift.tutor = Some(tutor);
}

/// Fills up what has run low, as long as the player works.
fn refill(world: &mut World) {
    let floor = &world.catalog.tutorial.floor;
    let (handout, low) = (floor.supplies, floor.refill_below);
    let is_low = |&supply: &Supply| handout[supply as usize] > 0 && world.supply(supply) < low;
    let lacking: Vec<Supply> = Supply::ALL.into_iter().filter(is_low).collect();
    if world.is_away() || lacking.is_empty() {
        return;
    }
    for supply in lacking {
        let missing = handout[supply as usize].saturating_sub(world.supply(supply));
        world.add_supply(supply, missing);
    }
    world.emit(TutorEvent::Refilled);
}

/// Dawn does not break over a player who is still on the floor.
fn put_off_dawn(world: &mut World) {
    let left = world.shift.dawn.saturating_sub(world.clock()).0;
    if world.is_away() || world.raid().is_some() || left > LAST_TURNS {
        return;
    }
    let mut dawn = world.shift.dawn;
    dawn.0 += world.catalog.tutorial.floor.night;
    world.shift.dawn = dawn;
    world.emit(TutorEvent::DawnPutOff);
}

fn learn(world: &mut World, tutor: &mut Tutor) {
    let catalog = world.catalog.clone();
    let tutorial = &catalog.tutorial;
    let before = tutor.lesson(tutorial, world.is_away());
    let mut due = before;
    for (place, lesson) in tutorial.lessons.iter().enumerate() {
        if tutor.learned[place] || !holds(&lesson.until, world, tutor) {
            continue;
        }
        tutor.learned[place] = true;
        // Of two lessons in one go nobody needs to be told.
        let ahead = due.is_some_and(|due| due + 1 < place);
        if due == Some(place) {
            due = tutor.lesson(tutorial, world.is_away());
        }
        let lesson = place as u8;
        world.emit(TutorEvent::LessonLearned { lesson, ahead });
    }
    if tutor.lesson(tutorial, world.is_away()) != before {
        (tutor.since, tutor.helped) = (world.clock(), false);
    }
}

fn remark(world: &mut World, tutor: &mut Tutor) {
    let catalog = world.catalog.clone();
    for (place, remark) in catalog.tutorial.remarks.iter().enumerate() {
        if (tutor.remarked[place] && !remark.again) || !holds(&remark.when, world, tutor) {
            continue;
        }
        tutor.remarked[place] = true;
        world.emit(TutorEvent::Remarked { remark: place as u8 });
    }
}

/// Helps once with a lesson that takes long.
fn help(world: &mut World, tutor: &mut Tutor) {
    let lasts = world.clock().saturating_sub(tutor.since).0;
    let lesson = tutor.lesson(&world.catalog.tutorial, world.is_away());
    let Some(lesson) = lesson.filter(|_| !tutor.helped && lasts >= TURNS_TO_HELP) else { return };
    if world.is_away() || world.shift.end.is_some() {
        return;
    }
    tutor.helped = true;
    world.emit(TutorEvent::Helped { lesson: lesson as u8 });
}

/// The world that the tutorial begins with. Its plan is known, and bodies stay down.
pub(crate) fn world(setup: &Setup, catalog: &Arc<Catalog>) -> World {
    let floor = &catalog.tutorial.floor;
    let names = Names {
        kind: setup.mode.kind(),
        trap: &floor.trap,
        item: &floor.item,
        body: &floor.body,
        actors: Vec::new(),
    };
    let drawn = picture::read(&floor.map, &names, catalog);
    // The catalog has checked every character of it.
    let drawn = drawn.unwrap_or_else(|error| unreachable!("{error}"));
    let mut world = build::from_level(&drawn.level, &drawn.mess, setup, catalog);
    world.keep_bodies_down();
    world.run.belongings.supplies = PerSupply(floor.supplies);
    world.learn_plan();
    world.update_sight();
    (world.shift.par, world.shift.dawn) = (Some(Turns(floor.par)), Turns(floor.night));
    world.shift.tutor = Some(Tutor::new(&catalog.tutorial));
    world.note_bed();
    world.events.clear();
    world
}

/// Whether a condition holds of the state, or of the events of the command that led to it.
pub(crate) fn holds(condition: &TutorCondition, world: &World, tutor: &Tutor) -> bool {
    match condition {
        TutorCondition::At(place) => is_at(world, place),
        TutorCondition::Complete(job) => !world.is_job_left(*job),
        TutorCondition::OrderDone => !world.is_work_left(),
        TutorCondition::Away => world.is_away(),
        TutorCondition::ExitCutOff => {
            !world.is_away() && world.known_steps(world.floor.exit).is_none()
        }
        TutorCondition::KitPlanned => {
            world.shift.plan.iter().any(|lever| matches!(lever, Lever::Kit { .. }))
        }
        TutorCondition::MopFouled if !world.is_mop_foul() => false,
        TutorCondition::KitSet
        | TutorCondition::CordLaid
        | TutorCondition::TrapTakenDown
        | TutorCondition::TrapSprung
        | TutorCondition::MopFouled
        | TutorCondition::ClockedOut
        | TutorCondition::RaidOver
        | TutorCondition::Caught
        | TutorCondition::Refilled
        | TutorCondition::DawnPutOff => world.events.iter().any(|event| tells(event, condition)),
        TutorCondition::Learned(name) => {
            let mut lessons = world.catalog.tutorial.lessons.iter().zip(&tutor.learned);
            lessons.any(|(lesson, &is_learned)| lesson.name == *name && is_learned)
        }
        TutorCondition::All(parts) => parts.iter().all(|part| holds(part, world, tutor)),
        TutorCondition::Any(parts) => parts.iter().any(|part| holds(part, world, tutor)),
        TutorCondition::Not(part) => !holds(part, world, tutor),
    }
}

fn is_at(world: &World, name: &str) -> bool {
    let mut places = world.catalog.tutorial.floor.places.iter();
    let here: Pos = world.player_pos();
    let is_in = places.any(|place| {
        let ((x, y), (w, h)) = (place.at, place.size);
        place.name == name && Rect::new(x, y, w, h).contains(here)
    });
    is_in && !world.is_away()
}

/// Whether an event is the one that a condition waits for.
fn tells(event: &Event, condition: &TutorCondition) -> bool {
    use TutorCondition as Wanted;
    match (condition, event) {
        (Wanted::TrapSprung, Event::Fight(FightEvent::TrapSprung { victim, .. })) => {
            victim.is_player()
        }
        (Wanted::KitSet, Event::Work(WorkEvent::KitSet { .. }))
        | (Wanted::CordLaid, Event::Work(WorkEvent::CordLaid { .. }))
        | (Wanted::TrapTakenDown, Event::Work(WorkEvent::TrapTakenDown { .. }))
        | (Wanted::MopFouled, Event::Work(WorkEvent::MopFouled))
        | (Wanted::ClockedOut, Event::Work(WorkEvent::ClockedOut))
        | (Wanted::RaidOver, Event::Raid(RaidEvent::RaidOver))
        | (Wanted::Caught, Event::Tutor(TutorEvent::Caught))
        | (Wanted::Refilled, Event::Tutor(TutorEvent::Refilled))
        | (Wanted::DawnPutOff, Event::Tutor(TutorEvent::DawnPutOff)) => true,
        _ => false,
    }
}
