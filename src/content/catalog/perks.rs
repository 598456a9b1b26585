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

#[cfg(test)]
mod tests {
    use crate::{Catalog, Sources};

    fn refused(from: &str, to: &str) -> String {
        let mut sources = Sources::default();
        let text = sources.text("perks.ron").replacen(from, to, 1);
        assert_ne!(text, sources.text("perks.ron"), "{from} does not stand in the file");
        assert!(sources.replace("perks.ron", text));
        Catalog::from_sources(&sources).expect_err("bad data was taken").to_string()
    }

    #[test]
    fn errors_name_line_and_field() {
        for (from, to, told) in [
            ("name: \"one free arm\"", "name: \"the long handle\"", "name: stands twice"),
            (
                "cells: 3, stuns",
                "cells: 30, stuns",
                "over you go.effects: 30 is not within 1 and 8",
            ),
            ("\"vermin\"", "\"vermine\"", "family.effects: there is no faction “vermine”"),
            ("effects: [KitsSpare]", "effects: []", "your own hand.effects: there is none"),
            ("KitsSpare", "KitsSpar", "syntax: "),
        ] {
            let error = refused(from, to);
            assert!(error.starts_with("data/perks.ron:") && error.contains(told), "{error}");
        }
        let few = "[(name: \"one\", text: \"It.\", effects: [KitsSpare])]";
        let mut sources = Sources::default();
        assert!(sources.replace("perks.ron", few.to_owned()));
        let error = Catalog::from_sources(&sources).expect_err("one perk").to_string();
        assert!(error.contains("1 perks are not within 15 and 200"), "{error}");
    }
}
