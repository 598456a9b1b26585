//! Checks of `campaign.ron`, `cast.ron`, `conditions.ron` and `encounters.ron`.

use super::checker::{Checker, named};
use crate::actor::ActorKind;
use crate::campaign::CampaignRules;
use crate::cast::{CastRules, HeroClass, PartyKind};
use crate::condition::Conditions;
use crate::encounter::{Encounter, EncounterChoice, EncounterCost, EncounterEffect, EncounterNeed};
use crate::item::ItemKind;
use crate::level::LevelKind;
use crate::source::Checked;

/// Checks the journey, and resolves the classes of stand-ins at the Deep Seat.
pub(super) fn check_campaign(
    file: Checker<'_>,
    rules: &mut CampaignRules,
    levels: &[LevelKind],
    cast: &CastRules,
) -> Checked {
    for rule in &rules.floors {
        let is_known = levels.iter().any(|level| level.name == rule.kind);
        let message = format_args!("there is no kind of level “{}”", rule.kind);
        file.ensure(is_known, "floors", message)?;
    }
    file.grade("grade", rules.seniority.grade)?;
    let seat = &mut rules.seat;
    file.within("min_level", seat.min_level, 1, cast.max_level)?;
    file.grade("least_grade", seat.least_grade)?;
    let has_few = (1..=usize::from(u8::MAX)).contains(&seat.stand_ins.len());
    file.ensure(has_few, "stand_ins", "there are none, or too many")?;
    file.unique(seat.stand_ins.iter().map(|own| own.name.as_str()))?;
    for own in &mut seat.stand_ins {
        let file = file.of(&own.name);
        file.within("level", own.level, 1, cast.max_level)?;
        file.link("class", &mut own.class, &cast.classes)?;
        file.ensure(!own.about.is_empty(), "about", "nothing is said of them")?;
    }
    let tenants = &rules.tenants;
    for (field, (base, more)) in [("health", tenants.health), ("damage", tenants.damage)] {
        file.within(field, base, 1, 1_000)?;
        file.within(field, more, 0, 100)?;
    }
    Ok(())
}

/// Checks the cast, and resolves the kinds of actors and the party that it names.
pub(super) fn check_cast(
    file: Checker<'_>,
    cast: &mut CastRules,
    actors: &[ActorKind],
    parties: &[PartyKind],
) -> Checked {
    file.link("party", &mut cast.party, parties)?;
    file.unique_kinds(&cast.classes)?;
    let is_drawn = cast.classes.iter().any(|class| class.weight > 0);
    file.ensure(is_drawn, "classes", "none has any weight")?;
    cast.classes.iter_mut().try_for_each(|class| check_class(file, class, actors))?;
    file.unique(cast.habits.iter().map(|habit| habit.name.as_str()))?;
    file.ensure(!cast.habits.is_empty(), "habits", "there are none")
}

fn check_class(file: Checker<'_>, class: &mut HeroClass, actors: &[ActorKind]) -> Checked {
    let HeroClass { name, ranks, boss, guard, .. } = class;
    let file = file.of(name);
    let begins = ranks.first().is_some_and(|(level, _)| *level == 1);
    let is_sorted = ranks.is_sorted_by(|a, b| a.0 < b.0);
    file.ensure(begins && is_sorted, "ranks", "they begin with level 1, and rise")?;
    for (_, rank) in ranks {
        if file.link_at("ranks", rank, actors)?.raider.is_none() {
            let message = format_args!("“{}” is no raider in actors.ron", rank.name);
            return Err(file.error_at("ranks", &rank.name, message));
        }
    }
    for (field, own) in [("boss", boss), ("guard", guard)] {
        let kind = file.link_at(field, own, actors)?;
        if kind.raider.is_some() || kind.boss.is_some() != (field == "boss") {
            let message = format_args!("“{}” is no {field} in actors.ron", own.name);
            return Err(file.error_at(field, &own.name, message));
        }
    }
    Ok(())
}

