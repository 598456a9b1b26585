//! Checks of `actors.ron` and `parties.ron`: names that resolve, and what bounds cannot say.

use std::collections::BTreeMap;

use super::checker::Checker;
use crate::actor::ActorKind;
use crate::cast::PartyKind;
use crate::effect::Effect;
use crate::effect::TrapKind;
use crate::faction::Factions;
use crate::item::{ItemKind, Slot};
use crate::kind_id::ActorKindId;
use crate::source::DataError;
use crate::{Depth, DepthRange};

/// Checks every entry, and resolves the names of factions and items in it.
pub(super) fn check_all(
    file: &Checker<'_>,
    actors: &mut [ActorKind],
    factions: &Factions,
    items: &[ItemKind],
) -> Result<(), DataError> {
    file.unique_kinds(actors)?;
    check_glyphs(file, actors)?;
    for actor in actors {
        actor.faction.id = factions.find(&actor.faction.name).ok_or_else(|| {
            let known = factions.names.join(", ");
            file.error(&actor.name, "faction", format!("no such faction; there are {known}"))
        })?;
        file.effects(&actor.name, &actor.melee.effects)?;
        if let Some(shot) = &actor.shot {
            file.effects(&actor.name, &shot.effects)?;
        }
        if actor.depths != DepthRange::NONE {
            let DepthRange(low, high) = actor.depths;
            file.within(&actor.name, "depths", low.0, 1, high.0)?;
        }
        link_kit(file, actor, items)?;
    }
    Ok(())
}

/// Each kind must have a glyph of its own, a letter or `@`, so that actors are told apart without
/// colours. Kinds of one faction that are persons of a journey may share one: those are told apart
/// by their names.
fn check_glyphs(file: &Checker<'_>, actors: &[ActorKind]) -> Result<(), DataError> {
    let mut drawn: BTreeMap<char, &ActorKind> = BTreeMap::new();
    for actor in actors {
        let ActorKind { name, glyph, .. } = actor;
        if !glyph.is_ascii_alphabetic() && *glyph != '@' {
            let message = "must be a letter or @: the other characters are things";
            return Err(file.error(name, "glyph", message));
        }
        let other = drawn.insert(*glyph, actor);
        let is_other = |other: &&ActorKind| {
            !(other.is_person && actor.is_person && other.faction == actor.faction)
        };
        if let Some(other) = other.filter(is_other) {
            let message = format!("“{}” is drawn so already", other.name);
            return Err(file.error(name, "glyph", message));
        }
    }
    Ok(())
}

/// Resolves the items that a raider carries.
fn link_kit(
    file: &Checker<'_>,
    actor: &mut ActorKind,
    items: &[ItemKind],
) -> Result<(), DataError> {
    for kit in actor.raider.iter_mut().flat_map(|raider| &mut raider.kit) {
        file.link(&actor.name, "kit", &mut kit.item, items)?;
        if matches!(items[usize::from(kit.item.id.0)].slot, Slot::Belt | Slot::Sundry) {
            let message = "keys and gate tools stay where the level put them; coins are its purse";
            return Err(file.error(&actor.name, "kit", message));
        }
    }
    Ok(())
}

/// Resolves the kinds of traps and actors that actors lay, split into and rise as, and checks their
/// last effects.
pub(super) fn link(
    file: &Checker<'_>,
    actors: &mut [ActorKind],
    traps: &[TrapKind],
) -> Result<(), DataError> {
    let names: BTreeMap<String, ActorKindId> =
        (0..).map(ActorKindId).zip(actors.iter()).map(|(id, it)| (it.name.clone(), id)).collect();
    let known = |entry: &str, field: &str, name: &str| {
        let message = || format!("there is no actor “{name}” in actors.ron");
        names.get(name).copied().ok_or_else(|| file.error(entry, field, message()))
    };
    for ActorKind { name, traits, rises_as, .. } in actors {
        if let Some(woven) = &mut traits.weaves {
            file.link(name, "weaves", woven, traps)?;
        }
        if let Some(part) = &mut traits.splits {
            part.id = known(name, "splits", &part.name)?;
        }
        file.effects(name, &traits.bursts)?;
        // The actor is dead by then, so effects on the actor itself are refused.
        let is_of_the_place =
            |effect: &Effect| matches!(effect, Effect::Gas { .. } | Effect::Noise { .. });
        if !traits.bursts.iter().all(is_of_the_place) {
            return Err(file.error(name, "bursts", "gas and noise are all that is left"));
        }
        if !rises_as.is_sorted_by(|a, b| a.0 < b.0) {
            return Err(file.error(name, "rises_as", "must go down"));
        }
        for (_, risen) in rises_as {
            risen.id = known(name, "rises_as", &risen.name)?;
        }
    }
    Ok(())
}

