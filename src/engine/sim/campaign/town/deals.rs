//! What is sold over the counters, and what the player does with a hero at an inn: drinks and dice.

use crate::sim::campaign::encounter_outcome::change_health;
use crate::sim::campaign::journey_ref::JourneyRef;
use crate::sim::campaign::pay;
use crate::sim::prelude::*;
use crate::sim::state::journey::records::{Rumour, Who, count_up, times};
use crate::sim::things::items;
use content::{DiceGame, DiceStake, Drink, DrinkEffect, Offer, PerkId, Service};

/// The greatest distance to the keeper at which something can be bought, in cells.
const COUNTER_CELLS: i32 = 4;

/// The house that the player is in and what an offer costs there, if it can be bought.
pub(super) fn check(world: &World, place: u8) -> Result<(u8, Coins), Reject> {
    let (Some(visit), Some(house)) = (world.town_visit(), world.house_number()) else {
        return Err(Reject::NoMarket);
    };
    let offer = world.offers_here().get(usize::from(place)).ok_or(Reject::NoMarket)?;
    let keeper = visit.people.iter().find(|person| person.who == Who::Keeper { house });
    let at = keeper.and_then(|keeper| world.actor_ref(keeper.actor)).map(|actor| actor.pos);
    if at.is_none_or(|at| at.steps_to(world.player_pos()) > COUNTER_CELLS) {
        return Err(Reject::NobodySells);
    }
    if offer.limit > 0 && times(&visit.deals, (house, place)) >= offer.limit {
        return Err(Reject::SoldOut);
    }
    is_wanted(world, offer)?;
    let price = world.price_here(offer.price);
    afford(world, price).map(|()| (house, price))
}

pub(super) fn afford(world: &World, price: Coins) -> Result<(), Reject> {
    let own = world.belongings().coins;
    if own < price { Err(Reject::TooPoor { price, own }) } else { Ok(()) }
}

/// Whether the player has any use for it.
fn is_wanted(world: &World, offer: &Offer) -> Result<(), Reject> {
    let journey = world.journey().ok_or(Reject::NoMarket)?;
    match offer.gives {
        Service::Rations(_) if journey.rations >= world.catalog.campaign.max_rations => {
            Err(Reject::RationsFull)
        }
        Service::Supply(supply, _) if world.supply(supply) >= world.catalog.campaign.keeps => {
            Err(Reject::SuppliesFull { most: world.catalog.campaign.keeps })
        }
        Service::Kit if world.belongings().kits.len() >= world.catalog.rules.prepare.max_kits => {
            Err(Reject::KitsFull { max: world.catalog.rules.prepare.max_kits })
        }
        Service::Heal(_) => {
            let vitals = world.vitals(world.player());
            if vitals.health < vitals.max_health { Ok(()) } else { Err(Reject::Rested) }
        }
        Service::Rumour => site_to_tell_of(world).map(|_| ()).ok_or(Reject::NoNews),
        Service::Order if journey.visit.as_ref().is_none_or(|visit| visit.notice.is_none()) => {
            Err(Reject::SoldOut)
        }
        Service::Order if journey.extra_order.is_some() => Err(Reject::OrderTaken),
        Service::Perk if perk_of(world, offer).is_none_or(|perk| world.perks().contains(&perk)) => {
            Err(Reject::HeldAlready)
        }
        Service::Hand(_) if journey.hand_nights > 0 => Err(Reject::HeldAlready),
        _ => Ok(()),
    }
}

/// Buys an offer that was checked.
pub(super) fn buy(world: &mut World, house: u8, place: u8, price: Coins) {
    let Some(offer) = world.offers_here().get(usize::from(place)) else { return };
    let (gives, perk) = (offer.gives, perk_of(world, offer));
    world.spend_coins(price);
    world.change_visit(|visit| count_up(&mut visit.deals, (house, place)));
    if gives != Service::Order {
        world.emit(JourneyEvent::Bought { house, offer: place, price });
    }
    match gives {
        Service::Rations(count) => world.change_rations(count.into()),
        Service::Supply(supply, count) => world.add_supply(supply, count),
        Service::Kit => {
            let kit = draw_kit(world);
            world.add_kit(kit);
            world.emit(JourneyEvent::KitBought { trap: kit });
        }
        Service::Heal(percent) => {
            let healed = world.vitals(world.player()).max_health * percent / 100;
            change_health(world, healed.max(1));
        }
        Service::Tonic(more) => {
            let vitals = &mut world.hot_mut(world.player()).vitals;
            vitals.max_health += more;
            vitals.health += more;
        }
        Service::Rumour => {
            if let Some(site) = site_to_tell_of(world) {
                hear_of(world, site);
            }
        }
        Service::Order => pay::take_off_board(world),
        Service::Perk => world.run.perks.extend(perk),
        Service::Hand(nights) => world.change_journey(|journey| journey.hand_nights = nights),
    }
}

/// The perk that an offer is, if it is one.
fn perk_of(world: &World, offer: &Offer) -> Option<PerkId> {
    world.catalog.find_perk(&offer.name).filter(|_| offer.gives == Service::Perk)
}

/// The kind of a trap kit that is sold: of one that is found at the depth of the town.
fn draw_kit(world: &World) -> TrapKindId {
    let catalog = &world.catalog;
    let night = world.journey().map_or(0, |journey| journey.night);
    let sold = world.belongings().kits.len() as u64;
    let key = (world.floor_key, night_ordinal(night), Ordinal(sold));
    let mut stream = Stream::new(world.seed, purpose::TOWN_GOODS, key);
    let fits = |place: usize| catalog.traps[place].depths.contains(world.depth);
    let kinds: Vec<u16> =
        (0..catalog.traps.len()).filter(|&at| fits(at)).map(|at| at as u16).collect();
    TrapKindId(stream.pick(&kinds).copied().unwrap_or(0))
}

