//! Noise: it spreads along the passages, and makes actors curious. What the condition of a floor
//! does with it, and by itself.

use crate::sim::floor::fire::fuel;
use crate::sim::prelude::*;
use content::{ConditionChanges, ConditionId, Haunts};

impl World {
    /// What is different on this floor tonight.
    pub fn condition(&self) -> Option<ConditionId> {
        self.shift.condition
    }

    /// What that changes in the rules; nothing on a floor without a condition.
    pub(crate) fn changes(&self) -> &ConditionChanges {
        self.catalog.changes(self.condition())
    }

    /// Turns until a body left lying rises: the range from which the number is drawn, both ends
    /// included.
    pub(crate) fn body_rises(&self) -> (u32, u32) {
        let night = u64::from(self.shift.dawn.0) * u64::from(self.changes().rises_percent);
        let turns = |percent: u32| (night * u64::from(percent) / 10_000).min(20_000) as u32;
        let (min, max) = self.catalog.rules.body_rises;
        (turns(min), turns(max))
    }

    /// How far a sound of some loudness carries here, in cells.
    pub(crate) fn carried(&self, loudness: u8) -> u8 {
        let carried = u32::from(loudness) * self.changes().loudness_percent / 100;
        carried.min(u8::MAX.into()) as u8
    }
}

/// Nothing takes fire by itself nearer to the player than this, in cells: a fire that breaks out
/// can be walked away from.
const MIN_SPARK_CELLS: i32 = 3;

/// How far from a noise the actor that it brings appears, in cells.
const HAUNT_CELLS: std::ops::RangeInclusive<i32> = 10..=24;

/// Turns that it searches for the place of the noise.
const HAUNT_PATIENCE: u8 = 60;

/// Now and then something takes fire by itself: a body, a crate, a wardrobe, grass or paper. Doors
/// do not, which would be work that no supplies were handed out for.
pub(crate) fn spark(world: &mut World) {
    let sparks = world.changes().sparks;
    if sparks == 0 || world.streams.floor.below(1000) >= sparks {
        return;
    }
    let player = world.player_pos();
    let may_burn = |&pos: &Pos| {
        let is_door = matches!(world.floor.fixture(pos), Some(Fixture::Door(_)));
        let is_apart = world.is_away() || pos.steps_to(player) >= MIN_SPARK_CELLS;
        !is_door && is_apart && world.floor.fire(pos) == 0 && fuel(world, pos).is_some()
    };
    let cells: Vec<Pos> = world.floor.passable.iter().filter(may_burn).collect();
    if let Some(&at) = world.streams.floor.pick(&cells) {
        world.ignite(at);
    }
}

/// A noise of the player that is loud enough may bring an actor, which appears out of sight and
/// goes to look.
fn haunt(world: &mut World, at: Pos, loudness: u8) {
    let Some(&Haunts { ref kind, percent, loudness: min }) = world.changes().haunts.as_ref() else {
        return;
    };
    let kind = kind.id;
    let is_full = world.roster().len() >= world.catalog.rules.max_actors;
    if loudness < min || is_full || !world.streams.floor.percent(percent) {
        return;
    }
    let cells: Vec<Pos> = world
        .floor
        .passable
        .iter()
        .filter(|&pos| {
            HAUNT_CELLS.contains(&pos.steps_to(at))
                && !world.sight.visible.contains(pos)
                && !world.is_occupied(pos)
                && world.floor.fixture(pos).is_none()
        })
        .collect();
    if let Some(&pos) = world.streams.floor.pick(&cells) {
        let came = world.spawn(kind, pos);
        world.set_ai_state(&came, AiState::Curious { goal: at, patience: HAUNT_PATIENCE });
        world.emit(WorkEvent::HauntCame { who: world.who(&came) });
    }
}

impl World {
    /// A sound that carries over a path of `loudness` cells, farther or less far by the condition
    /// of the floor. Actors that hear it and neither hunt nor flee go to look.
    pub(crate) fn sound(&mut self, at: Pos, loudness: u8) {
        let loudness = self.carried(loudness);
        if loudness == 0 {
            return;
        }
        self.emit(FloorEvent::Noise { at, loudness });
        // Actors that hunt or flee ignore sounds. No path is shorter than the straight distance, so
        // that one rules out most actors.
        let carries_to = |actor: &ActorRef| i32::from(loudness) - i32::from(self.hearing(actor));
        let may_hear = |actor: &ActorRef| {
            actor.id != ActorId::PLAYER
                && actor.pos.steps_to(at) <= carries_to(actor)
                && matches!(self.ai_state(actor.entity), AiState::Idle | AiState::Curious { .. })
        };
        let mut heard: Vec<ActorRef> =
            self.roster().iter().filter(|actor| may_hear(actor)).copied().collect();
        if heard.is_empty() {
            return;
        }
        let mut scratch = self.scratch.borrow_mut();
        let Scratch { noise, meter, .. } = &mut *scratch;
        let gas_passable = &self.floor.gas_passable;
        // Farther than to the one with the best ears nobody has to be searched for.
        let farthest = heard.iter().map(carries_to).max().unwrap_or(0).max(0) as u16;
        meter.measure(gas_passable, at, heard.iter().map(|actor| actor.pos), farthest);
        heard.retain(|actor| i32::from(meter.get(actor.pos)) <= carries_to(actor));
        // A shut door on the path takes something off the sound.
        let near_by = Rect::around(at, loudness.into());
        if !heard.is_empty() && self.floor.shut.iter_in(near_by).any(|door| door != at) {
            let doors = shut_doors(self, at, near_by);
            noise.spread_weighted(gas_passable, doors, at, Moves::Eight, farthest);
            heard.retain(|actor| i32::from(noise.get(actor.pos)) <= carries_to(actor));
        }
        drop(scratch);
        for actor in heard {
            self.set_ai_state(
                &actor,
                AiState::Curious { goal: at, patience: loudness.saturating_mul(2) },
            );
        }
    }

    /// A sound that an actor makes, unless it is silent.
    pub(crate) fn sound_of(&mut self, by: &ActorRef, at: Pos, loudness: u8) {
        // The status of an actor that died of what made the noise is gone.
        let is_silent = |by: ActorRef| self.has_status(by.entity, Status::Silent);
        if self.alive(by.id).is_some_and(is_silent) {
            return;
        }
        if by.id == ActorId::PLAYER {
            self.shift.hidden = false;
        }
        self.sound(at, loudness);
    }

    /// A sound that the player makes: what they wear and hold makes it softer or louder.
    pub(crate) fn sound_of_player(&mut self, at: Pos, loudness: u8) {
        let percent = self
            .belongings()
            .equipment(&self.catalog)
            .fold(100, |percent, item| percent * item.noise / 100);
        let loudness = (i32::from(loudness) * percent / 100).min(u8::MAX.into()) as u8;
        if loudness > 0 {
            let player = self.roster()[0];
            self.sound_of(&player, at, loudness);
            haunt(self, at, loudness);
        }
    }
}

/// The shut doors near a sound, and the path length that each counts for. A door where the sound is
/// made counts as open.
fn shut_doors(world: &World, at: Pos, near_by: Rect) -> impl Iterator<Item = (Pos, u8)> {
    let rules = &world.catalog.rules;
    let doors = world.floor.shut.iter_in(near_by).filter(move |&pos| pos != at);
    doors.map(|pos| {
        (pos, 1 + if world.is_barred(pos) { rules.hush_barred } else { rules.hush_shut })
    })
}
