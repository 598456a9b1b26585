//! The messages for events in order. What the cast did overnight is told in full as far as it
//! concerns the player, the rest in one line: the roll of heroes and the panel beside the map have
//! it all.

use crate::sim::{Event, JourneyEvent, PersonId, SiteId};
use crate::view::View;
use crate::view::household::counted_friends;
use crate::view::journey::JourneyView;
use crate::view::tale::{chests_worth, counted_in_words, list, number};
use content::{capital, with_article};

use super::told::Tone::{self, Plain, Warning};
use super::told::{Message, Told, told};
use super::{actors, fight, floor, items, journey, raid, work};

pub(in crate::view) fn message(view: &View<'_>, event: &Event) -> Option<Message> {
    let words = match event {
        Event::Fight(event) => fight::words(view, event),
        Event::Floor(event) => floor::words(view, event),
        Event::Item(event) => items::words(view, event),
        Event::Work(event) => work::words(view, event),
        Event::Raid(event) => raid::words(view, event),
        Event::Actor(event) => actors::words(view, event),
        Event::Journey(event) => journey::words(view, event),
        // These name keys: `View::tutor_words`.
        Event::Tutor(_) => None,
    };
    let (text, tone) = words.or_else(|| floor::heard(view, event))?;
    Some(Message { text: capital(&text), tone })
}

/// The messages for events, in order. An event that the player did not perceive has none.
pub fn messages(view: &View<'_>, events: &[Event]) -> Vec<Message> {
    let Some(journey) = view.journey() else {
        return events.iter().filter_map(|event| message(view, event)).collect();
    };
    let mut news = News {
        view,
        journey,
        reminded: Vec::new(),
        parties: 0,
        fallen: 0,
        rich: 0,
        threatened: Vec::new(),
    };
    let mut told: Vec<Message> = events.iter().filter_map(|event| news.message(event)).collect();
    news.tell_elsewhere(&mut told);
    told
}

struct News<'a> {
    view: &'a View<'a>,
    journey: JourneyView<'a>,
    /// Those of whom it was said who they are.
    reminded: Vec<PersonId>,
    /// Of what is told in a line or two: parties, the fallen, those who have made a fortune, and
    /// the sites that are counted down on the map from now on.
    parties: usize,
    fallen: usize,
    rich: usize,
    threatened: Vec<SiteId>,
}

