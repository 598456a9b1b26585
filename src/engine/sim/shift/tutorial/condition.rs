//! Whether what a lesson or a remark waits for holds.

use crate::sim::prelude::*;
use content::TutorCondition;

/// Whether a condition holds of the state, or of the events of the command that led to it.
pub(super) fn holds(condition: &TutorCondition, world: &World, tutor: &Tutor) -> bool {
    let is_told = |wanted: fn(&Event) -> bool| world.events.iter().any(wanted);
    match condition {
        TutorCondition::Steps(count) => world.tally().steps >= *count,
        TutorCondition::At(place) => is_at(world, place),
        TutorCondition::Complete(job) => !world.is_job_left(*job),
        TutorCondition::OrderDone => !world.is_work_left(),
        TutorCondition::Carries => world.is_carrying(),
        TutorCondition::Away => world.is_away(),
        TutorCondition::ExitCutOff => {
            !world.is_away() && world.known_steps(world.floor.exit).is_none()
        }
        TutorCondition::DoorOpened => is_told(
            |event| matches!(event, Event::Floor(FloorEvent::DoorOpened { who, .. }) if who.is_player()),
        ),
        TutorCondition::KitMade => {
            is_told(|event| matches!(event, Event::Work(WorkEvent::KitMade { .. })))
        }
        TutorCondition::KitSet => {
            is_told(|event| matches!(event, Event::Work(WorkEvent::KitSet { .. })))
        }
        TutorCondition::TrapTakenDown => {
            is_told(|event| matches!(event, Event::Work(WorkEvent::TrapTakenDown { .. })))
        }
        TutorCondition::TrapSprung => is_told(
            |event| matches!(event, Event::Fight(FightEvent::TrapSprung { victim, .. }) if victim.is_player()),
        ),
        TutorCondition::MopFouled => {
            world.is_mop_foul()
                && is_told(|event| matches!(event, Event::Work(WorkEvent::MopFouled)))
        }
        TutorCondition::Fought => is_told(is_fight_of_player),
        TutorCondition::ClockedOut => {
            is_told(|event| matches!(event, Event::Work(WorkEvent::ClockedOut)))
        }
        TutorCondition::RaidOver => {
            is_told(|event| matches!(event, Event::Raid(RaidEvent::RaidOver)))
        }
        TutorCondition::Caught => is_told(|event| *event == Event::Tutor(TutorEvent::Caught)),
        TutorCondition::Refilled => is_told(|event| *event == Event::Tutor(TutorEvent::Refilled)),
        TutorCondition::DawnPutOff => {
            is_told(|event| *event == Event::Tutor(TutorEvent::DawnPutOff))
        }
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

fn is_fight_of_player(event: &Event) -> bool {
    match event {
        Event::Fight(
            FightEvent::Struck { by, victim, .. }
            | FightEvent::Missed { by, victim }
            | FightEvent::Shot { by, victim, .. },
        ) => by.is_player() || victim.is_player(),
        _ => false,
    }
}