/// Checks every condition, and resolves the kind of actor that it brings.
pub(super) fn check_conditions(
    file: Checker<'_>,
    conditions: &mut Conditions,
    actors: &[ActorKind],
) -> Checked {
    file.unique_kinds(&conditions.kinds)?;
    let is_few = conditions.kinds.len() < 256;
    file.ensure(is_few, "kinds", "there are more than 255")?;
    for condition in &mut conditions.kinds {
        if let Some(haunts) = &mut condition.changes.haunts {
            file.of(&condition.name).link_at("kind", &mut haunts.kind, actors)?;
        }
    }
    Ok(())
}

/// The most actors of a fight on the road.
const MAX_FOES: usize = 6;

/// Checks every encounter, and returns the flags that are set anywhere, in the order of the
/// alphabet.
pub(super) fn check_encounters(
    file: Checker<'_>,
    encounters: &[Encounter],
    actors: &[ActorKind],
    items: &[ItemKind],
) -> Checked<Vec<String>> {
    file.unique(encounters.iter().map(|encounter| encounter.name.as_str()))?;
    let choices = encounters.iter().flat_map(|encounter| &encounter.choices);
    let effects = choices.flat_map(|choice| &choice.outcomes).flat_map(|outcome| &outcome.effects);
    let flags = effects.filter_map(|effect| match effect {
        EncounterEffect::Flag(flag) => Some(flag.clone()),
        _ => None,
    });
    let mut flags: Vec<String> = flags.collect();
    flags.sort_unstable();
    flags.dedup();
    let names = Names { actors, items, flags: &flags };
    for encounter in encounters {
        names.check_encounter(file.of(&encounter.name), encounter)?;
    }
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

    fn check_encounter(&self, file: Checker<'_>, encounter: &Encounter) -> Checked {
        let choices = &encounter.choices;
        file.count("choices", choices, 2, 4)?;
        self.check_needs(&encounter.needs).map_err(|message| file.error("needs", message))?;
        let is_free = |choice: &EncounterChoice| choice.needs.is_empty() && choice.costs.is_empty();
        let message = "every choice needs or costs something: the player could be stuck";
        file.ensure(choices.iter().any(is_free), "choices", message)?;
        for choice in choices {
            let label = &choice.label;
            self.check_choice(choice).map_err(|message| {
                file.error_at("choices", label, format_args!("{label}: {message}"))
            })?;
        }
        Ok(())
    }

    fn check_choice(&self, choice: &EncounterChoice) -> Result<(), String> {
        self.check_needs(&choice.needs)?;
        for cost in &choice.costs {
            if let EncounterCost::Item(name) = cost {
                self.item(name)?;
            }
        }
        let percent: u32 = choice.outcomes.iter().map(|outcome| outcome.percent).sum();
        if percent != 100 {
            return Err(format!("the percents of the outcomes come to {percent}"));
        }
        let mut effects = choice.outcomes.iter().flat_map(|outcome| &outcome.effects);
        effects.try_for_each(|effect| self.check_effect(effect))
    }

    fn check_needs(&self, needs: &[EncounterNeed]) -> Result<(), String> {
        let reversed = || Err("a range that is reversed".to_owned());
        needs.iter().try_for_each(|need| match need {
            EncounterNeed::Item(name) => self.item(name),
            EncounterNeed::Flag(flag) | EncounterNeed::NoFlag(flag) => self.flag(flag),
            EncounterNeed::Depth(low, high) if low > high => reversed(),
            EncounterNeed::Night(low, high) if low > high => reversed(),
            _ => Ok(()),
        })
    }

    fn check_effect(&self, effect: &EncounterEffect) -> Result<(), String> {
        match effect {
            EncounterEffect::Item(name, count) => {
                self.item(name)?;
                if *count == 0 { Err("none of an item".to_owned()) } else { Ok(()) }
            }
            EncounterEffect::Flag(flag) | EncounterEffect::ClearFlag(flag) => self.flag(flag),
            EncounterEffect::Follower(name) => self.actor(name),
            EncounterEffect::Fight(foes) if foes.is_empty() || foes.len() > MAX_FOES => {
                Err(format!("a fight with 1 to {MAX_FOES}"))
            }
            EncounterEffect::Fight(foes) => foes.iter().try_for_each(|name| self.actor(name)),
            _ => Ok(()),
        }
    }
}
