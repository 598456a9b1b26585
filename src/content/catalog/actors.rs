//! Checks of `actors.ron`: numbers within their ranges, and names that resolve.

use std::collections::BTreeMap;

use super::checker::Checker;
use super::lookup::find;
use crate::actor::ActorKind;
use crate::error::DataError;
use crate::faction::Factions;
use crate::item::{ItemKind, Slot};
use crate::kind_id::{ActorKindId, ItemKindId, PartyKindId};
use crate::party::PartyKind;
use crate::{Depth, DepthRange};

/// Checks every entry, and resolves the names of factions and items in it.
pub(super) fn check_all(
    file: &Checker<'_>,
    actors: &mut [ActorKind],
    factions: &Factions,
    items: &[ItemKind],
) -> Result<(), DataError> {
    file.unique(actors.iter().map(|actor| actor.name.as_str()))?;
    check_glyphs(file, actors)?;
    for actor in actors {
        actor.faction_id = factions.find(&actor.faction).ok_or_else(|| {
            let known = factions.names.join(", ");
            file.error(&actor.name, "faction", format!("no such faction; there are {known}"))
        })?;
        check_actor(file, actor)?;
        complete_raider(file, actor, items)?;
    }
    Ok(())
}

fn check_actor(file: &Checker<'_>, actor: &ActorKind) -> Result<(), DataError> {
    let name = &actor.name;
    file.within(name, "health", actor.health, 1, 999)?;
    file.within(name, "speed", actor.speed.into(), 10, 400)?;
    file.within(name, "armour", actor.armour, 0, 50)?;
    file.within(name, "evasion", actor.evasion, -100, 100)?;
    file.within(name, "alert", actor.alert, 1, 20)?;
    file.damage(name, "melee.damage", actor.melee.damage)?;
    file.effects(name, &actor.melee.effects)?;
    file.within(name, "knocks", actor.melee.knocks as i32, 0, 100)?;
    if let Some(shot) = &actor.shot {
        file.damage(name, "shot.damage", shot.damage)?;
        file.within(name, "shot.range", shot.range, 2, 20)?;
        file.effects(name, &shot.effects)?;
    }
    if actor.depths != DepthRange::NONE {
        file.depths(name, actor.depths)?;
    }
    file.within(name, "purse", actor.purse.0.into(), 0, actor.purse.1.into())?;
    file.within(name, "group", actor.group.0.into(), 1, actor.group.1.into())?;
    Ok(())
}

/// Each kind must have a glyph of its own, a letter or `@`, so that actors are told apart without colours. Kinds of one faction
/// that are persons of a journey may share one: those are told apart by their names.
fn check_glyphs(file: &Checker<'_>, actors: &[ActorKind]) -> Result<(), DataError> {
    let mut drawn: BTreeMap<char, &ActorKind> = BTreeMap::new();
    for actor in actors {
        let ActorKind { name, glyph, .. } = actor;
        if !glyph.is_ascii_alphabetic() && *glyph != '@' {
            let message = "must be a letter or @: the other characters are things".to_owned();
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

/// Checks the percentages of a raider, and resolves the items that it carries.
fn complete_raider(
    file: &Checker<'_>,
    actor: &mut ActorKind,
    items: &[ItemKind],
) -> Result<(), DataError> {
    let Some(raider) = &mut actor.raider else { return Ok(()) };
    let name = &actor.name;
    let ready = [
        ("spots", raider.spots),
        ("disarms", raider.disarms),
        ("breaks", raider.breaks),
        ("searches", raider.searches),
        ("heals.ready", raider.heals.map_or(0, |heals| heals.ready)),
        ("turns_undead.ready", raider.turns_undead.map_or(0, |turns| turns.ready)),
    ];
    for (field, percent) in ready {
        file.within(name, field, percent.min(1000) as i32, 0, 100)?;
    }
    for kit in &mut raider.kit {
        let item = find(items, |kind| &kind.name, &kit.item).ok_or_else(|| {
            let message = format!("there is no item “{}” in items.ron", kit.item);
            file.error(name, "kit", message)
        })?;
        if matches!(items[usize::from(item)].slot, Slot::Belt | Slot::Sundry) {
            let message = "keys and gate tools stay where the level put them; coins are its purse";
            return Err(file.error(name, "kit", message.to_owned()));
        }
        kit.item_id = ItemKindId(item);
        file.within(name, "kit", kit.weight.min(1_000_000) as i32, 1, 1_000)?;
    }
    Ok(())
}

/// Resolves what bodies get up as.
pub(super) fn complete_risen(
    file: &Checker<'_>,
    actors: &mut [ActorKind],
) -> Result<(), DataError> {
    for place in 0..actors.len() {
        let ActorKind { name, rises_as, .. } = &actors[place];
        if !rises_as.is_sorted_by(|a, b| a.0 < b.0) {
            return Err(file.error(name, "rises_as", "must go down".to_owned()));
        }
        let resolve = |(depth, risen): &(Depth, String)| {
            let kind = named(actors, risen).map_err(|it| file.error(name, "rises_as", it))?;
            Ok((*depth, kind))
        };
        let ids = rises_as.iter().map(resolve).collect::<Result<Vec<_>, DataError>>()?;
        actors[place].rises_as_ids = ids;
    }
    Ok(())
}

/// The kind of actor with this name.
///
/// # Errors
/// The message for a name that no actor has.
pub(super) fn named(actors: &[ActorKind], name: &str) -> Result<ActorKindId, String> {
    let place = find(actors, |actor| &actor.name, name);
    place.map(ActorKindId).ok_or_else(|| format!("there is no actor “{name}” in actors.ron"))
}

/// Resolves the party that each boss calls, and checks its thresholds and blows.
pub(super) fn complete_bosses(
    file: &Checker<'_>,
    actors: &mut [ActorKind],
    parties: &[PartyKind],
) -> Result<(), DataError> {
    for actor in actors {
        let name = actor.name.clone();
        let Some(boss) = &mut actor.boss else { continue };
        let party = find(parties, |party| &party.name, &boss.calls).ok_or_else(|| {
            let message = format!("there is no party “{}” in parties.ron", boss.calls);
            file.error(&name, "calls", message)
        })?;
        boss.calls_id = PartyKindId(party);
        let falling = 100 > boss.calls_below
            && boss.calls_below >= boss.stands_below
            && boss.stands_below >= boss.leaves_below
            && boss.leaves_below >= 0;
        if !falling {
            let message = "100, calls, stands and leaves go down in this order".to_owned();
            return Err(file.error(&name, "calls_below", message));
        }
        file.within(&name, "dozes", boss.dozes.alert, 1, actor.alert)?;
        file.within(&name, "struggles", boss.struggles.into(), 0, 10)?;
        file.within(&name, "answers", boss.answers as i32, 0, 100)?;
        file.within(&name, "trapped", boss.trapped, 0, 1_000)?;
        file.within(&name, "held", boss.held, 100, 1_000)?;
        if boss.blows.is_empty() || boss.blows.len() > 16 || boss.every == 0 {
            let message = "there are 1 to 16 blows, and turns between them".to_owned();
            return Err(file.error(&name, "blows", message));
        }
        for blow in &boss.blows {
            file.damage(&name, "damage", blow.damage)?;
            file.effects(&name, &blow.effects)?;
        }
    }
    Ok(())
}