/// Resolves the party that each boss calls, and checks its thresholds and blows.
pub(super) fn complete_bosses(
    file: &Checker<'_>,
    actors: &mut [ActorKind],
    parties: &[PartyKind],
) -> Result<(), DataError> {
    for ActorKind { name, boss, alert, .. } in actors {
        let Some(boss) = boss else { continue };
        file.link(name, "calls", &mut boss.calls, parties)?;
        let falling = 100 > boss.calls_below
            && boss.calls_below >= boss.stands_below
            && boss.stands_below >= boss.leaves_below
            && boss.leaves_below >= 0;
        if !falling {
            let message = "100, calls, stands and leaves go down in this order";
            return Err(file.error(name, "calls_below", message));
        }
        file.within(name, "dozes", boss.dozes.alert, 1, *alert)?;
        if boss.blows.is_empty() || boss.blows.len() > 16 || boss.every == 0 {
            let message = "there are 1 to 16 blows, and turns between them";
            return Err(file.error(name, "blows", message));
        }
        boss.blows.iter().try_for_each(|blow| file.effects(name, &blow.effects))?;
    }
    Ok(())
}

/// Checks every party and resolves the kinds of its members. Every party must have a leader, and
/// every depth down to [`Depth::DEEPEST_CONTENT`] a party that may be drawn there.
pub(super) fn check_parties(
    file: &Checker<'_>,
    parties: &mut [PartyKind],
    actors: &[ActorKind],
) -> Result<(), DataError> {
    file.unique_kinds(parties)?;
    for party in parties.iter_mut() {
        check_companies(file, party)?;
        let PartyKind { name, weight, members, .. } = party;
        for member in members.iter_mut() {
            file.link_at(name, "kind", &mut member.kind, actors)?;
            // A party without weight never raids: it answers the call of a boss.
            if *weight > 0 && actors[usize::from(member.kind.id.0)].raider.is_none() {
                let message = format!("“{}” is no raider in actors.ron", member.kind.name);
                return Err(file.error_at(name, "kind", &member.kind.name, message));
            }
            if member.count.0 > member.count.1 || member.count.1 > 20 {
                return Err(file.error(name, "count", "least above most, or more than 20"));
            }
        }
        if members.first().is_none_or(|leader| leader.count.0 == 0) {
            return Err(file.error(name, "members", "nobody leads"));
        }
    }
    let comes =
        |depth: Depth| parties.iter().any(|party| party.weight > 0 && party.depths.contains(depth));
    if let Some(depth) = (1..=Depth::DEEPEST_CONTENT.0).map(Depth).find(|&depth| !comes(depth)) {
        return Err(file.error("", "depths", format!("nobody comes at depth {depth}")));
    }
    Ok(())
}

/// A kind of party has names, and its own is one of them.
fn check_companies(file: &Checker<'_>, party: &PartyKind) -> Result<(), DataError> {
    let own = &party.companies;
    let has_blanks = ["{first}", "{second}"].iter().all(|blank| own.called.contains(blank));
    if !has_blanks || own.count() == 0 {
        let message = "it wants {first} and {second}, and words for either";
        return Err(file.error(&party.name, "companies", message));
    }
    if !(0..own.count()).any(|place| own.name(place) == party.name) {
        let message = format!("none of them is called “{}”", party.name);
        return Err(file.error(&party.name, "companies", message));
    }
    Ok(())
}
