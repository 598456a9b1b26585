//! What things and raiders are called: items, identified or not, bodies, obstacles, causes of harm,
//! parties and their members.
//!
//! A floor knows nothing of the floors before it, so names are dealt out by seed and depth: floors
//! that follow one another, by their seed, their depth or both, take the next names of a pool in a
//! fixed order, and no name comes twice within ten of them. The persons of a journey have names of
//! their own, and their company is called by its leader.

use crate::sim::{Fate, Harm, Holder, Obstacle, PersonId};
use base::{Ordinal, Purpose, Seed, Stream};
use content::{
    ActorKindId, Catalog, FloorKey, ItemKindId, PartyKindId, Slot, Status, with_article,
};

use super::View;

impl View<'_> {
    /// The name of `count` items of a kind, as far as the player has identified it: "a murky
    /// potion", "4 darts".
    pub fn item_name(&self, kind: ItemKindId, count: u16) -> String {
        self.item_name_as(kind, count, self.world().is_identified(kind))
    }

    /// The same, as if the player had identified the kind (`known`), or had not.
    pub(super) fn item_name_as(&self, kind: ItemKindId, count: u16, known: bool) -> String {
        let item = self.catalog().item(kind);
        if known {
            return if count == 1 {
                with_article(&item.name)
            } else {
                format!("{count} {}", item.plural)
            };
        }
        let look = self.world().look(kind);
        if item.slot == Slot::Scroll {
            let title = self.catalog().texts.scrolls.get(look).map_or("", String::as_str);
            let noun = if count == 1 { "a scroll".into() } else { format!("{count} scrolls") };
            format!("{noun} headed “{title}”")
        } else {
            let texts = &self.catalog().texts;
            let appearances = if item.slot == Slot::Charm { &texts.charms } else { &texts.potions };
            let (look, noun) = (appearances.get(look).map_or("", String::as_str), item.slot.name());
            if count == 1 {
                with_article(&format!("{look} {noun}"))
            } else {
                format!("{count} {look} {noun}s")
            }
        }
    }

    /// "body of Wynn Ockley", if the player carries one of the cast.
    pub(crate) fn carried_name(&self) -> Option<String> {
        let body = self.player().carrying?;
        body.person.is_some().then(|| self.body_of(body.kind, body.person))
    }

    /// "body of Wynn Ockley" for one of the cast, and otherwise "fighter's body".
    pub(crate) fn body_of(&self, kind: ActorKindId, person: Option<PersonId>) -> String {
        match self.journey().zip(person) {
            Some((journey, person)) => format!("body of {}", journey.person(person).name()),
            None => self.body_name(kind),
        }
    }

    /// "fighter's body"; the body of an actor that rose from the dead before is a "heap of bones".
    pub fn body_name(&self, kind: ActorKindId) -> String {
        let catalog = self.catalog();
        if catalog.is_risen(kind) {
            "heap of bones".to_owned()
        } else {
            format!("{}'s body", catalog.actor(kind).name)
        }
    }

    /// The same in few columns.
    pub fn short_body_name(&self, kind: ActorKindId) -> String {
        let catalog = self.catalog();
        if catalog.is_risen(kind) {
            return self.body_name(kind);
        }
        format!("{}'s body", catalog.short_names.actors.of(&catalog.actor(kind).name))
    }
}

/// What an obstacle is called, with an article where the noun takes one: "an armed dart trap",
/// "fire".
pub(super) fn obstacle_name(obstacle: Obstacle, catalog: &Catalog) -> String {
    match obstacle {
        Obstacle::Bar => "a barred door".to_owned(),
        Obstacle::Fire => "fire".to_owned(),
        Obstacle::Gas => "choking gas".to_owned(),
        Obstacle::Dozing(kind) => format!("the dozing {}", catalog.actor(kind).name),
        Obstacle::ShutOut(kind) => format!("a door with the {} at it", catalog.actor(kind).name),
        Obstacle::Trap(kind) => format!("an armed {} trap", catalog.trap(kind).name),
    }
}

/// What goes away by itself, as a sentence after one that names the obstacle; nothing for the
/// others.
pub(super) fn passes_with_time(obstacle: Obstacle) -> &'static str {
    match obstacle {
        Obstacle::Fire => " It burns out if you wait.",
        Obstacle::Gas => " It thins out if you wait.",
        Obstacle::Bar | Obstacle::Dozing(_) | Obstacle::ShutOut(_) | Obstacle::Trap(_) => "",
    }
}

/// Spare parts as a sentence names them: "a part", "3 parts".
pub(super) fn parts_in_words(parts: u16) -> String {
    if parts == 1 { "a part".to_owned() } else { format!("{parts} parts") }
}

