//! Checks of `rules.ron`, `perks.ron` and `levels.ron`, and the actors and the faction that they
//! name.

use super::checker::{Checker, named};
use crate::Depth;
use crate::actor::ActorKind;
use crate::faction::Factions;
use crate::item::ItemKind;
use crate::kind_id::ActorKindId;
use crate::level::LevelKind;
use crate::perk::{Perk, PerkEffect};
use crate::rules::Rules;
use crate::source::DataError;

/// A journey offers choices of several perks: with fewer than so many the same would come up again
/// and again.
const MIN_PERKS: usize = 15;

/// The most that the names are told apart by a number of eight bits.
const MAX_PERKS: usize = 200;

/// Resolves the actors and the faction that the rules name.
pub(super) fn link_rules(
    file: &Checker<'_>,
    rules: &mut Rules,
    actors: &[ActorKind],
    factions: &Factions,
) -> Result<(), DataError> {
    file.link("", "upkeeper", &mut rules.upkeeper, actors)?;
    for (_, risen) in &mut rules.risen {
        file.link("", "risen", risen, actors)?;
    }
    file.link("", "vermin", &mut rules.vermin, actors)?;
    file.link("", "keeper", &mut rules.shop.keeper, actors)?;
    file.link("", "robbed", &mut rules.shop.robbed, actors)?;
    let shopkeepers = [&rules.shop.keeper, &rules.shop.robbed];
    check_keeper(file, factions, shopkeepers.map(|own| &actors[usize::from(own.id.0)]))?;
    let strays = &mut rules.strays;
    strays.id = factions.find(&strays.name).ok_or_else(|| {
        file.error("", "strays", format!("there is no side “{}” in factions.ron", strays.name))
    })?;
    Ok(())
}

/// The shopkeeper must be at peace with the upkeeper, and at war once robbed.
fn check_keeper(
    file: &Checker<'_>,
    factions: &Factions,
    [keeper, robbed]: [&ActorKind; 2],
) -> Result<(), DataError> {
    let Some(own) = factions.find("upkeeper") else {
        return Err(file.error("", "shop", "there is no faction “upkeeper”"));
    };
    if factions.are_hostile(own, keeper.faction.id) {
        return Err(file.error("", "keeper", "is at war with the upkeeper"));
    }
    if !factions.are_hostile(own, robbed.faction.id) {
        return Err(file.error("", "robbed", "is at peace with the upkeeper"));
    }
    Ok(())
}

/// Checks what bounds cannot say of the rules.
pub(super) fn check_rules(
    file: &Checker<'_>,
    rules: &Rules,
    items: &[ItemKind],
    levels: &[LevelKind],
) -> Result<(), DataError> {
    let (coins, deeper) = rules.coins;
    file.within("", "coins", deeper, 0, 1_000)?;
    file.within("", "coins", coins, 0, 10_000)?;
    let risen = &rules.risen;
    if risen.first().is_none_or(|(from, _)| *from != Depth::FIRST)
        || !risen.is_sorted_by(|a, b| a.0 < b.0)
    {
        return Err(file.error("", "risen", "must begin at depth 1, and go down"));
    }
    for kit in &rules.kit {
        named(items, &kit.item).map_err(|message| file.error("", "kit", message))?;
    }
    if rules.daily.kinds.is_empty() {
        return Err(file.error("", "daily.kinds", "there must be one"));
    }
    for kind in &rules.daily.kinds {
        named(levels, kind).map_err(|message| file.error("", "daily.kinds", message))?;
    }
    if !rules.grade.thresholds.is_sorted_by(|a, b| a > b) {
        return Err(file.error("", "thresholds", "must fall from S to D"));
    }
    Ok(())
}

/// Checks every perk. Names are unique, and every effect that needs a number has one that can be
/// played.
pub(super) fn check_perks(
    file: &Checker<'_>,
    perks: &[Perk],
    factions: &Factions,
) -> Result<(), DataError> {
    if !(MIN_PERKS..=MAX_PERKS).contains(&perks.len()) {
        let message = format!("{} perks are not within {MIN_PERKS} and {MAX_PERKS}", perks.len());
        return Err(file.error("", "name", message));
    }
    file.unique_kinds(perks)?;
    for Perk { name, text, effects } in perks {
        if text.trim().is_empty() {
            return Err(file.error(name, "text", "says nothing"));
        }
        if effects.is_empty() {
            return Err(file.error(name, "effects", "there is none"));
        }
        effects.iter().try_for_each(|effect| check_perk(file, name, effect, factions))?;
    }
    Ok(())
}