/// The nearest site ahead of which nothing was told tonight.
fn site_to_tell_of(world: &World) -> Option<SiteId> {
    world.on_journey()?.sites_to_tell_of().first().copied()
}

impl JourneyRef<'_> {
    /// The sites ahead of which nothing was told tonight, the nearest first.
    pub(super) fn sites_to_tell_of(self) -> Vec<SiteId> {
        let is_told =
            |site| self.rumours.iter().any(|told| told.site == site && told.night == self.night);
        let is_open = |site| {
            self.site(site).state == SiteState::Open && !self.atlas.is_town(site) && !is_told(site)
        };
        let mut sites = self.roads(self.at);
        sites.retain(|&(site, _)| is_open(site));
        sites.sort_unstable_by_key(|&(site, length)| (length, site));
        sites.into_iter().map(|(site, _)| site).collect()
    }

    /// The site of which a hero tells: the nearest where they would be themselves, or else the
    /// nearest.
    pub(super) fn site_of_hero(self, id: PersonId) -> Option<SiteId> {
        let sites = self.sites_to_tell_of();
        let own = sites.iter().find(|&&site| self.party_tonight(site).contains(&id));
        own.or(sites.first()).copied()
    }

    /// Who would come at dawn if the player worked a site tonight. Where nobody was yet, others
    /// come first: they do not come again.
    fn party_tonight(self, site: SiteId) -> Vec<PersonId> {
        if !self.site(site).raids.is_empty() {
            return self.party_at_dawn(site);
        }
        let first = self.party_by_day(site);
        let mut later = self.journey.clone();
        for &id in &first {
            later.person_mut(id).rested_on = self.night + 1;
        }
        later.site_mut(site).raids.push(self.raid_of_cast(&first));
        JourneyRef { journey: &later, ..self }.party_at_dawn(site)
    }
}

/// What was told of parties that somebody is not in after all is put right.
pub(super) fn renew_rumours(world: &mut World, id: PersonId) {
    let Some(journey) = world.on_journey() else { return };
    let is_stale = |told: &&Rumour| told.night == journey.night && told.party.contains(&id);
    let stale = journey.rumours.iter().filter(is_stale);
    let stale: Vec<(SiteId, Vec<PersonId>)> =
        stale.map(|told| (told.site, journey.party_tonight(told.site))).collect();
    world.change_journey(|journey| {
        for (site, party) in stale {
            if let Some(told) = journey.rumours.iter_mut().find(|told| told.site == site) {
                told.party = party;
            }
        }
    });
}

pub(super) fn hear_of(world: &mut World, site: SiteId) {
    let Some(journey) = world.on_journey() else { return };
    let party = journey.party_tonight(site);
    world.change_journey(|journey| {
        let night = journey.night;
        for &id in &party {
            journey.person_mut(id).met = Some(night);
        }
        journey.rumours.retain(|told| told.site != site);
        journey.rumours.push(Rumour { site, night, party });
        journey.rumours.sort_by_key(|told| told.site);
    });
    world.emit(JourneyEvent::RumourHeard { site });
}

pub(super) fn hero_beside(world: &World, dir: Dir) -> Result<PersonId, Reject> {
    let actor = world.actor_at(world.player_pos() + dir).ok_or(Reject::NobodyThere)?;
    let visit = world.town_visit().ok_or(Reject::NobodyThere)?;
    match visit.person(actor.id).map(|person| person.who) {
        Some(Who::Hero(id)) => Ok(id),
        _ => Err(Reject::NobodyThere),
    }
}

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
    if times(&visit.drinks, (id, drink)) > 0 || is_abed {
        return Err(Reject::HadEnough);
    }
    if own.does == DrinkEffect::Tell && journey.site_of_hero(id).is_none() {
        return Err(Reject::NoNews);
    }
    afford(world, drink_price(world, own, id))
}

/// Stands a hero a drink that was checked.
pub(super) fn drink(world: &mut World, person: PersonId, drink: u8) {
    let catalog = world.catalog.clone();
    let Some(own) = catalog.town.drinks.get(usize::from(drink)) else { return };
    let price = drink_price(world, own, person);
    world.spend_coins(price);
    world.change_visit(|visit| count_up(&mut visit.drinks, (person, drink)));
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
                hear_of(world, site);
            }
        }
        DrinkEffect::Sleep(_) => renew_rumours(world, person),
    }
}

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
    afford(world, stake)
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
    world.change_visit(|visit| {
        let own = entry(&mut visit.games, |own| own.0, (person, 0));
        own.1 = own.1.saturating_add(1);
    });
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
        keep(world, stack);
    }
}

/// Puts a stack into the cart, or on the floor if there is no room.
pub(super) fn keep(world: &mut World, stack: Stack) {
    if world.belongings().has_room(stack.kind, &world.catalog) {
        world.emit(ItemEvent::ItemTaken { stack });
        items::put_away(world, stack);
        return;
    }
    let here = world.player_pos();
    let free = world.floor.passable.iter().filter(|&pos| world.item_at(pos).is_none());
    if let Some(at) = free.min_by_key(|&pos| (pos.steps_to(here), pos)) {
        world.place_item(at, stack);
        world.emit(ItemEvent::ItemLeft { stack, at });
    }
}