impl View<'_> {
    /// The noun for a cause of harm, without article: "ogre", "dart trap", "gas".
    pub(super) fn harm_noun(&self, by: Harm) -> String {
        let catalog = self.catalog();
        match by {
            Harm::Blow { by } => catalog.actor(by).name.clone(),
            Harm::Trap(kind) => format!("{} trap", catalog.trap(kind).name),
            Harm::Gas => "gas".to_owned(),
            Harm::Fire | Harm::Status(Status::Burning) => "fire".to_owned(),
            Harm::Status(_) => "poison".to_owned(),
            Harm::Missile(kind) | Harm::Potion(kind) => catalog.item(kind).name.clone(),
        }
    }

    /// The name of a cause of harm, to follow "killed by" or "fell to": "an ogre", "choking gas".
    pub fn harm_name(&self, by: Harm) -> String {
        match by {
            Harm::Gas => "choking gas".to_owned(),
            Harm::Fire | Harm::Status(_) => self.harm_noun(by),
            _ => with_article(&self.harm_noun(by)),
        }
    }

    /// Who or what killed the player, to follow "killed by": one of the cast by name.
    pub fn killer_name(&self) -> String {
        let Some(by) = self.world().shift.tally.killed_by else { return "misadventure".to_owned() };
        match self.journey().zip(self.killer()) {
            Some((journey, id)) => journey.person(id).title(),
            None => self.harm_name(by),
        }
    }

    /// The one of the cast whose blow killed the player. `None` if it was nobody of them, or
    /// somebody of the same kind is on the floor, who may have been it.
    pub(crate) fn killer(&self) -> Option<PersonId> {
        let world = self.world();
        let Harm::Blow { by } = world.shift.tally.killed_by? else { return None };
        let mut alike = world.roster().iter().skip(1).filter(|actor| actor.kind == by);
        let killer = alike.next().filter(|_| world.journey().is_some())?.id;
        if alike.next().is_some() {
            return None;
        }
        match world.holder_of(killer) {
            Some(Holder::Person(id)) => Some(id),
            Some(Holder::StandIn(_)) => None,
            None => {
                let members = &world.dawn_report()?.members;
                members.iter().find(|member| member.id == killer)?.person
            }
        }
    }
}

/// The number of groups that the given names are dealt into, one for a floor. More than 18, because
/// seed and depth may both grow by one from floor to floor.
const MAX_NAME_GROUPS: usize = 19;

/// The least number of given names in a group: the members of the largest party.
const MIN_GROUP_NAMES: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Visit {
    LastNight,
    Dawn,
}

impl<'a> View<'a> {
    /// The name of a party: "the Copper Lanterns", or, of a journey's cast, "Wynn Ockley and
    /// company".
    pub(super) fn company(
        &self,
        party: PartyKindId,
        leader: Option<PersonId>,
        visit: Visit,
    ) -> String {
        if let Some((journey, leader)) = self.journey().zip(leader) {
            return journey.company(leader);
        }
        let kind = &self.catalog().parties[usize::from(party.0)];
        let count = kind.companies.count();
        let mut order: Vec<usize> = (0..count).collect();
        Stream::new(Seed(0), Purpose::new("companies").of(&kind.name), ()).shuffle(&mut order);
        let place = 2 * self.place_in_series(count) + usize::from(visit == Visit::Dawn);
        kind.companies.name(order[place % count])
    }

    /// Given name and surname of the member of the party of dawn at an index on this floor, who may
    /// be a person of the cast.
    pub(super) fn raider_names(
        &self,
        index: usize,
        person: Option<PersonId>,
    ) -> (&'a str, &'a str) {
        self.entrant_names(self.place_at_the_gate(index), person)
    }

    /// The same of the member of the party who came into the site at an index.
    pub(super) fn entrant_names(
        &self,
        index: usize,
        person: Option<PersonId>,
    ) -> (&'a str, &'a str) {
        if let Some((journey, person)) = self.journey().zip(person) {
            let person = journey.person(person);
            return (person.given(), person.surname());
        }
        let texts = &self.catalog().texts;
        let groups = (texts.raiders.len() / MIN_GROUP_NAMES).clamp(1, MAX_NAME_GROUPS);
        // On a journey the names of the cast are theirs alone.
        let is_of_cast = |name: &str| {
            self.journey().is_some_and(|journey| journey.cast().any(|own| own.given() == name))
        };
        let all = texts.raiders.iter().skip(self.place_in_series(groups)).step_by(groups);
        let all = all.map(String::as_str);
        let mut given: Vec<&str> = all.clone().filter(|name| !is_of_cast(name)).collect();
        if given.is_empty() {
            given = all.collect();
        }
        let mut surnames: Vec<&str> = texts.surnames.iter().map(String::as_str).collect();
        self.names_stream("raider names").shuffle(&mut given);
        self.names_stream("raider surnames").shuffle(&mut surnames);
        (given[index % given.len()], surnames[index % surnames.len()])
    }

    /// The index at which a member of the party on this floor came into the site: not all who did
    /// may have come so far down.
    fn place_at_the_gate(&self, index: usize) -> usize {
        let Some(journey) = self.world().journey() else { return index };
        let above = journey.floors.iter().rev().filter(|stored| stored.number < journey.floor);
        let reports = above.filter_map(|stored| stored.shift.at_dawn.as_ref());
        reports.fold(index, |index, report| {
            let members = report.members.iter().enumerate();
            let mut through = members.filter(|(_, member)| member.fate == Fate::Through);
            through.nth(index).map_or(index, |(place, _)| place)
        })
    }

    /// The place of this floor in a series of so many floors, over and over.
    fn place_in_series(&self, count: usize) -> usize {
        let count = count as u64;
        ((self.seed().0 % count + u64::from(self.depth().0)) % count) as usize
    }

    fn names_stream(&self, purpose: &'static str) -> Stream {
        let depth = Ordinal(self.depth().0.into());
        // A site of several floors sees one party, whichever floor the player is on.
        let floor = FloorKey { floor: 0, ..self.world().floor_key };
        Stream::new(self.seed(), Purpose::new(purpose), (floor, depth))
    }
}
