//! Who holds a site, in words: the Champion of the Deep Seat or a party that has settled, and why
//! it is nobody better.

use std::cmp::Reverse;

use crate::sim::{
    ActorId, BeatenHolder, Harm, Holder, PersonFate, PersonId, SiteId, SiteState, rank,
};
use content::capital;

use super::View;
use super::journey::{JourneyView, PersonView};
use super::tale::{list, number, plural};

/// Those who would be better than a stand-in, and are told of, at most.
const MAX_BETTER_TOLD: usize = 3;

impl View<'_> {
    /// The name of an actor that holds this floor, or stands by who does.
    pub(super) fn tenant_name(&self, id: ActorId) -> Option<String> {
        let holder = self.world().holder_of(id)?;
        Some(self.journey()?.holder_name(holder))
    }

    /// The name of an actor that is somebody: one who lives in a town, holds a site, or raids and
    /// is known.
    pub fn own_name(&self, id: ActorId) -> Option<String> {
        self.own_names(id).into_iter().next()
    }

    /// The names of an actor that is somebody, the longest first: in full, with the surname, the
    /// given name alone, and its short form. None for other actors.
    pub fn own_names(&self, id: ActorId) -> Vec<String> {
        let short_names = &self.catalog().short_names;
        let named = |name: String| {
            let given = name.split(' ').next().unwrap_or_default().to_owned();
            let short = short_names.given.of(&given).to_owned();
            [name, given, short]
        };
        if let Some(town) = self.town()
            && let Some(full) = town.name_of(id)
        {
            let name = town.name_alone(id);
            return std::iter::once(full).chain(name.into_iter().flat_map(named)).collect();
        }
        let name = self.tenant_name(id).or_else(|| self.raider_name(id).map(str::to_owned));
        name.into_iter().flat_map(named).collect()
    }

    /// Who holds the site where the player works, what is known of them, and what it takes or
    /// costs; `None` where nobody does.
    pub fn household_notice(&self) -> Option<String> {
        let journey = self.journey()?;
        let site = journey.site(journey.at());
        if journey.is_on_map() || self.is_in_field() || site.state != SiteState::Open {
            return None;
        }
        if site.is_goal {
            return Some(self.seat_notice(&journey));
        }
        let leader = journey.person(journey.settler(site.id)?);
        let friends = journey.settlers(site.id).filter(|&id| id != leader.id);
        let rules = &self.catalog().campaign.settlers;
        let bounty = rules.bounty * u32::from(leader.level());
        Some(format!(
            "{}{} lives here now, on the last floor. {} Dead or driven off they are worth \
             {bounty} coins to somebody; as long as they stay, {}% of the pay is kept back.",
            titled(&leader),
            with_friends(&journey, friends),
            self.known_of(&journey, &leader),
            rules.withheld,
        ))
    }

    fn seat_notice(&self, journey: &JourneyView<'_>) -> String {
        let grade = self.catalog().campaign.seat.least_grade;
        let who = match journey.own.seat.holder {
            None => "Nobody is left who would sit in the chair on the last floor.".to_owned(),
            Some(Holder::Person(id)) => {
                let person = journey.person(id);
                let is_friend = |it: &PersonView<'_>| {
                    matches!(it.fate(), PersonFate::Seated { .. }) && it.id != id
                };
                let friends = journey.cast().filter(is_friend).map(|it| it.id);
                let (who, friends) = (titled(&person), with_friends(journey, friends));
                let known = self.known_of(journey, &person);
                format!("{who}{friends} holds the Deep Seat, on the last floor. {known}")
            }
            Some(Holder::StandIn(place)) => {
                let own = &self.catalog().campaign.seat.stand_ins[usize::from(place)];
                format!("{} holds the Deep Seat. {} {}", own.name, own.about, self.why_stand_in())
            }
        };
        format!(
            "{who} See them dead or gone, and the work done for {} at least, in one night: that \
             is all there is to it.",
            match grade {
                'A' | 'F' | 'S' => format!("an {grade}"),
                _ => format!("a {grade}"),
            }
        )
    }

    /// What is known of somebody who holds a site: habit, belongings and fears.
    fn known_of(&self, journey: &JourneyView<'_>, person: &PersonView<'_>) -> String {
        let (habit, about) = person.habit();
        let mut told = vec![format!("{}: {about}.", capital(habit))];
        told.extend(self.belongings_of(person));
        told.push(match self.traps_known_to(person) {
            None => "Walks round no trap in particular.".to_owned(),
            Some(traps) => format!("Walks round traps that bit before: {traps}."),
        });
        if let Some(site) = person.record().hurt_at {
            told.push(format!("Was hurt worst at {}.", journey.site_name(site)));
        }
        told.join(" ")
    }

    /// Why nobody better holds the Deep Seat: what became of the best of the cast.
    fn why_stand_in(&self) -> String {
        let Some(journey) = self.journey() else { return String::new() };
        let min_level = self.catalog().campaign.seat.min_level;
        let mut better: Vec<PersonView<'_>> = journey
            .cast()
            .filter(|it| it.level() >= min_level && it.fate() != PersonFate::Raiding)
            .collect();
        better.sort_by_cached_key(|it| (rank(it.id, it.record()), Reverse(it.id)));
        let told: Vec<String> = better
            .iter()
            .take(MAX_BETTER_TOLD)
            .filter_map(|it| Some(format!("{}: {}", it.name(), self.fate_told(&journey, it)?)))
            .collect();
        match told.len() {
            0 => format!("Of all who raid the marches nobody has come to level {min_level}."),
            _ => format!("There were better ones. {}", told.join(" ")),
        }
    }

    /// The story of the Deep Seat: who was beaten there and how, and who holds it now.
    pub(super) fn seat_told(&self, journey: &JourneyView<'_>) -> Vec<String> {
        let seat = &journey.own.seat;
        let beaten = seat.beaten.iter().map(|&BeatenHolder { holder, night, by }| {
            let who = journey.holder_title(holder);
            match by {
                None => {
                    format!("{who} held the Deep Seat until night {night}, and left in a hurry.")
                }
                Some(by) => {
                    let fell = self.fell_to(by, false);
                    format!("{who} held the Deep Seat until night {night}, and {fell}.")
                }
            }
        });
        let mut told: Vec<String> = beaten.collect();
        let last = seat.beaten.last().map(|own| own.holder).or(seat.holder);
        if let Some(holder) = seat.holder {
            told.push(format!("{} holds the Deep Seat.", journey.holder_title(holder)));
        }
        if let Some(Holder::StandIn(_)) = last {
            told.push(self.why_stand_in());
        }
        told
    }

    /// What killed somebody at the Deep Seat, for the log.
    pub(super) fn seat_cleared_told(&self, holder: Holder, by: Option<Harm>) -> Option<String> {
        let who = self.journey()?.holder_name(holder);
        Some(match by {
            // That a person has gone was told of the person.
            None if holder.person().is_some() => "The Deep Seat is empty.".to_owned(),
            None => format!("{who} has left the Deep Seat. It is empty."),
            Some(by) => format!("{who} {}. The Deep Seat is empty.", self.fell_to(by, false)),
        })
    }
}

