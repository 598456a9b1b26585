//! The journey: every person and every site that it names exists.

use std::fmt::Display;

use super::{Checker, MAX_COUNT, MAX_COUNTER, MAX_SMALL_COUNTER, SnapshotError, below, require};
use crate::sim::event::Meeting;
use crate::sim::state::journey::atlas::Atlas;
use crate::sim::state::journey::perks_earned;
use crate::sim::state::journey::person::{Person, PersonFate, PersonRecord};
use crate::sim::state::journey::site::{
    Entrant, EntrantPerson, FloorMemory, SiteMemory, SiteRaid, SiteRecord, SiteState,
};
use crate::sim::state::journey::{Journey, Leg, Phase};
use crate::sim::state::journey::{RaidProgress, StoredFloor};
use crate::sim::state::snapshot::Snapshot;
use crate::sim::units::{PersonId, SiteId, Stack};
use base::Pos;
use content::EncounterNeed;
use levels::Request;

/// The most raids that a site has seen, and the most persons of a cast or a party.
const MAX_RAIDS: usize = 64;
const MAX_PERSONS: usize = 64;
/// Nights are fewer than so many, before the journey and in it.
const MAX_NIGHT: i16 = 1 << 12;
/// The most floors of a site.
const MAX_FLOORS: usize = 64;
/// The most stages of a way.
const MAX_LEGS: usize = 1_024;

/// Refuses somebody who is in two places.
pub(super) fn once_each(
    persons: impl Iterator<Item = PersonId>,
    path: impl Display,
) -> Result<(), SnapshotError> {
    let mut persons: Vec<PersonId> = persons.collect();
    persons.sort_unstable();
    let are_told_apart = persons.windows(2).all(|pair| pair[0] != pair[1]);
    require(are_told_apart, path, "the same person twice")
}

