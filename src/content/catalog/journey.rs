//! Checks of `campaign.ron`, `cast.ron` and `conditions.ron`.

use super::checker::Checker;
use crate::actor::ActorKind;
use crate::campaign::CampaignRules;
use crate::cast::{CastRules, HeroClass};
use crate::condition::Conditions;
use crate::error::DataError;
use crate::level::LevelKind;
use crate::party::PartyKind;

/// Checks the journey, and resolves the classes of stand-ins at the Deep Seat.
pub(super) fn check_campaign(
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
pub(super) fn check_cast(
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
pub(super) fn check_conditions(
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
