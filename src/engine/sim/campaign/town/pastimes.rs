//! What the player does with a hero at an inn: drinks and dice.

use crate::sim::campaign::town::{deals, search};
use crate::sim::prelude::*;
use crate::sim::state::journey::town::Who;
use content::{DiceGame, DiceStake, Drink, DrinkEffect};

pub(super) fn hero_beside(world: &World, dir: Dir) -> Result<PersonId, Reject> {
    let actor = world.actor_at(world.player_pos() + dir).ok_or(Reject::NobodyThere)?;
    let visit = world.town_visit().ok_or(Reject::NobodyThere)?;
    match visit.person(actor.id).map(|person| person.who) {
        Some(Who::Hero(id)) => Ok(id),
        _ => Err(Reject::NobodyThere),
    }
}

/// What a drink costs for a hero.
pub(crate) fn drink_price(world: &World, drink: &Drink, id: PersonId) -> Coins {
    let level = world.journey().map_or(0, |journey| journey.person(id).level);
    world.price_here(drink.price + drink.per_level * u32::from(level))
}

/// What the player lays down in a game with a hero, and what the hero does: a thing, or as many
/// coins.
///
/// # Errors
/// The hero has nothing of the kind.
pub(crate) fn stakes(
    world: &World,
    game: &DiceGame,
    id: PersonId,
) -> Result<(Coins, Option<Stack>), Reject> {
    let journey = world.journey().ok_or(Reject::NobodyThere)?;
    match game.plays_for {
        DiceStake::Coins(coins) if u32::from(journey.person(id).coins) >= coins => {
            Ok((Coins(coins), None))
        }
        DiceStake::Coins(_) => Err(Reject::NothingAtStake),
        DiceStake::Belonging(percent) => {
            let stack = journey.belonging_of(id).ok_or(Reject::NothingAtStake)?;
            let price = world.catalog.item(stack.kind).price.saturating_mul(stack.count);
            if price == 0 {
                return Err(Reject::NothingAtStake);
            }
            Ok((Coins((u32::from(price) * percent / 100).max(1)), Some(stack)))
        }
    }
}

/// Whether a hero of this house can be stood a drink.
pub(crate) fn can_drink(world: &World, id: PersonId, drink: u8) -> Result<(), Reject> {
    let journey = world.on_journey().ok_or(Reject::NobodyThere)?;
    let visit = world.town_visit().ok_or(Reject::NobodyThere)?;
    let own = world.catalog.town.drinks.get(usize::from(drink)).ok_or(Reject::NobodyThere)?;
    let person = journey.person(id);
    if person.stance == Stance::Grudge {
        return Err(Reject::WillNotDrink);
    }
    let goes_out = person.is_fit_within(world.catalog.cast.tired.nights, journey.night);
    let is_abed = matches!(own.does, DrinkEffect::Sleep(_)) && !goes_out;
    if visit.drunk(id, drink) > 0 || is_abed {
        return Err(Reject::HadEnough);
    }
    if own.does == DrinkEffect::Tell && journey.site_of_hero(id).is_none() {
        return Err(Reject::NoNews);
    }
    deals::afford(world, drink_price(world, own, id))
}

/// Stands a hero a drink that was checked.
pub(super) fn drink(world: &mut World, person: PersonId, drink: u8) {
    let catalog = world.catalog.clone();
    let Some(own) = catalog.town.drinks.get(usize::from(drink)) else { return };
    let price = drink_price(world, own, person);
    world.spend_coins(price);
    world.change_visit(|visit| visit.note_drink(person, drink));
    world.change_journey(|journey| {
        let night = journey.night;
        let hero = journey.person_mut(person);
        hero.met = Some(night);
        if let DrinkEffect::Sleep(nights) = own.does {
            hero.keep_in_bed(night.saturating_add(nights.into()));
        }
    });
    world.emit(JourneyEvent::Treated { person, drink, price });
    match own.does {
        DrinkEffect::Tell => {
            if let Some(site) = world.on_journey().and_then(|own| own.site_of_hero(person)) {
                deals::hear_of(world, site);
            }
        }
        DrinkEffect::Sleep(_) => deals::renew_rumours(world, person),
    }
}

/// Whether a hero of this house plays.
pub(crate) fn can_play(world: &World, id: PersonId, game: u8) -> Result<(), Reject> {
    let journey = world.on_journey().ok_or(Reject::NobodyThere)?;
    let visit = world.town_visit().ok_or(Reject::NobodyThere)?;
    let rules = &world.catalog.town.dice;
    let own = rules.games.get(usize::from(game)).ok_or(Reject::NobodyThere)?;
    if journey.person(id).stance == Stance::Grudge {
        return Err(Reject::WillNotDrink);
    }
    if visit.played(id) >= rules.limit {
        return Err(Reject::PlayedEnough);
    }
    let (stake, _) = stakes(world, own, id)?;
    deals::afford(world, stake)
}

/// Plays a game that was checked. The throw follows from the seed, the hero, the night and the
/// number of games before it.
pub(super) fn play(world: &mut World, person: PersonId, game: u8) {
    let catalog = world.catalog.clone();
    let Some(own) = catalog.town.dice.games.get(usize::from(game)) else { return };
    let Ok((coins, stack)) = stakes(world, own, person) else { return };
    let Some(journey) = world.journey() else { return };
    let played = journey.visit.as_ref().map_or(0, |visit| visit.played(person));
    let hero = Ordinal(u64::from(person.0));
    let key = (hero, night_ordinal(journey.night), Ordinal(played.into()));
    let mut stream = Stream::new(world.seed, purpose::TOWN_DICE, key);
    let wins = stream.percent(own.percent);
    let sore = stream.percent(catalog.town.dice.sore);
    let is_sore = wins && stack.is_some() && sore;
    world.change_visit(|visit| visit.note_game(person));
    world.change_journey(|journey| {
        let night = journey.night;
        let hero = journey.person_mut(person);
        hero.met = Some(night);
        match (wins, stack) {
            (true, None) => hero.coins = hero.coins.saturating_sub(coins.0 as u16),
            (true, Some(_)) if hero.carries.is_some() => hero.carries = None,
            (true, Some(_)) => hero.kit = None,
            (false, _) => hero.coins = hero.coins.saturating_add(coins.0 as u16),
        }
        if is_sore {
            hero.stance = match hero.stance {
                Stance::Debt => Stance::None,
                Stance::None | Stance::Grudge => Stance::Grudge,
            };
        }
    });
    if !wins {
        world.spend_coins(coins);
        world.emit(JourneyEvent::DiceLost { person, coins });
        return;
    }
    let won = if stack.is_some() { Coins(0) } else { coins };
    world.earn(won);
    world.emit(JourneyEvent::DiceWon { person, coins: won, stack, is_sore });
    if let Some(stack) = stack {
        search::keep(world, stack);
    }
}
