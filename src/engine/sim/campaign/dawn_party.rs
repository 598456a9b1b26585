//! Who of the cast comes to the player's site: at dawn, and on the day before where nobody has been. The rules of dawn:
//!
//! 1. Once the player has worked deep enough, whoever would hold the Deep Seat leads a party to a dawn of theirs, once
//!    (`champion::caller`), rested or tired.
//! 2. Of those who are rested, the nearest who dares the depth and finds company leads; whoever had it easy at the player's last
//!    site is taken to be nearer than they are, and so is whoever bears a grudge. If nobody dares it, the nearest of a lower
//!    level, down to a bound.
//! 3. If that makes no party, the same is asked of all who are rested within some nights. They come tired.
//! 4. If that makes none either, strangers come.

use crate::sim::campaign::champion;
use crate::sim::campaign::party_choice::{Company, dares};
use crate::sim::prelude::*;

/// What it counts in cells of way, for the choice of a leader, to have carried loot off the player's last floor.
const LOOT_HEAD_START_CELLS: u32 = 30;

/// The same for somebody with a grudge against the player.
const GRUDGE_HEAD_START_CELLS: u32 = 60;

/// Fewer do not go.
const MIN_MEMBERS: usize = 2;

/// The party that goes to the player's site on the day before the night, where nobody has been: those who are rested, but for
/// whoever calls at dawn. Empty if nobody can.
pub(crate) fn by_day(
    journey: &Journey,
    atlas: &Atlas,
    site: SiteId,
    seed: Seed,
    catalog: &Catalog,
) -> Vec<PersonId> {
    let calls = champion::caller(journey, atlas, site, catalog);
    let company = Company::of_all(journey, catalog, |id, person| {
        person.is_fit(journey.night) && Some(id) != calls
    });
    choose(&company, (journey, atlas, site), seed, catalog)
}

/// The party that comes to the player's site at dawn: of those who are rested, or else also of those who soon will be. Empty if
/// nobody can.
pub(crate) fn at_dawn(
    journey: &Journey,
    atlas: &Atlas,
    site: SiteId,
    seed: Seed,
    catalog: &Catalog,
) -> Vec<PersonId> {
    let companies = [rested(journey, catalog), or_tired(journey, site, catalog)];
    let size = size(journey, site, seed, catalog);
    let calls = champion::caller(journey, atlas, site, catalog);
    let with_caller = companies.iter().filter_map(|company| {
        let leader = calls.filter(|&id| company.is_free(id))?;
        Some(company.members(leader, size, atlas))
    });
    if let Some(party) = with_caller.into_iter().find(|members| members.len() >= MIN_MEMBERS) {
        return party;
    }
    let parties =
        companies.iter().map(|company| choose(company, (journey, atlas, site), seed, catalog));
    parties.into_iter().find(|members| !members.is_empty()).unwrap_or_default()
}

/// The number of members of a party that goes to the player's site tonight, if so many can be found.
fn size(journey: &Journey, site: SiteId, seed: Seed, catalog: &Catalog) -> usize {
    let key = (night_ordinal(journey.night), Ordinal(site.0.into()));
    let mut stream = Stream::new(seed, purpose::EXPECTED, key);
    let (low, high) = catalog.cast.party_size;
    stream.range(low.into(), high.into()) as usize
}

/// All who are rested.
fn rested<'a>(journey: &'a Journey, catalog: &'a Catalog) -> Company<'a> {
    Company::of_all(journey, catalog, |_, person| person.is_fit(journey.night))
}

/// All who are rested or will be within some nights, but for those who have been at the site today.
fn or_tired<'a>(journey: &'a Journey, site: SiteId, catalog: &'a Catalog) -> Company<'a> {
    let (night, within) = (journey.night, catalog.cast.tired.nights);
    let today = journey.site(site).raids.iter().filter(|raid| raid.night == night);
    let members = today.flat_map(|raid| raid.entrants.iter().filter_map(|own| own.person));
    let went: Vec<PersonId> = members.map(|person| person.id).collect();
    Company::of_all(journey, catalog, |id, person| {
        person.is_fit_within(within, night) && !went.contains(&id)
    })
}

/// A party of a company that goes to a site because the player does, led by the nearest who dares it and finds others.
fn choose(
    company: &Company<'_>,
    (journey, atlas, site): (&Journey, &Atlas, SiteId),
    seed: Seed,
    catalog: &Catalog,
) -> Vec<PersonId> {
    let depth = atlas.site(site).depth;
    let far = |id: PersonId| {
        let person = journey.person(id);
        let had_it_easy = person.robbed_player_on == Some(journey.night.saturating_sub(1));
        let has_grudge = person.stance == Stance::Grudge;
        let head_start = if had_it_easy { LOOT_HEAD_START_CELLS } else { 0 }
            + if has_grudge { GRUDGE_HEAD_START_CELLS } else { 0 };
        atlas.way(person.lodges, site).saturating_sub(head_start)
    };
    // Where the upkeeper has been the traps are known to hold, and the doors to open.
    let comes = |person: &Person| {
        let is_near = person.level.saturating_add(catalog.cast.dares.at_dawn) >= depth.0;
        dares(person, depth, catalog) || (person.level < depth.0 && is_near)
    };
    let leaders = journey
        .persons()
        .filter(|&(id, person)| company.is_free(id) && comes(person))
        .filter(|(_, person)| person.stance != Stance::Debt);
    let mut leaders: Vec<PersonId> = leaders.map(|(id, _)| id).collect();
    leaders.sort_by_key(|&id| {
        let person = journey.person(id);
        (!dares(person, depth, catalog), far(id), std::cmp::Reverse(person.level), id)
    });
    let size = size(journey, site, seed, catalog);
    let mut parties = leaders.into_iter().map(|leader| company.members(leader, size, atlas));
    parties.find(|members| members.len() >= MIN_MEMBERS).unwrap_or_default()
}
