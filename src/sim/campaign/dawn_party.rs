//! Who of the cast comes to the player's site: at dawn, and on the day before where nobody has been.

use crate::base::{Ordinal, Seed, Stream};
use crate::content::Catalog;
use crate::sim::campaign::party_choice::{Company, dares};
use crate::sim::state::journey::atlas::Atlas;
use crate::sim::state::journey::person::Stance;
use crate::sim::state::journey::{Journey, night_ordinal};
use crate::sim::state::purpose;
use crate::sim::units::{PersonId, SiteId};

/// What it counts in cells of way, for the choice of a leader, to have carried loot off the player's last floor.
const LOOT_HEAD_START_CELLS: u32 = 30;

/// The same for somebody with a grudge against the player.
const GRUDGE_HEAD_START_CELLS: u32 = 60;

/// The party that goes to a site because the upkeeper does: led by the nearest who is rested and dares it, and by whoever had it
/// easy at the upkeeper's last site even from farther off. Empty if nobody can.
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
    let leader = journey
        .persons()
        .filter(|&(id, person)| company.is_free(id) && dares(person, depth, catalog))
        .filter(|(_, person)| person.stance != Stance::Debt)
        .map(|(id, _)| id)
        .min_by_key(|&id| (far(id), std::cmp::Reverse(journey.person(id).level), id));
    let Some(leader) = leader else { return Vec::new() };
    let key = (night_ordinal(journey.night), Ordinal(site.0.into()));
    let mut stream = Stream::new(seed, purpose::EXPECTED, key);
    let (low, high) = catalog.cast.party_size;
    let size = stream.range(low.into(), high.into()) as usize;
    let members = company.members(leader, size, atlas);
    if members.len() < 2 { Vec::new() } else { members }
}
