//! What the cast did overnight: told in full as far as it concerns the player, the rest in one line.
//!
//! The roll of heroes and the panel beside the map have the whole of it.

use crate::sim::{Event, JourneyEvent, PersonId, SiteId};
use crate::view::View;
use crate::view::household::counted_friends;
use crate::view::journey::JourneyView;
use crate::view::tale::{counted_in_words, list, number};
use content::{capital, with_article};

use super::event::message;
use super::line::{Message, Tone};

/// The messages for events among which there may be the doings of the cast.
pub(super) fn messages(view: &View<'_>, events: &[Event]) -> Vec<Message> {
    let Some(journey) = view.journey() else {
        return events.iter().filter_map(|event| message(view, event)).collect();
    };
    let mut news = News { view, journey, reminded: Vec::new(), elsewhere: Elsewhere::default() };
    let mut told: Vec<Message> = events.iter().filter_map(|event| news.message(event)).collect();
    told.extend(news.elsewhere.told(&journey));
    told
}

/// The news of a night while they are told.
struct News<'a> {
    view: &'a View<'a>,
    journey: JourneyView<'a>,
    /// Those of whom it was said who they are.
    reminded: Vec<PersonId>,
    elsewhere: Elsewhere,
}

/// What is left out, counted.
#[derive(Default)]
struct Elsewhere {
    parties: usize,
    fallen: usize,
    /// Those who have made a fortune.
    rich: usize,
    /// Sites that are counted down on the map from now on.
    threatened: Vec<SiteId>,
}

impl News<'_> {
    fn message(&mut self, event: &Event) -> Option<Message> {
        let Event::Journey(own) = event else { return message(self.view, event) };
        let (text, tone) = match *own {
            JourneyEvent::SiteRaided { site, leader, fallen, chests } => {
                (self.raid(site, leader, fallen, chests)?, Tone::Plain)
            }
            JourneyEvent::PersonDied { person, site, by } => {
                if !self.journey.concerns(person) {
                    return None;
                }
                let (by, place) = (self.view.harm_name(by), self.journey.site_name(site));
                (format!("{} is dead: {by}, at {place}.", self.titled(person, ",")), Tone::Plain)
            }
            JourneyEvent::PersonRetired { person } => {
                if !self.journey.concerns(person) {
                    self.elsewhere.rich += 1;
                    return None;
                }
                let who = self.titled(person, ",");
                (format!("{who} has made a fortune, and is seen no more."), Tone::Plain)
            }
            JourneyEvent::PersonRose { person, level } => {
                (self.new_rank(person, level)?, Tone::Plain)
            }
            JourneyEvent::PartySettled { leader, site, companions } => {
                let text = format!(
                    "{} has made a fortune, and moved into {}{}. Nobody raids it any more.",
                    self.plainly(leader),
                    self.journey.site_name(site),
                    counted_friends(companions.into()),
                );
                (text, Tone::Warning)
            }
            JourneyEvent::SiteThreatened { site, .. } if !self.journey.is_near(site) => {
                self.elsewhere.threatened.push(site);
                return None;
            }
            _ => return message(self.view, event),
        };
        Some(Message { text: capital(&text), tone })
    }

    /// That somebody whom the player has met is called something else from a level on.
    fn new_rank(&self, id: PersonId, level: u8) -> Option<String> {
        let person = self.journey.person(id);
        let class = self.view.catalog().class(person.record().class);
        let rank = class.kind_at(level);
        let is_new = rank != class.kind_at(level.saturating_sub(1));
        let is_told = is_new && person.record().met.is_some() && person.is_about();
        is_told.then(|| {
            let rank = with_article(&self.view.catalog().actor(rank).name);
            format!("{} goes as {rank} now.", person.name())
        })
    }

    /// A raid, if it was near or somebody was in it who concerns the player.
    fn raid(
        &mut self,
        site: SiteId,
        leader: Option<PersonId>,
        fallen: u8,
        chests: u16,
    ) -> Option<String> {
        let journey = self.journey;
        let known: Vec<PersonId> = match leader {
            Some(leader) => {
                let members = members(&journey, site, leader);
                members.into_iter().filter(|&id| journey.concerns(id)).collect()
            }
            None => Vec::new(),
        };
        if known.is_empty() && !journey.is_near(site) {
            self.elsewhere.parties += 1;
            self.elsewhere.fallen += usize::from(fallen);
            return None;
        }
        let who = match (leader, known.first()) {
            (None, _) => "Strangers".to_owned(),
            (Some(leader), None) => journey.company(leader),
            (Some(leader), Some(&first)) if first == leader => {
                let clause = self.clause(leader);
                match clause {
                    Some(clause) => {
                        format!("{}, {clause}, and company", journey.person(leader).name())
                    }
                    None => journey.company(leader),
                }
            }
            (Some(leader), Some(&first)) => {
                format!("{}, among them {},", journey.company(leader), self.titled(first, ""))
            }
        };
        let loot = match chests {
            0 => "came away with nothing".to_owned(),
            1 => "carried off a chest's worth".to_owned(),
            more => format!("carried off {} chests' worth", number(more.into())),
        };
        let dead = match fallen {
            0 => String::new(),
            fallen => format!("; {} of them stayed there", number(fallen.into())),
        };
        Some(format!("{who} went into {} and {loot}{dead}.", journey.site_name(site)))
    }

    /// "Brida Pell the rogue", and once who that is.
    fn titled(&mut self, id: PersonId, end: &str) -> String {
        let who = self.plain_title(id);
        match self.clause(id) {
            Some(clause) => format!("{who}, {clause}{end}"),
            None => who,
        }
    }

    /// The same of somebody who has just settled: where they live is what the sentence is about.
    fn plainly(&mut self, id: PersonId) -> String {
        self.reminded.push(id);
        self.plain_title(id)
    }

    fn plain_title(&self, id: PersonId) -> String {
        let person = self.journey.person(id);
        format!("{} the {}", person.name(), person.kind())
    }

    fn clause(&mut self, id: PersonId) -> Option<String> {
        if self.reminded.contains(&id) {
            return None;
        }
        self.reminded.push(id);
        self.journey.reminder(id)
    }
}

