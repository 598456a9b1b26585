//! Checks of `perks.ron`.

use super::checker::Checker;
use crate::error::DataError;
use crate::faction::Factions;
use crate::perk::{Perk, PerkEffect};

/// A journey offers choices of several perks: with fewer than so many the same would come up again and again.
const MIN_PERKS: usize = 15;

/// The most that the names are told apart by a number of eight bits.
const MAX_PERKS: usize = 200;

/// Checks every perk. Names are unique, and every effect that needs a number has one that can be played.
pub(super) fn check_all(
    file: &Checker<'_>,
    perks: &[Perk],
    factions: &Factions,
) -> Result<(), DataError> {
    if !(MIN_PERKS..=MAX_PERKS).contains(&perks.len()) {
        let message = format!("{} perks are not within {MIN_PERKS} and {MAX_PERKS}", perks.len());
        return Err(file.error("", "name", message));
    }
    file.unique(perks.iter().map(|perk| perk.name.as_str()))?;
    for Perk { name, text, effects } in perks {
        if text.trim().is_empty() {
            return Err(file.error(name, "text", "says nothing".to_owned()));
        }
        if effects.is_empty() {
            return Err(file.error(name, "effects", "there is none".to_owned()));
        }
        effects.iter().try_for_each(|effect| check(file, name, effect, factions))?;
    }
    Ok(())
}

fn check(
    file: &Checker<'_>,
    name: &str,
    effect: &PerkEffect,
    factions: &Factions,
) -> Result<(), DataError> {
    let within = |value: i32, low, high| file.within(name, "effects", value, low, high);
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
        PerkEffect::PostAnywhere { coins } => within(coins.min(9_999) as i32, 0, 1_000),
        PerkEffect::HearWhileHidden { cells } => within(cells, 1, 100),
        PerkEffect::UnseenBy { ref faction, when: _ } => {
            if factions.find(faction).is_none() {
                let message = format!("there is no faction “{faction}”");
                return Err(file.error(name, "effects", message));
            }
            Ok(())
        }
        PerkEffect::Vermin { percent } | PerkEffect::Pay { percent } => {
            within(percent.min(9_999) as i32, 1, 1_000)
        }
        PerkEffect::Substitute { count } => within(count.into(), 1, 20),
        PerkEffect::Sleep { percent } => within(percent, 0, 1_000),
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
