//! Checks of `encounters.ron`.

use super::checker::{Checker, named};
use crate::actor::ActorKind;
use crate::encounter::{Encounter, EncounterChoice, EncounterCost, EncounterEffect, EncounterNeed};
use crate::error::DataError;
use crate::item::ItemKind;

/// The most actors of a fight on the road.
const MAX_FOES: usize = 6;

/// Checks every encounter, and returns the flags that are set anywhere, in the order of the
/// alphabet.
pub(super) fn check_all(
    file: &Checker<'_>,
    encounters: &[Encounter],
    actors: &[ActorKind],
    items: &[ItemKind],
) -> Result<Vec<String>, DataError> {
    file.unique(encounters.iter().map(|encounter| encounter.name.as_str()))?;
    let outcomes = |encounter: &Encounter| {
        encounter.choices.iter().flat_map(|choice| choice.outcomes.clone()).collect::<Vec<_>>()
    };
    let effects = encounters.iter().flat_map(outcomes).flat_map(|outcome| outcome.effects);
    let mut flags: Vec<String> = effects
        .filter_map(|effect| match effect {
            EncounterEffect::Flag(flag) => Some(flag),
            _ => None,
        })
        .collect();
    flags.sort_unstable();
    flags.dedup();
    let names = Names { actors, items, flags: &flags };
    encounters.iter().try_for_each(|encounter| check(file, encounter, &names))?;
    Ok(flags)
}

/// What the names in an encounter may stand for.
struct Names<'a> {
    actors: &'a [ActorKind],
    items: &'a [ItemKind],
    flags: &'a [String],
}

impl Names<'_> {
    fn item(&self, name: &str) -> Result<(), String> {
        named(self.items, name).map(|_| ())
    }

    fn actor(&self, name: &str) -> Result<(), String> {
        named(self.actors, name).map(|_| ())
    }

    fn flag(&self, name: &str) -> Result<(), String> {
        let exists = self.flags.iter().any(|flag| flag == name);
        if exists { Ok(()) } else { Err(format!("nothing sets the flag “{name}”")) }
    }
}

fn check(file: &Checker<'_>, encounter: &Encounter, names: &Names<'_>) -> Result<(), DataError> {
    let name = encounter.name.as_str();
    file.count(name, "choices", &encounter.choices, 2, 4)?;
    check_needs(&encounter.needs, names).map_err(|message| file.error(name, "needs", message))?;
    if encounter.choices.iter().all(|choice| !choice.needs.is_empty() || !choice.costs.is_empty()) {
        let message = "every choice needs or costs something: the player could be stuck";
        return Err(file.error(name, "choices", message));
    }
    for choice in &encounter.choices {
        check_choice(choice, names).map_err(|message| {
            file.error_at(name, "choices", &choice.label, format!("{}: {message}", choice.label))
        })?;
    }
    Ok(())
}

fn check_choice(choice: &EncounterChoice, names: &Names<'_>) -> Result<(), String> {
    check_needs(&choice.needs, names)?;
    for cost in &choice.costs {
        if let EncounterCost::Item(name) = cost {
            names.item(name)?;
        }
    }
    let percent: u32 = choice.outcomes.iter().map(|outcome| outcome.percent).sum();
    if percent != 100 {
        return Err(format!("the percents of the outcomes come to {percent}"));
    }
    let effects = choice.outcomes.iter().flat_map(|outcome| &outcome.effects);
    effects.into_iter().try_for_each(|effect| check_effect(effect, names))
}

fn check_needs(needs: &[EncounterNeed], names: &Names<'_>) -> Result<(), String> {
    needs.iter().try_for_each(|need| match need {
        EncounterNeed::Item(name) => names.item(name),
        EncounterNeed::Flag(flag) | EncounterNeed::NoFlag(flag) => names.flag(flag),
        EncounterNeed::Depth(low, high) if low > high => Err("a range that is reversed".to_owned()),
        EncounterNeed::Night(low, high) if low > high => Err("a range that is reversed".to_owned()),
        _ => Ok(()),
    })
}

fn check_effect(effect: &EncounterEffect, names: &Names<'_>) -> Result<(), String> {
    match effect {
        EncounterEffect::Item(name, count) => {
            names.item(name)?;
            if *count == 0 { Err("none of an item".to_owned()) } else { Ok(()) }
        }
        EncounterEffect::Flag(flag) | EncounterEffect::ClearFlag(flag) => names.flag(flag),
        EncounterEffect::Follower(name) => names.actor(name),
        EncounterEffect::Fight(foes) => {
            if foes.is_empty() || foes.len() > MAX_FOES {
                return Err(format!("a fight with 1 to {MAX_FOES}"));
            }
            foes.iter().try_for_each(|name| names.actor(name))
        }
        _ => Ok(()),
    }
}
