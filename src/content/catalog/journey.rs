//! Checks of `campaign.ron`, `cast.ron`, `conditions.ron` and `encounters.ron`.

use crate::actor::ActorKind;
use crate::campaign::CampaignRules;
use crate::cast::{CastRules, HeroClass, PartyKind};
use crate::catalog::checker::{Checker, named};
use crate::condition::Conditions;
use crate::encounter::{Encounter, EncounterChoice, EncounterCost, EncounterEffect, EncounterNeed};
use crate::item::ItemKind;
use crate::level::LevelKind;
use crate::source::DataError;

/// Checks the journey, and resolves the classes of stand-ins at the Deep Seat.
pub(crate) fn check_campaign(
    file: &Checker<'_>,
    rules: &mut CampaignRules,
    levels: &[LevelKind],
    cast: &CastRules,
) -> Result<(), DataError> {
    for rule in &rules.floors {
        if !levels.iter().any(|level| level.name == rule.kind) {
            let message = format!("there is no kind of level “{}”", rule.kind);
            return Err(file.error("", "floors", message));
        }
    }
    file.grade("", "grade", rules.seniority.grade)?;
    let seat = &mut rules.seat;
    file.within("", "min_level", seat.min_level, 1, cast.max_level)?;
    file.grade("", "least_grade", seat.least_grade)?;
    if seat.stand_ins.is_empty() || seat.stand_ins.len() > usize::from(u8::MAX) {
        return Err(file.error("", "stand_ins", "there are none, or too many"));
    }
    file.unique(seat.stand_ins.iter().map(|own| own.name.as_str()))?;
    for own in &mut seat.stand_ins {
        file.within(&own.name, "level", own.level, 1, cast.max_level)?;
        file.link(&own.name, "class", &mut own.class, &cast.classes)?;
        if own.about.is_empty() {
            return Err(file.error(&own.name, "about", "nothing is said of them"));
        }
    }
    let tenants = &rules.tenants;
    for (field, (base, more)) in [("health", tenants.health), ("damage", tenants.damage)] {
        file.within("", field, base, 1, 1_000)?;
        file.within("", field, more, 0, 100)?;
    }
    Ok(())
}

/// Checks the cast, and resolves the kinds of actors and the party that it names.
pub(crate) fn check_cast(
    file: &Checker<'_>,
    cast: &mut CastRules,
    actors: &[ActorKind],
    parties: &[PartyKind],
) -> Result<(), DataError> {
    file.link("", "party", &mut cast.party, parties)?;
    file.unique_kinds(&cast.classes)?;
    if cast.classes.iter().all(|class| class.weight == 0) {
        return Err(file.error("", "classes", "none has any weight"));
    }
    for class in &mut cast.classes {
        check_class(file, class, actors)?;
    }
    file.unique(cast.habits.iter().map(|habit| habit.name.as_str()))?;
    if cast.habits.is_empty() {
        return Err(file.error("", "habits", "there are none"));
    }
    Ok(())
}

fn check_class(
    file: &Checker<'_>,
    class: &mut HeroClass,
    actors: &[ActorKind],
) -> Result<(), DataError> {
    let HeroClass { name, ranks, boss, guard, .. } = class;
    let begins = ranks.first().is_some_and(|(level, _)| *level == 1);
    if !begins || !ranks.is_sorted_by(|a, b| a.0 < b.0) {
        return Err(file.error(name, "ranks", "they begin with level 1, and rise"));
    }
    for (_, rank) in ranks {
        file.link_at(name, "ranks", rank, actors)?;
        if actors[usize::from(rank.id.0)].raider.is_none() {
            let message = format!("“{}” is no raider in actors.ron", rank.name);
            return Err(file.error_at(name, "ranks", &rank.name, message));
        }
    }
    for (field, own) in [("boss", boss), ("guard", guard)] {
        file.link_at(name, field, own, actors)?;
        let kind = &actors[usize::from(own.id.0)];
        if kind.raider.is_some() || kind.boss.is_some() != (field == "boss") {
            let message = format!("“{}” is no {field} in actors.ron", own.name);
            return Err(file.error_at(name, field, &own.name, message));
        }
    }
    Ok(())
}

/// Checks every condition, and resolves the kind of actor that it brings.
pub(crate) fn check_conditions(
    file: &Checker<'_>,
    conditions: &mut Conditions,
    actors: &[ActorKind],
) -> Result<(), DataError> {
    file.unique_kinds(&conditions.kinds)?;
    if conditions.kinds.len() > usize::from(u8::MAX) {
        return Err(file.error("", "kinds", "there are more than 255"));
    }
    for condition in &mut conditions.kinds {
        if let Some(haunts) = &mut condition.changes.haunts {
            file.link_at(&condition.name, "kind", &mut haunts.kind, actors)?;
        }
    }
    Ok(())
}

/// The most actors of a fight on the road.
const MAX_FOES: usize = 6;

/// Checks every encounter, and returns the flags that are set anywhere, in the order of the
/// alphabet.
pub(crate) fn check_encounters(
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
    encounters.iter().try_for_each(|encounter| check_encounter(file, encounter, &names))?;
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

fn check_encounter(
    file: &Checker<'_>,
    encounter: &Encounter,
    names: &Names<'_>,
) -> Result<(), DataError> {
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