impl News<'_> {
    fn message(&mut self, event: &Event) -> Option<Message> {
        let Event::Journey(own) = event else { return message(self.view, event) };
        let (text, tone) = match *own {
            JourneyEvent::SiteRaided { site, leader, fallen, chests } => {
                self.raid(site, leader, fallen, chests)
            }
            JourneyEvent::PersonDied { person, .. } if !self.journey.concerns(person) => None,
            JourneyEvent::PersonDied { person, site, by } => {
                let (by, place) = (self.view.harm_name(by), self.journey.site_name(site));
                told(format!("{} is dead: {by}, at {place}.", self.titled(person, ",")), Plain)
            }
            JourneyEvent::PersonRetired { person } if !self.journey.concerns(person) => {
                self.rich += 1;
                None
            }
            JourneyEvent::PersonRetired { person } => {
                let who = self.titled(person, ",");
                told(format!("{who} has made a fortune, and is seen no more."), Plain)
            }
            JourneyEvent::PersonRose { person, level } => self.new_rank(person, level),
            JourneyEvent::PartySettled { leader, site, companions } => {
                // Where they live is what the sentence is about.
                self.reminded.push(leader);
                let (who, place) =
                    (self.journey.person(leader).title(), self.journey.site_name(site));
                let friends = counted_friends(companions.into());
                let moved = format!("{who} has made a fortune, and moved into {place}{friends}.");
                told(format!("{moved} Nobody raids it any more."), Warning)
            }
            JourneyEvent::SiteThreatened { site, .. } if !self.journey.is_near(site) => {
                self.threatened.push(site);
                None
            }
            _ => return message(self.view, event),
        }?;
        Some(Message { text: capital(&text), tone })
    }

    /// That somebody whom the player has met is called something else from a level on.
    fn new_rank(&self, id: PersonId, level: u8) -> Told {
        let person = self.journey.person(id);
        let class = self.view.catalog().class(person.record().class);
        let rank = class.kind_at(level);
        let is_new = rank != class.kind_at(level.saturating_sub(1));
        if !is_new || person.record().met.is_none() || !person.is_about() {
            return None;
        }
        let rank = with_article(&self.view.catalog().actor(rank).name);
        told(format!("{} goes as {rank} now.", person.name()), Plain)
    }

    /// A raid, if it was near or somebody was in it who concerns the player.
    fn raid(&mut self, site: SiteId, leader: Option<PersonId>, fallen: u8, chests: u16) -> Told {
        let journey = self.journey;
        let members = leader.map_or_else(Vec::new, |leader| members(&journey, site, leader));
        let known = members.into_iter().find(|&id| journey.concerns(id));
        if known.is_none() && !journey.is_near(site) {
            self.parties += 1;
            self.fallen += usize::from(fallen);
            return None;
        }
        let who = match (leader, known) {
            (None, _) => "Strangers".to_owned(),
            (Some(leader), None) => journey.company(leader),
            (Some(leader), Some(first)) if first == leader => match self.clause(leader) {
                Some(clause) => format!("{}, {clause}, and company", journey.person(leader).name()),
                None => journey.company(leader),
            },
            (Some(leader), Some(first)) => {
                format!("{}, among them {},", journey.company(leader), self.titled(first, ""))
            }
        };
        let loot = match chests {
            0 => "came away with nothing".to_owned(),
            _ => format!("carried off {}", chests_worth(chests.into())),
        };
        let dead = match fallen {
            0 => String::new(),
            _ => format!("; {} of them stayed there", number(fallen.into())),
        };
        told(format!("{who} went into {} and {loot}{dead}.", journey.site_name(site)), Plain)
    }

    /// "Brida Pell the rogue", and once who that is.
    fn titled(&mut self, id: PersonId, end: &str) -> String {
        let who = self.journey.person(id).title();
        match self.clause(id) {
            Some(clause) => format!("{who}, {clause}{end}"),
            None => who,
        }
    }

    fn clause(&mut self, id: PersonId) -> Option<String> {
        if self.reminded.contains(&id) {
            return None;
        }
        self.reminded.push(id);
        self.journey.reminder(id)
    }

    fn tell_elsewhere(self, told: &mut Vec<Message>) {
        let News { parties, fallen, rich, threatened, .. } = self;
        if !threatened.is_empty() {
            let names = threatened.iter().map(|&site| self.journey.site_name(site));
            let names = list(&names.collect::<Vec<String>>());
            let text = format!("Plundered, and counted down on the map: {names}.");
            told.push(Message { text, tone: Tone::Warning });
        }
        let mut parts = Vec::new();
        if parties > 0 {
            let lost = match fallen {
                0 => ", and came back whole".to_owned(),
                1 => "; one person did not come back".to_owned(),
                more => format!("; {} people did not come back", number(more)),
            };
            parts.push(format!("{} went in elsewhere{lost}", counted_in_words(parties, "party")));
        }
        match rich {
            0 => {}
            1 => parts.push("somebody has made a fortune and gone home".to_owned()),
            more => {
                parts.push(format!("{} people have made a fortune and gone home", number(more)));
            }
        }
        if !parts.is_empty() {
            let text = format!("{}.", capital(&parts.join("; ")));
            told.push(Message { text, tone: Tone::Plain });
        }
    }
}

/// Those who were in the last raid of a leader on a site, the leader first.
fn members(journey: &JourneyView<'_>, site: SiteId, leader: PersonId) -> Vec<PersonId> {
    let raids = journey.site(site).raids.iter().rev();
    let mut parties = raids.map(|raid| {
        raid.party.members.iter().filter_map(|own| Some(own.person?.id)).collect::<Vec<_>>()
    });
    parties.find(|all| all.first() == Some(&leader)).unwrap_or_else(|| vec![leader])
}