impl<'a> JourneyView<'a> {
    pub(crate) fn settler(&self, site: SiteId) -> Option<PersonId> {
        self.own.settled_leader(site)
    }

    pub(super) fn settlers(&self, site: SiteId) -> impl Iterator<Item = PersonId> + 'a {
        self.own.journey.settlers(site)
    }

    /// Whether somebody would move into the Deep Seat if the player went there tonight.
    pub(super) fn is_heir(&self, id: PersonId) -> bool {
        self.seat_prospect() == Some(id)
    }

    pub(super) fn holder_name(&self, holder: Holder) -> String {
        match holder {
            Holder::Person(id) => self.person(id).name(),
            Holder::StandIn(place) => {
                self.catalog().campaign.seat.stand_ins[usize::from(place)].name.clone()
            }
        }
    }

    /// The same, with what they are: "Wynn Ockley the ranger".
    pub(super) fn holder_title(&self, holder: Holder) -> String {
        match holder {
            Holder::Person(id) => self.person(id).title(),
            Holder::StandIn(_) => self.holder_name(holder),
        }
    }

    /// How the Deep Seat is held, as far as people say.
    pub(super) fn seat_state(&self) -> String {
        match self.own.seat.holder {
            Some(holder) => format!("{} holds it.", self.holder_title(holder)),
            None => match self.own.heir(self.catalog()) {
                Some(id) => format!("As things stand {} would hold it.", self.person(id).title()),
                None => {
                    "Nobody is left who deserves it. Somebody will hold it all the same.".into()
                }
            },
        }
    }

    /// Who would hold the Deep Seat if the player went there tonight; `None` if somebody holds it
    /// already, or nobody would.
    pub fn seat_prospect(&self) -> Option<PersonId> {
        self.own.heir(self.catalog()).filter(|_| self.own.seat.holder.is_none())
    }

    /// That somebody else would hold the Deep Seat than before; `None` if it is the same.
    pub fn seat_prospect_told(&self, before: Option<PersonId>) -> Option<String> {
        let now = self.seat_prospect();
        if self.own.seat.holder.is_some() || now == before {
            return None;
        }
        let no_longer = before.map_or_else(String::new, |id| {
            let why = match self.person(id).fate() {
                PersonFate::Raiding => "",
                PersonFate::Retired { .. } => ", who has gone home rich",
                PersonFate::Dead { .. } => ", who is dead",
                PersonFate::Missing { .. } => ", who is missing",
                PersonFate::Settled { .. } => ", who has settled elsewhere",
                PersonFate::DrivenOff { .. } | PersonFate::Seated { .. } => ", who has left",
            };
            format!(", and no longer {}{why}", self.person(id).name())
        });
        Some(match now {
            Some(id) => {
                let who = self.person(id).title();
                format!("As things stand {who} would hold the Deep Seat{no_longer}.")
            }
            None => format!("As things stand nobody of note would hold the Deep Seat{no_longer}."),
        })
    }

    /// Who has settled at a site: "Wynn Ockley the ranger has settled there, with two friends."
    pub(super) fn settled_told(&self, site: SiteId) -> Option<String> {
        let leader = self.person(self.settler(site)?).title();
        let friends = counted_friends(self.settlers(site).count() - 1);
        Some(format!("{leader} has settled there{friends}."))
    }
}

/// ", with two friends", or nothing.
pub(super) fn counted_friends(count: usize) -> String {
    match count {
        0 => String::new(),
        1 => ", with a friend".to_owned(),
        more => format!(", with {} {}", number(more), plural(more as u32, "friend")),
    }
}

/// "Wynn Ockley the ranger, level 9".
fn titled(person: &PersonView<'_>) -> String {
    format!("{}, level {}", person.title(), person.level())
}

/// ", with Brann Tull and Idris Hake,".
fn with_friends(journey: &JourneyView<'_>, friends: impl Iterator<Item = PersonId>) -> String {
    let names: Vec<String> = friends.map(|id| journey.person(id).name()).collect();
    if names.is_empty() { ",".to_owned() } else { format!(", with {},", list(&names)) }
}
