//! The tutor: after every command notes which lessons are fulfilled, makes remarks, and sees to it that nobody is
//! stuck. Supplies are filled up and dawn waits; death is averted where it would come (`rules::death`).

use crate::sim::prelude::*;
use crate::sim::shift::tutorial::condition::holds;

/// Turns before dawn at which it is put off. No command takes as many.
const LAST_TURNS: u32 = 25;
/// Turns of a lesson after which help is given.
const TURNS_TO_HELP: u32 = 40;

/// Attends a command of the tutorial that was carried out; of other modes, does nothing.
pub(crate) fn attend(world: &mut World) {
    let Some(mut tutor) = world.shift().tutor.clone() else { return };
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
    let left = world.dawn().saturating_sub(world.clock()).0;
    if world.is_away() || world.raid().is_some() || left > LAST_TURNS {
        return;
    }
    let mut dawn = world.dawn();
    dawn.0 += world.catalog.tutorial.floor.night;
    world.shift.dawn = dawn;
    world.emit(TutorEvent::DawnPutOff);
}

/// Notes the lessons that are fulfilled now.
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

/// Makes the remarks that are due.
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
    if world.is_away() || world.shift().end.is_some() {
        return;
    }
    tutor.helped = true;
    world.emit(TutorEvent::Helped { lesson: lesson as u8 });
}
