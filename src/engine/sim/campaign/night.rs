//! A night passes: the cast raids, and sites fall.

use crate::sim::prelude::*;
use std::sync::Arc;

use crate::sim::campaign::party_choice::{PlannedRaid, plan};
use crate::sim::campaign::{outcome, roads, site_floor};

/// Lets a night pass: the parties of the cast raid the sites that they choose, one after the other, then those sites fall whose
/// time has come.
pub(crate) fn pass(
    journey: &mut Journey,
    atlas: &Atlas,
    seed: Seed,
    catalog: &Arc<Catalog>,
) -> Vec<Event> {
    let mut events = Vec::new();
    for PlannedRaid { site, members } in plan(journey, atlas, seed, catalog) {
        let raid = SiteRaid {
            night: journey.night,
            party: catalog.cast.party_id,
            entrants: members.iter().map(|&id| journey.entrant(id, catalog)).collect(),
            fallen: 0,
            chests: 0,
        };
        let raids = &journey.site(site).raids;
        // A site whose floor cannot be generated is one that nobody finds.
        let Ok(report) = site_floor::raid(site, raids, &raid, atlas, seed, catalog) else {
            continue;
        };
        outcome::note(journey, site, raid, &report, atlas, catalog, &mut events);
    }
    fall(journey, atlas, &mut events);
    // What was seen in one town is heard of in the others by morning.
    for town in &mut journey.towns {
        town.known_elsewhere = town.thefts;
    }
    journey.night += 1;
    if journey.night > catalog.campaign.nights {
        journey.phase = Phase::Over(End::Dawn);
    }
    events.push(Event::Journey(JourneyEvent::NightPassed { night: journey.night }));
    events
}

/// Sites whose time has come are lost, unless the Deep Seat could not be reached any more.
fn fall(journey: &mut Journey, atlas: &Atlas, events: &mut Vec<Event>) {
    let night = journey.night;
    for site in atlas.ids() {
        let record = journey.site(site);
        let is_due = record.falls_on.is_some_and(|due| due <= night);
        if !is_due || record.state != SiteState::Open || site == journey.at {
            continue;
        }
        if roads::seat_is_in_reach(journey, atlas, Some(site)) {
            journey.site_mut(site).state = SiteState::Lost { night };
            events.push(Event::Journey(JourneyEvent::SiteLost { site }));
        } else {
            journey.site_mut(site).falls_on = Some(night + 1);
        }
    }
}
