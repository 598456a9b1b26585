//! Checks of the drinks and the dice of `town.ron`.

use crate::catalog::checker::Checker;
use crate::error::DataError;
use crate::pastime::{DiceStake, DrinkEffect};
use crate::town::TownRules;

/// The most drinks and games: each has a letter of its own on the screen.
const MAX_PASTIMES: i32 = 8;

pub(super) fn check(file: &Checker<'_>, town: &TownRules) -> Result<(), DataError> {
    file.unique(town.drinks.iter().map(|drink| drink.name.as_str()))?;
    file.within("", "drinks", town.drinks.len() as i32, 0, MAX_PASTIMES)?;
    for drink in &town.drinks {
        file.within(&drink.name, "price", drink.price as i32, 0, 1_000)?;
        file.within(&drink.name, "per_level", drink.per_level as i32, 0, 100)?;
        if let DrinkEffect::Sleep(nights) = drink.does {
            file.within(&drink.name, "does", nights.into(), 1, 10)?;
        }
    }
    let dice = &town.dice;
    file.unique(dice.games.iter().map(|game| game.name.as_str()))?;
    file.within("", "games", dice.games.len() as i32, 0, MAX_PASTIMES)?;
    file.within("", "limit", dice.limit.into(), 0, 100)?;
    file.within("", "sore", dice.sore as i32, 0, 100)?;
    for game in &dice.games {
        file.within(&game.name, "percent", game.percent as i32, 1, 99)?;
        match game.plays_for {
            DiceStake::Coins(coins) => {
                file.within(&game.name, "plays_for", coins as i32, 1, 1_000)?;
            }
            DiceStake::Belonging(percent) => {
                file.within(&game.name, "plays_for", percent as i32, 1, 1_000)?;
            }
        }
    }
    Ok(())
}
