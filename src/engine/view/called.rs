//! What parties and raiders are called.
//!
//! A floor knows nothing of the floors before it, so names are dealt out by seed and depth: floors that follow one another,
//! by their seed, their depth or both, take the next names of a pool in a fixed order, and no name comes twice within ten of
//! them. The persons of a journey have names of their own, and their company is called by its leader.

use crate::sim::{ActorId, Fate, PersonId};
use base::{Ordinal, Purpose, Seed, Stream};
use content::{FloorKey, PartyKindId};

use super::View;

/// The number of groups that the given names are dealt into, one for a floor. More than 18, because seed and depth may both
/// grow by one from floor to floor.
const MAX_NAME_GROUPS: usize = 19;

/// The least number of given names in a group: the members of the largest party.
const MIN_GROUP_NAMES: usize = 8;

/// The raids of a floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Visit {
    LastNight,
    Dawn,
}

impl<'a> View<'a> {
    /// The name of a party: "the Copper Lanterns", or, of a journey's cast, "Wynn Ockley and company".
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

    /// The given name of the member of the party of dawn at an index on this floor, who may be a person of the cast.
    pub(super) fn raider_name_at(&self, index: usize, person: Option<PersonId>) -> &'a str {
        self.entrant_name(self.place_at_the_gate(index), person)
    }

    /// The surname of the same member.
    pub(super) fn raider_surname_at(&self, index: usize, person: Option<PersonId>) -> &'a str {
        self.entrant_surname(self.place_at_the_gate(index), person)
    }

    /// The given name of the member of the party of dawn who came into the site at an index.
    pub(super) fn entrant_name(&self, index: usize, person: Option<PersonId>) -> &'a str {
        if let Some((journey, person)) = self.journey().zip(person) {
            return journey.person(person).given();
        }
        let names = &self.catalog().texts.raiders;
        let groups = (names.len() / MIN_GROUP_NAMES).clamp(1, MAX_NAME_GROUPS);
        // On a journey the names of the cast are theirs alone.
        let is_of_cast = |name: &str| {
            self.journey().is_some_and(|journey| journey.cast().any(|own| own.given() == name))
        };
        let all = names.iter().skip(self.place_in_series(groups)).step_by(groups);
        let all = all.map(String::as_str);
        let mut group: Vec<&str> = all.clone().filter(|name| !is_of_cast(name)).collect();
        if group.is_empty() {
            group = all.collect();
        }
        self.names_stream("raider names").shuffle(&mut group);
        group[index % group.len()]
    }

    /// The surname of the same member.
    pub(super) fn entrant_surname(&self, index: usize, person: Option<PersonId>) -> &'a str {
        if let Some((journey, person)) = self.journey().zip(person) {
            return journey.person(person).surname();
        }
        let mut names: Vec<&str> =
            self.catalog().texts.surnames.iter().map(String::as_str).collect();
        self.names_stream("raider surnames").shuffle(&mut names);
        names[index % names.len()]
    }

    /// The index of a raider among the members of the party of dawn.
    pub(super) fn raider_index(&self, id: ActorId) -> Option<usize> {
        self.world().dawn_report()?.members.iter().position(|member| member.id == id)
    }

    /// The index at which a member of the party on this floor came into the site: not all who did may have come so far down.
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
        let floor = FloorKey { floor: 0, ..self.world().floor_key() };
        Stream::new(self.seed(), Purpose::new(purpose), (floor, depth))
    }
}