/// Those who were in the last raid of a leader on a site, the leader first.
fn members(journey: &JourneyView<'_>, site: SiteId, leader: PersonId) -> Vec<PersonId> {
    let raids = journey.site(site).raids.iter().rev();
    let persons = raids.map(|raid| raid.entrants.iter().filter_map(|own| Some(own.person?.id)));
    let of_leader =
        persons.map(Iterator::collect::<Vec<_>>).find(|all| all.first() == Some(&leader));
    of_leader.unwrap_or_else(|| vec![leader])
}

impl Elsewhere {
    /// All of it in a line or two.
    fn told(self, journey: &JourneyView<'_>) -> Vec<Message> {
        let Elsewhere { parties, fallen, rich, threatened } = self;
        let raids = (parties > 0).then(|| {
            let parties = counted_in_words(parties, "party");
            match fallen {
                0 => format!("{parties} went in elsewhere, and came back whole"),
                1 => format!("{parties} went in elsewhere; one person did not come back"),
                more => {
                    let more = number(more);
                    format!("{parties} went in elsewhere; {more} people did not come back")
                }
            }
        });
        let rich = (rich > 0).then(|| match rich {
            1 => "somebody has made a fortune and gone home".to_owned(),
            more => format!("{} people have made a fortune and gone home", number(more)),
        });
        let told: Vec<String> = raids.into_iter().chain(rich).collect();
        let mut lines = Vec::new();
        if !threatened.is_empty() {
            let names: Vec<String> =
                threatened.iter().map(|&site| journey.site_name(site)).collect();
            let text = format!("Plundered, and counted down on the map: {}.", list(&names));
            lines.push(Message { text, tone: Tone::Warning });
        }
        if !told.is_empty() {
            let text = format!("{}.", capital(&told.join("; ")));
            lines.push(Message { text, tone: Tone::Plain });
        }
        lines
    }
}
