//! Checks of `cast.ron`.

use super::actors::named;
use super::checker::Checker;
use super::lookup::find;
use crate::actor::ActorKind;
use crate::cast::{CastRules, Habit, HeroClass};
use crate::error::DataError;
use crate::kind_id::PartyKindId;
use crate::party::PartyKind;

/// The most persons of a cast: sets of them are kept in 64 bits.
const MAX_PERSONS: i32 = 64;

/// Checks every number of the cast, and resolves the kinds of actors and the party that it names.
pub(super) fn check(
    file: &Checker<'_>,
    cast: &mut CastRules,
    actors: &[ActorKind],
    parties: &[PartyKind],
) -> Result<(), DataError> {
    file.range("size", cast.size, 2, MAX_PERSONS)?;
    let max_level = i32::from(cast.max_level);
    file.within("", "max_level", max_level, 1, 50)?;
    file.range("first_levels", cast.first_levels, 1, max_level)?;
    file.range("party_size", cast.party_size, 2, 8)?;
    file.within("", "next", cast.experience.next.into(), 1, 1_000)?;
    file.within("", "badly_below", cast.rests.badly_below, 0, 100)?;
    file.within("", "hurt_below", cast.rests.hurt_below, cast.rests.badly_below, 100)?;
    file.within("", "nights", cast.rests.nights.into(), 0, 20)?;
    file.within("tired", "nights", cast.tired.nights.into(), 0, 20)?;
    file.within("tired", "health", cast.tired.health.into(), 1, 100)?;
    file.within("", "turns_back", cast.turns_back, 0, 99)?;
    file.within("", "hardiness", cast.hardiness, 10, 1_000)?;
    file.within("", "wary_spots", cast.wary_spots as i32, 0, 100)?;
    cast.party_id =
        find(parties, |party| &party.name, &cast.party).map(PartyKindId).ok_or_else(|| {
            let message = format!("there is no party “{}” in parties.ron", cast.party);
            file.error("", "party", message)
        })?;
    file.unique(cast.classes.iter().map(|class| class.name.as_str()))?;
    if cast.classes.iter().all(|class| class.weight == 0) {
        return Err(file.error("", "classes", "none has any weight".to_owned()));
    }
    for class in &mut cast.classes {
        check_class(file, class, actors)?;
    }
    file.unique(cast.habits.iter().map(|habit| habit.name.as_str()))?;
    if cast.habits.is_empty() {
        return Err(file.error("", "habits", "there are none".to_owned()));
    }
    cast.habits.iter().try_for_each(|habit| check_habit(file, habit))
}

fn check_class(
    file: &Checker<'_>,
    class: &mut HeroClass,
    actors: &[ActorKind],
) -> Result<(), DataError> {
    let begins = class.ranks.first().is_some_and(|(level, _)| *level == 1);
    if !begins || !class.ranks.is_sorted_by(|a, b| a.0 < b.0) {
        let message = "they begin with level 1, and rise".to_owned();
        return Err(file.error(&class.name, "ranks", message));
    }
    class.rank_ids = class
        .ranks
        .iter()
        .map(|(level, name)| {
            let kind = named(actors, name)
                .map_err(|message| file.error_at(&class.name, "ranks", name, message))?;
            if actors[usize::from(kind.0)].raider.is_none() {
                let message = format!("“{name}” is no raider in actors.ron");
                return Err(file.error_at(&class.name, "ranks", name, message));
            }
            Ok((*level, kind))
        })
        .collect::<Result<_, DataError>>()?;
    for (field, name, id) in
        [("boss", &class.boss, &mut class.boss_id), ("guard", &class.guard, &mut class.guard_id)]
    {
        *id = named(actors, name)
            .map_err(|message| file.error_at(&class.name, field, name, message))?;
        let kind = &actors[usize::from(id.0)];
        if kind.raider.is_some() || kind.boss.is_some() != (field == "boss") {
            let message = format!("“{name}” is no {field} in actors.ron");
            return Err(file.error_at(&class.name, field, name, message));
        }
    }
    Ok(())
}

fn check_habit(file: &Checker<'_>, habit: &Habit) -> Result<(), DataError> {
    let name = habit.name.as_str();
    file.within(name, "goes", habit.goes as i32, 1, 100)?;
    file.within(name, "spots", habit.spots as i32, 0, 100)?;
    file.within(name, "deeper", habit.deeper.into(), -5, 5)?;
    let weights = [
        ("loot", habit.loot),
        ("near", habit.near),
        ("grudge", habit.grudge),
        ("follows", habit.follows),
    ];
    weights.into_iter().try_for_each(|(field, weight)| file.within(name, field, weight, -100, 100))
}