impl Checker<'_> {
    pub(super) fn journey(&self, journey: Option<&Journey>) -> Result<(), SnapshotError> {
        let (Some(journey), Some(atlas)) = (journey, self.atlas) else {
            let agree = journey.is_none() == self.atlas.is_none();
            return require(agree, "journey", "of another mode of the game");
        };
        let Journey {
            night,
            phase,
            at,
            came_from,
            turns_before,
            worked_before,
            rations,
            sites,
            cast,
            floor: _,
            floors,
            raid,
            expected,
            met,
            flags,
            closed_roads,
            opened_roads,
            follower,
            next_statuses,
            trail,
            towns,
            visit,
            said,
            rumours,
            extra_order,
            closet_orders,
            orders,
            seat: _,
        } = journey;
        self.towns(towns, visit.as_ref(), *phase)?;
        self.said(said)?;
        self.rumours(rumours)?;
        self.extra_orders(*extra_order, closet_orders)?;
        self.night(*night, "journey.night")?;
        require(*night >= 1, "journey.night", "before the first night")?;
        self.phase(*phase)?;
        self.seniority(*phase, *orders)?;
        self.site(*at, "journey.at")?;
        self.site(*came_from, "journey.came_from")?;
        below(turns_before.0, MAX_COUNTER, "journey.turns_before")?;
        below(worked_before.0, MAX_COUNTER, "journey.worked_before")?;
        below(*rations, MAX_SMALL_COUNTER, "journey.rations")?;
        require(sites.len() == atlas.count(), "journey.sites", "not one for each site of the map")?;
        for (index, site) in sites.iter().enumerate() {
            self.site_record(site, format_args!("journey.sites[{index}]"))?;
        }
        require(cast.len() <= MAX_PERSONS, "journey.cast", "a crowd")?;
        for (index, person) in cast.iter().enumerate() {
            self.cast_member(person, format_args!("journey.cast[{index}]"))?;
        }
        self.raid_progress(raid)?;
        require(expected.len() <= MAX_PERSONS, "journey.expected", "a crowd")?;
        expected.iter().try_for_each(|&id| self.person(Some(id), "journey.expected"))?;
        once_each(expected.iter().copied(), "journey.expected")?;
        self.seat(journey)?;
        let are_known = met.iter().all(|id| usize::from(id.0) < self.catalog.encounters.len());
        let rising = met.is_sorted_by(|a, b| a < b);
        require(are_known && rising, "journey.met", "out of order, or no such encounter")?;
        let are_known = flags.iter().all(|flag| usize::from(flag.0) < self.catalog.flags.len());
        let rising = flags.is_sorted_by(|a, b| a < b);
        require(are_known && rising, "journey.flags", "out of order, or no such flag")?;
        for (roads, path) in
            [(closed_roads, "journey.closed_roads"), (opened_roads, "journey.opened_roads")]
        {
            require(roads.len() <= MAX_LEGS, path, "too many")?;
            roads.iter().try_for_each(|&(a, b)| {
                self.site(a, path)?;
                self.site(b, path)?;
                require(a < b, path, "the wrong way round")
            })?;
        }
        let is_road = |road: &(SiteId, SiteId)| {
            opened_roads.contains(road) || atlas.roads(road.0).iter().any(|&(to, _)| to == road.1)
        };
        let are_roads = closed_roads.iter().all(is_road);
        require(are_roads, "journey.closed_roads", "no road is there to be shut")?;
        if let Phase::Encounter(Meeting { to, .. }) | Phase::Field { to } = *phase {
            let road = (to.min(*at), to.max(*at));
            require(is_road(&road), "journey.phase", "on the way without a road")?;
        }
        if let Some(kind) = *follower {
            require(self.has_actor(kind), "journey.follower", "no such kind")?;
            let own = self.catalog.actor(kind);
            let lives_there =
                kind != self.catalog.upkeeper && own.raider.is_none() && own.boss.is_none();
            require(lives_there, "journey.follower", "is no resident")?;
        }
        require(next_statuses.len() <= MAX_LEGS, "journey.next_statuses", "too many")?;
        require(trail.len() <= MAX_LEGS, "journey.trail", "longer than any way")?;
        trail.iter().enumerate().try_for_each(|(index, leg)| {
            let path = format_args!("journey.trail[{index}]");
            match *leg {
                Leg::Road { to, night, rations, health: _ } => {
                    self.site(to, path)?;
                    self.night(night, path)?;
                    below(rations, MAX_SMALL_COUNTER, path)
                }
                Leg::Work { site, night, points, max_points, letter: _, coins: _ } => {
                    self.site(site, path)?;
                    self.night(night, path)?;
                    below(points, MAX_COUNTER, path)?;
                    below(max_points, MAX_COUNTER, path)
                }
            }
        })?;
        // Last, since each of them is checked with the journey.
        self.stored_floors(journey, floors)
    }

    /// What the player does, and whether the rest of the state goes with it.
    fn phase(&self, phase: Phase) -> Result<(), SnapshotError> {
        let path = "journey.phase";
        let shift = &self.snapshot.shift;
        match phase {
            Phase::Over(_) | Phase::Site | Phase::Town => Ok(()),
            Phase::Map | Phase::Seniority => {
                require(shift.away, path, "over the map, and on a floor")
            }
            Phase::Field { to } => self.site(to, path),
            Phase::Encounter(Meeting { encounter, person, to }) => {
                require(shift.away, path, "on the road, and on a floor")?;
                let own = self.catalog.encounters.get(usize::from(encounter.0));
                let Some(own) = own else { return require(false, path, "no such encounter") };
                let asks = own.needs.iter().any(|need| matches!(need, EncounterNeed::Hero(_)));
                require(asks == person.is_some(), path, "with somebody too many, or too few")?;
                self.person(person, path)?;
                self.site(to, path)
            }
        }
    }

    /// How far the raid of dawn has come, beside the raid on the floor in play.
    fn raid_progress(&self, progress: &RaidProgress) -> Result<(), SnapshotError> {
        let path = "journey.raid";
        let shift = &self.snapshot.shift;
        match progress {
            RaidProgress::NotYet => {
                require(shift.raid.is_none(), path, "to come, but there is one on the floor")
            }
            RaidProgress::Here => {
                let is_here = shift.raid.is_some() || shift.at_dawn.is_some();
                require(is_here, path, "here, but there is none on the floor")
            }
            RaidProgress::Over => {
                require(shift.raid.is_none(), path, "over, but there is one on the floor")
            }
            RaidProgress::Arrives { on, report } => {
                require(shift.raid.is_none(), path, "overhead, but there is one on the floor")?;
                below(on.0, MAX_COUNTER, path)?;
                self.report(report, path)
            }
        }
    }

    /// The perks that are held were earned, and only the last one may still have to be chosen.
    fn seniority(&self, phase: Phase, orders: u16) -> Result<(), SnapshotError> {
        below(orders, MAX_SMALL_COUNTER, "journey.orders")?;
        let held = self.snapshot.run.perks.len();
        let earned = perks_earned(orders, self.catalog);
        match phase {
            // A run can be given up before the choice.
            Phase::Over(_) => require(held <= earned, "run.perks", "more than were earned"),
            Phase::Seniority => {
                require(held < earned, "journey.phase", "a choice of a perk that was not earned")
            }
            _ => require(held == earned, "run.perks", "not as many as were earned"),
        }
    }

    /// Each stored floor is checked as if it were in play.
    fn stored_floors(
        &self,
        journey: &Journey,
        floors: &[StoredFloor],
    ) -> Result<(), SnapshotError> {
        require(floors.len() < MAX_FLOORS, "journey.floors", "more than any site has")?;
        let numbers: Vec<u8> = floors.iter().map(|stored| stored.number).collect();
        let are_told_apart =
            numbers.is_sorted_by(|a, b| a < b) && !numbers.contains(&journey.floor);
        require(are_told_apart, "journey.floors", "out of order, or in play")?;
        let count = floors.len() + 1;
        let mut all = numbers.iter().chain([&journey.floor]).map(|&own| usize::from(own));
        // Of a town the streets are there, and those of its houses that the player was in.
        let are_all = match &journey.visit {
            Some(visit) => {
                all.clone().any(|own| own == 0) && all.all(|own| own <= visit.houses.len())
            }
            None => all.all(|own| own < count),
        };
        require(are_all, "journey.floors", "one of the floors between is missing")?;
        let has_floors = matches!(journey.phase, Phase::Site | Phase::Town | Phase::Over(_));
        require(has_floors || count == 1, "journey.floors", "those of no site")?;
        for (index, stored) in floors.iter().enumerate() {
            let StoredFloor { number: _, floor, shift, streams } = stored.clone();
            let is_still = shift.away && shift.raid.is_none();
            let path = format_args!("journey.floors[{index}].shift");
            require(is_still, path, "goes on, but is not in play")?;
            let snapshot = Snapshot {
                run: self.snapshot.run.clone(),
                shift,
                floor,
                streams,
                journey: Some(Journey {
                    floor: 0,
                    floors: Vec::new(),
                    raid: RaidProgress::NotYet,
                    ..journey.clone()
                }),
            };
            let stored = Checker { snapshot: &snapshot, ..*self };
            stored.check().map_err(|SnapshotError { path, fault }| SnapshotError {
                path: format!("journey.floors[{index}].{path}"),
                fault,
            })?;
        }
        Ok(())
    }

    /// Refuses a night that no journey comes to.
    #[expect(clippy::unused_self, reason = "called as the checks beside it are")]
    pub(super) fn night(&self, night: i16, path: impl Display) -> Result<(), SnapshotError> {
        let nights = -MAX_NIGHT..=MAX_NIGHT;
        require(nights.contains(&night), path, format_args!("{night} is no night of a journey"))
    }

    /// Refuses a person that the cast does not have.
    pub(super) fn person(
        &self,
        id: Option<PersonId>,
        path: impl Display,
    ) -> Result<(), SnapshotError> {
        let count = self.snapshot.journey.as_ref().map_or(0, |journey| journey.cast.len());
        require(id.is_none_or(|id| usize::from(id.0) < count), path, "nobody of the cast")
    }

    pub(super) fn site(&self, id: SiteId, path: impl Display) -> Result<(), SnapshotError> {
        let count = self.atlas.map_or(0, Atlas::count);
        require(usize::from(id.0) < count, path, "no such site on the map")
    }

    pub(super) fn stack(
        &self,
        stack: Option<Stack>,
        path: impl Display + Copy,
    ) -> Result<(), SnapshotError> {
        let Some(Stack { kind, count }) = stack else { return Ok(()) };
        require(count > 0, path, "none of it")?;
        below(count, MAX_COUNT, path)?;
        self.item(kind, path)
    }

    fn site_record(
        &self,
        site: &SiteRecord,
        path: impl Display + Copy,
    ) -> Result<(), SnapshotError> {
        let SiteRecord { state, raids, falls_on, memory } = site;
        match *state {
            SiteState::Open => {}
            SiteState::Worked { night } | SiteState::Lost { night } => {
                self.night(night, path)?;
            }
        }
        falls_on.map_or(Ok(()), |night| self.night(night, path))?;
        require(raids.len() <= MAX_RAIDS, path, "more raids than a site can see")?;
        raids.iter().try_for_each(|raid| self.site_raid(raid, path))?;
        let SiteMemory { raids, floors } = memory;
        below(*raids, MAX_SMALL_COUNTER, path)?;
        require(floors.len() <= MAX_FLOORS, path, "more floors than any site has")?;
        for FloorMemory { seen, shut } in floors {
            let is_sorted = shut.is_sorted_by(|one, next| one < next);
            let (width, height) = (seen.width(), seen.height());
            let is_floor = width.max(height) <= Request::LARGEST;
            let is_on_it = |at: &Pos| (0..width).contains(&at.x) && (0..height).contains(&at.y);
            let fits = is_floor && is_sorted && shut.iter().all(is_on_it);
            require(fits, path, "no memory of a floor")?;
        }
        Ok(())
    }

    fn site_raid(&self, raid: &SiteRaid, path: impl Display + Copy) -> Result<(), SnapshotError> {
        let SiteRaid { night, party, entrants, fallen, chests } = raid;
        self.night(*night, path)?;
        below(*chests, MAX_SMALL_COUNTER, path)?;
        let is_party = usize::from(party.0) < self.catalog.parties.len();
        require(is_party, path, "no such party")?;
        let fits = entrants.len() <= MAX_PERSONS && usize::from(*fallen) <= entrants.len();
        require(fits, path, "a crowd, or more dead than came")?;
        once_each(entrants.iter().filter_map(|own| Some(own.person?.id)), path)?;
        entrants.iter().try_for_each(|&Entrant { kind, person }| {
            require(self.has_actor(kind), path, "no such kind")?;
            let Some(own) = person else { return Ok(()) };
            let EntrantPerson { id, level, kit, carries, wary: _, spots, health } = own;
            self.person(Some(id), path)?;
            require((1..=100).contains(&level) && spots <= 100, path, "no such level")?;
            require((1..=100).contains(&health), path, "no share of a health")?;
            self.stack(kit, path)?;
            self.stack(carries, path)
        })
    }

    fn cast_member(&self, person: &Person, path: impl Display + Copy) -> Result<(), SnapshotError> {
        let Person {
            given,
            surname,
            class,
            habit,
            level,
            experience,
            // Any number of coins can be spent.
            coins: _,
            kit,
            carries,
            rested_on,
            abed_until,
            lodges,
            // Kinds of traps that are not there are never looked for.
            wary: _,
            friends,
            rival,
            hurt_at,
            stance: _,
            record,
            fate,
            met,
            robbed_player_on,
        } = person;
        let names = [(given, &self.catalog.texts.raiders), (surname, &self.catalog.texts.surnames)];
        let are_named = names.into_iter().all(|(place, list)| usize::from(*place) < list.len());
        require(are_named, path, "without a name")?;
        let cast = &self.catalog.cast;
        let exists =
            usize::from(class.0) < cast.classes.len() && usize::from(habit.0) < cast.habits.len();
        require(exists, path, "no such class or habit")?;
        require((1..=cast.max_level).contains(level), path, "no such level")?;
        below(*experience, MAX_SMALL_COUNTER, path)?;
        self.stack(*kit, path)?;
        self.stack(*carries, path)?;
        self.night(*rested_on, path)?;
        self.night(*abed_until, path)?;
        self.site(*lodges, path)?;
        require(friends.is_sorted_by(|a, b| a < b), path, "friends out of order")?;
        friends.iter().chain(rival).try_for_each(|&id| self.person(Some(id), path))?;
        hurt_at.map_or(Ok(()), |site| self.site(site, path))?;
        let PersonRecord { raids, through, chests, met_player } = record;
        for count in [raids, through, chests, met_player] {
            below(*count, MAX_SMALL_COUNTER, path)?;
        }
        for night in [*met, *robbed_player_on].into_iter().flatten() {
            self.night(night, path)?;
        }
        match *fate {
            PersonFate::Raiding => Ok(()),
            PersonFate::Retired { night } | PersonFate::Seated { night } => self.night(night, path),
            PersonFate::Settled { night, site } => {
                self.night(night, path)?;
                self.settled(site, path)
            }
            PersonFate::Missing { night, site } | PersonFate::DrivenOff { night, site } => {
                self.night(night, path)?;
                self.site(site, path)
            }
            PersonFate::Dead { night, site, by } => {
                self.night(night, path)?;
                self.site(site, path)?;
                self.harm(by, path)
            }
        }
    }
}
