//! What the condition of a floor does by itself: fires that break out, and what noise brings.

use crate::sim::prelude::*;
use content::Haunts;

use crate::sim::rules::ignite::fuel;

/// Nothing takes fire by itself nearer to the player than this, in cells: a fire that breaks out can be walked away from.
const MIN_SPARK_CELLS: i32 = 3;

/// How far from a noise the actor that it brings appears, in cells.
const HAUNT_CELLS: std::ops::RangeInclusive<i32> = 10..=24;

/// Turns that it searches for the place of the noise.
const HAUNT_PATIENCE: u8 = 60;

/// Now and then something takes fire by itself: a body, a crate, a wardrobe, grass or paper. Doors do not, which would be
/// work that no supplies were handed out for.
pub(crate) fn spark(world: &mut World) {
    let sparks = world.changes().sparks;
    if sparks == 0 || world.floor_stream().below(1000) >= sparks {
        return;
    }
    let player = world.player_pos();
    let may_burn = |&pos: &Pos| {
        let is_door = matches!(world.floor.fixture(pos), Some(Fixture::Door(_)));
        let is_apart = world.is_away() || pos.steps_to(player) >= MIN_SPARK_CELLS;
        !is_door && is_apart && world.floor.fire(pos) == 0 && fuel(world, pos).is_some()
    };
    let cells: Vec<Pos> = world.floor.passable().iter().filter(may_burn).collect();
    if let Some(&at) = world.floor_stream().pick(&cells) {
        world.ignite(at);
    }
}

/// A noise of the player that is loud enough may bring an actor, which appears out of sight and goes to look.
pub(crate) fn haunt(world: &mut World, at: Pos, loudness: u8) {
    let Some(&Haunts { ref kind, percent, loudness: min }) = world.changes().haunts.as_ref() else {
        return;
    };
    let kind = kind.id;
    let is_full = world.roster().len() >= world.catalog.rules.max_actors;
    if loudness < min || is_full || !world.floor_stream().percent(percent) {
        return;
    }
    let cells: Vec<Pos> = world
        .floor
        .passable()
        .iter()
        .filter(|&pos| {
            HAUNT_CELLS.contains(&pos.steps_to(at))
                && !world.sight.visible.contains(pos)
                && !world.is_occupied(pos)
                && world.floor.fixture(pos).is_none()
        })
        .collect();
    if let Some(&pos) = world.floor_stream().pick(&cells) {
        let came = world.spawn(kind, pos);
        world.set_ai_state(&came, AiState::Curious { goal: at, patience: HAUNT_PATIENCE });
        let who = world.who(&came);
        world.emit(Event::Work(WorkEvent::HauntCame { who }));
    }
}
