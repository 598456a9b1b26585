//! Who of the cast comes to the player's site: at dawn, and on the day before where nobody has been.

use crate::base::{Ordinal, Seed, Stream};
use crate::content::Catalog;
use crate::sim::campaign::party_choice::{Company, dares};
use crate::sim::state::journey::atlas::Atlas;
use crate::sim::state::journey::person::{Person, Stance};
use crate::sim::state::journey::{Journey, night_ordinal};
use crate::sim::state::purpose;
use crate::sim::units::{PersonId, SiteId};

/// What it counts in cells of way, for the choice of a leader, to have carried loot off the player's last floor.
const LOOT_HEAD_START_CELLS: u32 = 30;

/// The same for somebody with a grudge against the player.
const GRUDGE_HEAD_START_CELLS: u32 = 60;

/// Fewer do not go.
const MIN_MEMBERS: usize = 2;

/// The party that goes to a site because the upkeeper does: led by the nearest who is rested, dares it and finds company, and by
/// whoever had it easy at the upkeeper's last site even from farther off. If there is none, by the nearest of a lower level, down
/// to a bound. Empty if nobody can.
pub(crate) fn choose(
    journey: &Journey,
    atlas: &Atlas,
    site: SiteId,
    seed: Seed,
    catalog: &Catalog,
) -> Vec<PersonId> {
    let depth = atlas.site(site).depth;
    let company = Company::of_the_rested(journey, catalog);
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
    let key = (night_ordinal(journey.night), Ordinal(site.0.into()));
    let mut stream = Stream::new(seed, purpose::EXPECTED, key);
    let (low, high) = catalog.cast.party_size;
    let size = stream.range(low.into(), high.into()) as usize;
    let mut parties = leaders.into_iter().map(|leader| company.members(leader, size, atlas));
    parties.find(|members| members.len() >= MIN_MEMBERS).unwrap_or_default()
}
