//! The news of a morning on a journey: what happened on the map in the night before.

use crate::sim::{Event, JourneyEvent, PersonFate, SiteState};

use super::View;
use super::message::{Message, messages};

impl View<'_> {
    /// What happened in the last night of a journey, as it can still be told from its state: for a run that was just begun or
    /// loaded. A night that passes in play is told by its events.
    pub fn news_of_last_night(&self) -> Vec<Message> {
        let events: Vec<Event> =
            self.last_nights_events().into_iter().map(Event::Journey).collect();
        messages(self, &events)
    }

    fn last_nights_events(&self) -> Vec<JourneyEvent> {
        let Some(journey) = self.journey() else { return Vec::new() };
        let last = journey.night().saturating_sub(1);
        let sites: Vec<_> = journey.atlas().ids().map(|id| journey.site(id)).collect();
        let mut events = Vec::new();
        for site in &sites {
            events.extend(site.raids.iter().filter(|raid| raid.night == last).map(|raid| {
                let leader = raid.entrants.first().and_then(|leader| Some(leader.person?.id));
                let (fallen, chests) = (raid.fallen, raid.chests);
                JourneyEvent::SiteRaided { site: site.id, leader, fallen, chests }
            }));
        }
        for person in journey.cast() {
            match person.fate() {
                PersonFate::Dead { night, site, by } if night == last => {
                    events.push(JourneyEvent::PersonDied { person: person.id, site, by });
                }
                PersonFate::Settled { night, site }
                    if night == last && journey.settler(site) == Some(person.id) =>
                {
                    let companions = journey.settlers(site).count() as u8 - 1;
                    let leader = person.id;
                    events.push(JourneyEvent::PartySettled { leader, site, companions });
                }
                PersonFate::DrivenOff { night, site } if night == last => {
                    events.push(JourneyEvent::PersonDrivenOff { person: person.id, site });
                }
                PersonFate::Retired { night } if night == last => {
                    events.push(JourneyEvent::PersonRetired { person: person.id });
                }
                _ => {}
            }
        }
        for site in &sites {
            let is_fresh = site.raids.last().is_some_and(|raid| raid.night == last);
            match (site.state, site.falls_on) {
                (SiteState::Lost { night }, _) if night == last => {
                    events.push(JourneyEvent::SiteLost { site: site.id });
                }
                (SiteState::Open, Some(falls_on)) if is_fresh => {
                    events.push(JourneyEvent::SiteThreatened { site: site.id, falls_on });
                }
                _ => {}
            }
        }
        events
    }
}
