//! Towns: every house, person, saying and order that the visit names exists.

use std::fmt::Display;

use super::{Checker, MAX_SMALL_COUNTER, SnapshotError, below, require};
use crate::sim::state::journey::Phase;
use crate::sim::state::journey::town::{
    Rumour, Subject, TownHouse, TownRecord, TownVisit, Townsperson, Who,
};
use crate::sim::units::{ActorId, PersonId};
use content::{Catalog, HabitId, NoticeId, NoticePlace, SayingId};

/// The most chests of a town, and the most people whom a visit brings near.
const MAX_CHESTS: usize = 512;
const MAX_PEOPLE: usize = 256;

/// The most things that are said to the player on one visit, without being said again.
const MAX_SAID: usize = 4096;

impl Checker<'_> {
    pub(super) fn towns(
        &self,
        towns: &[TownRecord],
        visit: Option<&TownVisit>,
        phase: Phase,
    ) -> Result<(), SnapshotError> {
        let rising = towns.is_sorted_by(|a, b| a.site < b.site);
        require(rising, "journey.towns", "out of order")?;
        for (index, town) in towns.iter().enumerate() {
            let path = format_args!("journey.towns[{index}]");
            let TownRecord { site, visited, thefts, known_elsewhere, emptied } = town;
            require(known_elsewhere <= thefts, path, "more thefts known than seen")?;
            self.site(*site, path)?;
            let is_town = self.atlas.is_some_and(|atlas| atlas.is_town(*site));
            require(is_town, path, "no town")?;
            self.night(*visited, path)?;
            let fits = emptied.len() <= MAX_CHESTS && emptied.is_sorted_by(|a, b| a < b);
            require(fits, path, "chests out of order, or too many")?;
        }
        // Whoever dies in a town, or gives up there, has ended the run in the middle of the visit.
        let agree = match phase {
            Phase::Town => visit.is_some(),
            Phase::Over(_) => true,
            _ => visit.is_none(),
        };
        require(agree, "journey.visit", "of another place")?;
        let at = self.snapshot.journey.as_ref().map(|journey| journey.at);
        let is_kept = visit.is_none() || towns.iter().any(|town| Some(town.site) == at);
        require(is_kept, "journey.visit", "of a town that was never entered")?;
        visit.map_or(Ok(()), |visit| self.town_visit(visit))
    }

    fn town_visit(&self, visit: &TownVisit) -> Result<(), SnapshotError> {
        let TownVisit { houses, people, deals, notice, said, tipped, drinks, games } = visit;
        let rules = &self.catalog.town;
        require(houses.len() < usize::from(u8::MAX), "journey.visit.houses", "too many")?;
        for TownHouse { door: _, faces: _, kind, is_seen: _ } in houses {
            let exists = kind.is_none_or(|kind| usize::from(kind.0) < rules.houses.len());
            require(exists, "journey.visit.houses", "no such kind of house")?;
        }
        let floor = self.snapshot.journey.as_ref().map_or(0, |journey| journey.floor);
        let exists = usize::from(floor) <= houses.len();
        require(exists, "journey.floor", "no such house")?;
        let fits = people.len() <= MAX_PEOPLE && people.is_sorted_by(|a, b| a.actor < b.actor);
        require(fits, "journey.visit.people", "out of order, or a crowd")?;
        for (index, person) in people.iter().enumerate() {
            self.townsperson(person, houses.len(), format_args!("journey.visit.people[{index}]"))?;
        }
        let rising = deals.is_sorted_by(|a, b| (a.0, a.1) < (b.0, b.1));
        let exist = deals.iter().all(|&(house, _, _)| usize::from(house) < houses.len());
        require(rising && exist, "journey.visit.deals", "out of order, or no such house")?;
        let hangs_there = |id: NoticeId| {
            let kind = self.catalog.notices.kinds.get(usize::from(id.0));
            kind.is_some_and(|kind| kind.hangs == NoticePlace::Board)
        };
        let exists = notice.is_none_or(hangs_there);
        require(exists, "journey.visit.notice", "no such order")?;
        self.said_tonight(said)?;
        let rising = tipped.is_sorted_by(|a, b| a < b);
        let exist = tipped.iter().all(|&house| usize::from(house) < houses.len());
        require(rising && exist, "journey.visit.tipped", "out of order, or no such house")?;
        self.pastimes(drinks, games)
    }

    pub(super) fn said(&self, said: &[SayingId]) -> Result<(), SnapshotError> {
        let rising = said.is_sorted_by(|a, b| a < b);
        let exist = said.iter().all(|says| usize::from(says.0) < self.catalog.sayings.len());
        require(rising && exist, "journey.said", "out of order, or no such saying")
    }

    fn said_tonight(&self, said: &[(ActorId, SayingId)]) -> Result<(), SnapshotError> {
        require(said.len() <= MAX_SAID, "journey.visit.said", "too much")?;
        let exist = said.iter().all(|(_, says)| usize::from(says.0) < self.catalog.sayings.len());
        require(exist, "journey.visit.said", "no such saying")
    }

    fn pastimes(
        &self,
        drinks: &[(PersonId, u8, u8)],
        games: &[(PersonId, u8)],
    ) -> Result<(), SnapshotError> {
        let rising = drinks.is_sorted_by(|a, b| (a.0, a.1) < (b.0, b.1));
        let kinds = self.catalog.town.drinks.len();
        let exist = drinks.iter().all(|&(_, drink, _)| usize::from(drink) < kinds);
        require(rising && exist, "journey.visit.drinks", "out of order, or no such drink")?;
        require(games.is_sorted_by(|a, b| a.0 < b.0), "journey.visit.games", "out of order")?;
        drinks.iter().try_for_each(|own| self.person(Some(own.0), "journey.visit.drinks"))?;
        games.iter().try_for_each(|own| self.person(Some(own.0), "journey.visit.games"))
    }

    fn townsperson(
        &self,
        person: &Townsperson,
        houses: usize,
        path: impl Display + Copy,
    ) -> Result<(), SnapshotError> {
        let Townsperson { actor: _, who, says, about, has_spoken: _, is_honest: _ } = person;
        let texts = &self.catalog.texts;
        match *who {
            Who::Resident { given, surname, trade } => {
                let is_named = usize::from(given) < texts.raiders.len()
                    && usize::from(surname) < texts.surnames.len()
                    && usize::from(trade.0) < self.catalog.town.trades.len();
                require(is_named, path, "without a name or a trade")?;
            }
            Who::Keeper { house } => require(usize::from(house) < houses, path, "no such house")?,
            Who::Hero(id) => self.person(Some(id), path)?,
        }
        require(usize::from(says.0) < self.catalog.sayings.len(), path, "no such saying")?;
        match *about {
            Subject::Nothing => Ok(()),
            Subject::Hero { person, habit } => {
                self.person(Some(person), path)?;
                require(is_habit(habit, self.catalog), path, "no such habit")
            }
            Subject::Site { site, number } => {
                self.site(site, path)?;
                below(number, MAX_SMALL_COUNTER, path)
            }
            Subject::Fallen { person, site } => {
                self.person(Some(person), path)?;
                self.site(site, path)
            }
            Subject::House { house } => require(usize::from(house) < houses, path, "no such house"),
        }
    }

    pub(super) fn rumours(&self, rumours: &[Rumour]) -> Result<(), SnapshotError> {
        let rising = rumours.is_sorted_by(|a, b| a.site < b.site);
        require(rising, "journey.rumours", "out of order")?;
        for (index, Rumour { site, night, party }) in rumours.iter().enumerate() {
            let path = format_args!("journey.rumours[{index}]");
            self.site(*site, path)?;
            self.night(*night, path)?;
            party.iter().try_for_each(|&id| self.person(Some(id), path))?;
        }
        Ok(())
    }
}

fn is_habit(habit: HabitId, catalog: &Catalog) -> bool {
    usize::from(habit.0) < catalog.cast.habits.len()
}
