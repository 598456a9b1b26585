//! The notice in the closet: who is expected at dawn, and what is known of them.

use std::fmt::Write as _;

use crate::content::{ActorKind, JobKind, RaiderKind, capital};

use super::View;
use super::called::Visit;
use super::tale::{list, number};

/// From this share of traps noticed on, in percent, a raider is known for it.
const SHARP_EYED_PERCENT: u32 = 25;

/// From this share of doors broken on, in percent, a raider is known for it.
const DOOR_BREAKER_PERCENT: u32 = 85;

/// Habits that the notice tells at most, so that it stays a notice.
const MAX_HABITS: usize = 3;

impl View<'_> {
    /// The party that will come at dawn: its name, its members, and what they are known for. `None` once they are in,
    /// and for a floor without a night's work.
    pub fn notice_of_dawn(&self) -> Option<String> {
        let world = self.world();
        if world.par().is_none() || world.raid().is_some() || world.dawn_report().is_some() {
            return None;
        }
        let (party, members) = world.party_at_dawn();
        let name = self.company(party, Visit::Dawn);
        let kinds: Vec<&ActorKind> =
            members.iter().map(|&kind| self.catalog().actor(kind)).collect();
        let people = kinds.iter().enumerate().map(|(index, kind)| {
            let given = self.raider_name_at(index);
            // Only the leader's surname: it is a notice.
            match index {
                0 => format!("{given} {} the {}", self.raider_surname_at(index), kind.name),
                _ => format!("{given} the {}", kind.name),
            }
        });
        let people = list(&people.collect::<Vec<_>>());
        let mut habits: Vec<String> = Vec::new();
        for kind in &kinds {
            let Some(known_for) = kind.raider.as_ref().and_then(habit) else { continue };
            let habit = format!("the {} {known_for}", kind.name);
            if !habits.contains(&habit) && habits.len() < MAX_HABITS {
                habits.push(habit);
            }
        }
        let mut text =
            format!("Expected at dawn: {name}, {} of them. {people}.", number(kinds.len()));
        if !habits.is_empty() {
            write!(text, " {}.", capital(&list(&habits))).expect("a string takes all");
        }
        Some(text)
    }
}

impl View<'_> {
    /// How long bodies lie before they get up; `None` where none lies.
    pub fn rising_notice(&self) -> Option<String> {
        let has_bodies = self.order().iter().any(|count| count.job == JobKind::Body);
        let (min, max) = self.catalog().rules.body_rises;
        has_bodies.then(|| format!("A body lies for {min} to {max} turns. Then it gets up."))
    }
}

/// What a raider of a kind is best known for.
fn habit(raider: &RaiderKind) -> Option<&'static str> {
    [
        (raider.spots >= SHARP_EYED_PERCENT, "has an eye for traps"),
        (raider.turns_undead.is_some(), "turns the undead"),
        (raider.heals.is_some(), "mends the others"),
        (raider.kindles, "lights what is dark"),
        (raider.tracks, "goes after noises"),
        (raider.breaks >= DOOR_BREAKER_PERCENT, "goes through doors"),
    ]
    .into_iter()
    .find_map(|(is_so, words)| is_so.then_some(words))
}
