//! Checks of `rules.ron` and `perks.ron`, and the actors and the faction that they name.

use super::checker::{Checker, named};
use crate::Depth;
use crate::actor::ActorKind;
use crate::faction::Factions;
use crate::item::ItemKind;
use crate::level::LevelKind;
use crate::perk::{Perk, PerkEffect};
use crate::rules::Rules;
use crate::source::Checked;

/// A journey offers choices of several perks: with fewer than so many the same would come up again
/// and again.
const MIN_PERKS: usize = 15;

/// The most that the names are told apart by a number of eight bits.
const MAX_PERKS: usize = 200;

/// Resolves the actors and the faction that the rules name. The shopkeeper must be at peace with
/// the upkeeper, and at war once robbed.
pub(super) fn link_rules(
    file: Checker<'_>,
    rules: &mut Rules,
    actors: &[ActorKind],
    factions: &Factions,
) -> Checked {
    file.link("upkeeper", &mut rules.upkeeper, actors)?;
    for (_, risen) in &mut rules.risen {
        file.link("risen", risen, actors)?;
    }
    file.link("vermin", &mut rules.vermin, actors)?;
    let keeper = file.link("keeper", &mut rules.shop.keeper, actors)?;
    let robbed = file.link("robbed", &mut rules.shop.robbed, actors)?;
    let Some(own) = factions.find("upkeeper") else {
        return Err(file.error("shop", "there is no faction “upkeeper”"));
    };
    let is_at_war = |kind: &ActorKind| factions.are_hostile(own, kind.faction.id);
    file.ensure(!is_at_war(keeper), "keeper", "is at war with the upkeeper")?;
    file.ensure(is_at_war(robbed), "robbed", "is at peace with the upkeeper")?;
    let strays = &mut rules.strays;
    strays.id = factions.find(&strays.name).ok_or_else(|| {
        let message = format_args!("there is no side “{}” in factions.ron", strays.name);
        file.error("strays", message)
    })?;
    Ok(())
}

/// Checks what bounds cannot say of the rules.
pub(super) fn check_rules(
    file: Checker<'_>,
    rules: &Rules,
    items: &[ItemKind],
    levels: &[LevelKind],
) -> Checked {
    let (coins, deeper) = rules.coins;
    file.within("coins", deeper, 0, 1_000)?;
    file.within("coins", coins, 0, 10_000)?;
    let risen = &rules.risen;
    let begins = risen.first().is_some_and(|(from, _)| *from == Depth::FIRST);
    let is_sorted = risen.is_sorted_by(|a, b| a.0 < b.0);
    file.ensure(begins && is_sorted, "risen", "must begin at depth 1, and go down")?;
    for kit in &rules.kit {
        named(items, &kit.item).map_err(|message| file.error("kit", message))?;
    }
    file.ensure(!rules.daily.kinds.is_empty(), "daily.kinds", "there must be one")?;
    for kind in &rules.daily.kinds {
        named(levels, kind).map_err(|message| file.error("daily.kinds", message))?;
    }
    let falls = rules.grade.thresholds.is_sorted_by(|a, b| a > b);
    file.ensure(falls, "thresholds", "must fall from S to D")
}

/// Checks every perk. Names are unique, and every effect that needs a number has one that can be
/// played.
pub(super) fn check_perks(file: Checker<'_>, perks: &[Perk], factions: &Factions) -> Checked {
    let offered = perks.iter().filter(|perk| !perk.sold).count();
    let is_enough = offered >= MIN_PERKS && perks.len() <= MAX_PERKS;
    let message = format_args!("{offered} perks are not within {MIN_PERKS} and {MAX_PERKS}");
    file.ensure(is_enough, "name", message)?;
    file.unique_kinds(perks)?;
    for Perk { name, text, effects, sold: _ } in perks {
        let file = file.of(name);
        file.ensure(!text.trim().is_empty(), "text", "says nothing")?;
        file.ensure(!effects.is_empty(), "effects", "there is none")?;
        effects.iter().try_for_each(|effect| check_perk(file, effect, factions))?;
    }
    Ok(())
}

fn check_perk(file: Checker<'_>, effect: &PerkEffect, factions: &Factions) -> Checked {
    let within = |value: i64, low, high| file.within("effects", value, low, high);
    match *effect {
        PerkEffect::LongReach { more_turns } => within(more_turns.into(), 0, 20),
        PerkEffect::HurlBody { cells, stuns } => {
            within(cells.into(), 1, 8)?;
            within(stuns.into(), 0, 100)
        }
        PerkEffect::MopNeverFouls { noise } => within(noise.into(), 0, 60),
        PerkEffect::QuickKits { turns } => within(turns.into(), 1, 20),
        PerkEffect::Louder { what: _, percent } => within(percent.into(), 0, 1_000),
        PerkEffect::Cords { more } => within(more.into(), 1, 6),
        PerkEffect::Scrap { parts } => within(parts.into(), 0, 20),
        PerkEffect::PostAnywhere { coins } => within(coins.into(), 0, 1_000),
        PerkEffect::HearWhileHidden { cells } => within(cells.into(), 1, 100),
        PerkEffect::UnseenBy { ref faction, when: _ } => {
            let is_known = factions.find(faction).is_some();
            file.ensure(is_known, "effects", format_args!("there is no faction “{faction}”"))
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