fn check_perk(
    file: &Checker<'_>,
    name: &str,
    effect: &PerkEffect,
    factions: &Factions,
) -> Result<(), DataError> {
    let within = |value: i64, low, high| file.within(name, "effects", value, low, high);
    match *effect {
        PerkEffect::LongReach { more_turns } => within(more_turns.into(), 0, 20),
        PerkEffect::HurlBody { cells, stuns } => {
            within(cells.into(), 1, 8)?;
            within(stuns.into(), 0, 100)
        }
        PerkEffect::MopNeverFouls { noise } => within(noise.into(), 0, 60),
        PerkEffect::QuickKits { turns } => within(turns.into(), 1, 20),
        PerkEffect::Louder { what: _, percent } => within(percent.into(), 0, 1_000),
        PerkEffect::Scrap { parts } => within(parts.into(), 0, 20),
        PerkEffect::PostAnywhere { coins } => within(coins.into(), 0, 1_000),
        PerkEffect::HearWhileHidden { cells } => within(cells.into(), 1, 100),
        PerkEffect::UnseenBy { ref faction, when: _ } => {
            if factions.find(faction).is_none() {
                let message = format!("there is no faction “{faction}”");
                return Err(file.error(name, "effects", message));
            }
            Ok(())
        }
        PerkEffect::Vermin { percent } | PerkEffect::Pay { percent } => {
            within(percent.into(), 1, 1_000)
        }
        PerkEffect::Substitute { count } => within(count.into(), 1, 20),
        PerkEffect::Sleep { percent } => within(percent.into(), 0, 1_000),
        PerkEffect::FightWhileCarrying
        | PerkEffect::PitsAreChutes
        | PerkEffect::BodiesStayDown
        | PerkEffect::EmptyPockets
        | PerkEffect::KitsSpare
        | PerkEffect::HideInCorners
        | PerkEffect::ShutBars
        | PerkEffect::LeaveByStart
        | PerkEffect::FallenPay
        | PerkEffect::NoEncounters => Ok(()),
    }
}

/// Checks every recipe.
pub(super) fn check_levels(
    file: &Checker<'_>,
    levels: &[LevelKind],
    actors: &[ActorKind],
    factions: &Factions,
) -> Result<(), DataError> {
    file.unique_kinds(levels)?;
    for kind in levels {
        kind.check().map_err(|(field, message)| file.error(&kind.name, field, message))?;
        check_posts(file, kind, actors)?;
        check_inhabitants(file, kind, actors, factions)?;
    }
    Ok(())
}

/// Each name in `garrison` must be an actor, and each in `bosses` an actor that is a boss.
fn check_posts(
    file: &Checker<'_>,
    kind: &LevelKind,
    actors: &[ActorKind],
) -> Result<(), DataError> {
    let ranks =
        kind.garrison.iter().flat_map(|garrison| garrison.mages.iter().chain(&garrison.guards));
    for name in ranks {
        named(actors, name).map_err(|message| file.error(&kind.name, "garrison", message))?;
    }
    for (_, name) in &kind.bosses {
        let is_boss = |id: ActorKindId| actors[usize::from(id.0)].boss.is_some();
        if !named(actors, name).is_ok_and(is_boss) {
            let message = format!("there is no boss “{name}” in actors.ron");
            return Err(file.error(&kind.name, "bosses", message));
        }
    }
    Ok(())
}

/// Each name in `inhabitants` must be an actor or a faction.
fn check_inhabitants(
    file: &Checker<'_>,
    kind: &LevelKind,
    actors: &[ActorKind],
    factions: &Factions,
) -> Result<(), DataError> {
    for (name, _) in &kind.inhabitants {
        if named(actors, name).is_err() && factions.find(name).is_none() {
            let message = format!("“{name}” is neither in actors.ron nor a side");
            return Err(file.error(&kind.name, "inhabitants", message));
        }
    }
    Ok(())
}
