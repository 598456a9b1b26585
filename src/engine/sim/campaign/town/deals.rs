//! What is sold over the counters.

use crate::sim::campaign::{dawn_party, extra_orders, roads};
use crate::sim::prelude::*;
use crate::sim::state::journey::town::{Rumour, Who};
use content::{Offer, Service};

/// The greatest distance to the keeper at which something can be bought, in cells.
const COUNTER_CELLS: i32 = 4;

/// What an offer of this house costs.
pub(crate) fn price(world: &World, offer: &Offer) -> Coins {
    world.price_here(offer.price)
}

/// Whether an offer of the house that the player is in can be bought.
///
/// # Errors
/// Why not.
pub(crate) fn check(world: &World, place: u8) -> Result<(), Reject> {
    let (Some(visit), Some(house)) = (world.town_visit(), world.house_number()) else {
        return Err(Reject::NoMarket);
    };
    let offer = world.offers_here().get(usize::from(place)).ok_or(Reject::NoMarket)?;
    let keeper = visit.people.iter().find(|person| person.who == Who::Keeper { house });
    let at = keeper.and_then(|keeper| world.actor_ref(keeper.actor)).map(|actor| actor.pos);
    if at.is_none_or(|at| at.steps_to(world.player_pos()) > COUNTER_CELLS) {
        return Err(Reject::NobodySells);
    }
    if offer.limit > 0 && visit.sold(house, place) >= offer.limit {
        return Err(Reject::SoldOut);
    }
    is_wanted(world, offer)?;
    let (price, own) = (price(world, offer), world.belongings().coins);
    if own < price { Err(Reject::TooPoor { price, own }) } else { Ok(()) }
}

/// Whether the player has any use for it.
fn is_wanted(world: &World, offer: &Offer) -> Result<(), Reject> {
    let Some(journey) = world.journey() else { return Err(Reject::NoMarket) };
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
        _ => Ok(()),
    }
}

/// Buys an offer that was checked.
pub(super) fn buy(world: &mut World, place: u8) {
    let catalog = world.catalog.clone();
    let (Some(house), Some(offer)) =
        (world.house_number(), world.offers_here().get(usize::from(place)).cloned())
    else {
        return;
    };
    let price = price(world, &offer);
    world.spend_coins(price);
    world.change_journey(|journey| {
        if let Some(visit) = &mut journey.visit {
            visit.note_deal(house, place);
        }
    });
    if offer.gives != Service::Order {
        world.emit(Event::Journey(JourneyEvent::Bought { house, offer: place, price }));
    }
    match offer.gives {
        Service::Rations(count) => {
            let max = catalog.campaign.max_rations;
            world.change_journey(|journey| journey.rations = (journey.rations + count).min(max));
        }
        Service::Supply(supply, count) => world.add_supply(supply, count),
        Service::Kit => {
            let kit = draw_kit(world);
            world.add_kit(kit);
            world.emit(Event::Journey(JourneyEvent::KitBought { trap: kit }));
        }
        Service::Heal(percent) => world.change::<Vitals>(world.player(), |vitals| {
            let healed = vitals.max_health * percent / 100;
            vitals.health = (vitals.health + healed.max(1)).min(vitals.max_health);
        }),
        Service::Tonic(more) => world.change::<Vitals>(world.player(), |vitals| {
            vitals.max_health += more;
            vitals.health += more;
        }),
        Service::Rumour => hear(world),
        Service::Order => extra_orders::take_off_board(world),
    }
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
    sites_to_tell_of(world.journey()?, world.atlas()?).first().copied()
}

/// The sites ahead of which nothing was told tonight, the nearest first.
pub(super) fn sites_to_tell_of(journey: &Journey, atlas: &Atlas) -> Vec<SiteId> {
    let is_told =
        |site| journey.rumours.iter().any(|told| told.site == site && told.night == journey.night);
    let mut sites: Vec<(u32, SiteId)> = roads::of(journey, atlas, journey.at)
        .into_iter()
        .filter(|&(site, _)| journey.site(site).state == SiteState::Open && !atlas.is_town(site))
        .filter(|&(site, _)| !is_told(site))
        .map(|(site, length)| (length, site))
        .collect();
    sites.sort_unstable();
    sites.into_iter().map(|(_, site)| site).collect()
}

/// The site of which a hero tells: the nearest where they would be themselves, or else the nearest.
pub(super) fn site_of_hero(world: &World, id: PersonId) -> Option<SiteId> {
    let (journey, atlas) = (world.journey()?, world.atlas()?);
    let sites = sites_to_tell_of(journey, atlas);
    let own = sites.iter().find(|&&site| at_dawn(journey, atlas, site, world).contains(&id));
    own.or(sites.first()).copied()
}

/// Who would come at dawn if the player worked a site tonight. Where nobody was yet, others come first: they do not come again.
fn at_dawn(journey: &Journey, atlas: &Atlas, site: SiteId, world: &World) -> Vec<PersonId> {
    let (seed, catalog) = (world.seed, &world.catalog);
    if !journey.site(site).raids.is_empty() {
        return dawn_party::at_dawn(journey, atlas, site, seed, catalog);
    }
    let first = dawn_party::by_day(journey, atlas, site, seed, catalog);
    let mut later = journey.clone();
    for &id in &first {
        later.person_mut(id).rested_on = journey.night + 1;
    }
    later.site_mut(site).raids.push(SiteRaid {
        night: journey.night,
        party: catalog.cast.party_id,
        entrants: first.iter().map(|&id| journey.entrant(id, catalog)).collect(),
        fallen: 0,
        chests: 0,
    });
    dawn_party::at_dawn(&later, atlas, site, seed, catalog)
}

/// The player is told who comes to the next site ahead.
fn hear(world: &mut World) {
    if let Some(site) = site_to_tell_of(world) {
        hear_of(world, site);
    }
}

/// What was told of parties that somebody is not in after all is put right.
pub(super) fn renew_rumours(world: &mut World, id: PersonId) {
    let (Some(journey), Some(atlas)) = (world.journey(), world.atlas()) else { return };
    let is_stale = |told: &&Rumour| told.night == journey.night && told.party.contains(&id);
    let stale: Vec<(SiteId, Vec<PersonId>)> = journey
        .rumours
        .iter()
        .filter(is_stale)
        .map(|told| (told.site, at_dawn(journey, atlas, told.site, world)))
        .collect();
    world.change_journey(|journey| {
        for (site, party) in stale {
            if let Some(told) = journey.rumours.iter_mut().find(|told| told.site == site) {
                told.party = party;
            }
        }
    });
}

/// The player is told who comes to a site.
pub(super) fn hear_of(world: &mut World, site: SiteId) {
    let (Some(journey), Some(atlas)) = (world.journey(), world.atlas()) else { return };
    let party = at_dawn(journey, atlas, site, world);
    world.change_journey(|journey| {
        let night = journey.night;
        for &id in &party {
            journey.person_mut(id).met = Some(night);
        }
        journey.rumours.retain(|told| told.site != site);
        journey.rumours.push(Rumour { site, night, party });
        journey.rumours.sort_by_key(|told| told.site);
    });
    world.emit(Event::Journey(JourneyEvent::RumourHeard { site }));
}
