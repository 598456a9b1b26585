//! What becomes of parties that get rich. The rule:
//!
//! 1. Whoever comes home with a fortune stops raiding. So does whoever was in the same raid, has a share of a fortune and is a
//!    friend of one who stops.
//! 2. They are led by the leader of the raid if that one stops too, or else by the best of them.
//! 3. If the leader's habit is to settle and there is a site to settle in, they move in there. Otherwise they go home for good.
//! 4. The site is the nearest to the leader's lodging of those that are open, empty and of a depth that the leader dares; not the
//!    one where the player is, no town, and not the Deep Seat.

use crate::sim::campaign::{champion, party_choice};
use crate::sim::prelude::*;

/// Takes those out of the raids who have made their fortune. `home` are those who came home from one raid, the leader first.
pub(super) fn part(
    journey: &mut Journey,
    home: &[PersonId],
    atlas: &Atlas,
    catalog: &Catalog,
    events: &mut Vec<Event>,
) {
    let leaving = leaving(journey, home, catalog);
    let best = leaving.iter().copied().min_by_key(|&id| champion::rank(id, journey.person(id)));
    let leads = home.first().copied().filter(|leader| leaving.contains(leader));
    let Some(leader) = leads.or(best) else { return };
    let night = journey.night;
    let settles = catalog.habit(journey.person(leader).habit).settles;
    let site = if settles { choose_site(journey, atlas, leader, catalog) } else { None };
    let Some(site) = site else {
        for id in leaving {
            journey.person_mut(id).fate = PersonFate::Retired { night };
            events.push(Event::Journey(JourneyEvent::PersonRetired { person: id }));
        }
        return;
    };
    let mut others: Vec<PersonId> = leaving.into_iter().filter(|&id| id != leader).collect();
    others.sort_by_key(|&id| champion::rank(id, journey.person(id)));
    let stays = others.len().min(catalog.campaign.settlers.companions.into());
    let retired = others.split_off(stays);
    for id in others.iter().copied().chain([leader]) {
        journey.person_mut(id).fate = PersonFate::Settled { night, site };
    }
    for id in retired {
        journey.person_mut(id).fate = PersonFate::Retired { night };
        events.push(Event::Journey(JourneyEvent::PersonRetired { person: id }));
    }
    // Somebody keeps the place now: it does not fall.
    journey.site_mut(site).falls_on = None;
    let companions = stays as u8;
    events.push(Event::Journey(JourneyEvent::PartySettled { leader, site, companions }));
}

/// Those of a raid who stop: the rich, and friends of theirs who are rich enough.
fn leaving(journey: &Journey, home: &[PersonId], catalog: &Catalog) -> Vec<PersonId> {
    let fortune = catalog.cast.fortune;
    let share = u32::from(fortune) * u32::from(catalog.campaign.settlers.share) / 100;
    let raids = |id: &PersonId| journey.person(*id).is_raiding();
    let is_rich = |id: PersonId| journey.person(id).coins >= fortune;
    let rich: Vec<PersonId> = home.iter().copied().filter(|id| raids(id) && is_rich(*id)).collect();
    let has_enough = |id: PersonId| u32::from(journey.person(id).coins) >= share;
    let has_rich_friend =
        |id: PersonId| journey.person(id).friends.iter().any(|friend| rich.contains(friend));
    let stops = |id: PersonId| rich.contains(&id) || (has_enough(id) && has_rich_friend(id));
    home.iter().copied().filter(|id| raids(id) && stops(*id)).collect()
}

/// Where a leader would settle.
fn choose_site(
    journey: &Journey,
    atlas: &Atlas,
    leader: PersonId,
    catalog: &Catalog,
) -> Option<SiteId> {
    let person = journey.person(leader);
    let fits = |site: SiteId| {
        journey.site(site).state == SiteState::Open
            && !atlas.is_town(site)
            && site != atlas.goal()
            && site != journey.at
            && party_choice::dares(person, atlas.site(site).depth, catalog)
            && journey.settlers(site).next().is_none()
    };
    let sites = atlas.ids().filter(|&site| fits(site));
    sites.min_by_key(|&site| (atlas.way(person.lodges, site), site))
}
