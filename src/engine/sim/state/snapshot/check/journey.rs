//! The journey: what goes together of sites, cast, floors, towns and orders.

use std::fmt::Display;

use super::floor::report;
use super::{Checker, SnapshotError, once_each, require, rising};
use crate::sim::event::Meeting;
use crate::sim::state::journey::atlas::Atlas;
use crate::sim::state::journey::records::{FloorMemory, Person, PersonFate, SiteRecord, TownVisit};
use crate::sim::state::journey::{
    ExtraOrder, Journey, Phase, RaidProgress, Seat, StoredFloor, perks_chosen, perks_earned,
};
use crate::sim::state::snapshot::Snapshot;
use crate::sim::units::{Holder, SiteId};
use base::Pos;
use content::{EncounterNeed, NoticeId, NoticePlace};
use levels::Request;

const MAX_FLOORS: usize = 64;

impl Checker<'_> {
    pub(super) fn journey(&self, own: &Journey, atlas: &Atlas) -> Result<(), SnapshotError> {
        rising(&own.met, "journey.met")?;
        rising(&own.flags, "journey.flags")?;
        rising(&own.said, "journey.said")?;
        rising(own.rumours.iter().map(|rumour| rumour.site), "journey.rumours")?;
        self.towns(own, atlas)?;
        for (index, order) in own.closet_orders.offered.iter().enumerate() {
            let path = format_args!("journey.closet_orders.offered[{index}]");
            self.extra_order(Some(*order), NoticePlace::Closet, path)?;
        }
        let taken = own.closet_orders.taken;
        self.extra_order(taken, NoticePlace::Closet, "journey.closet_orders.taken")?;
        self.extra_order(own.extra_order, NoticePlace::Board, "journey.extra_order")?;
        self.phase(own.phase)?;
        self.seniority(own)?;
        let count = own.sites.len();
        require(count == atlas.count(), "journey.sites", "not one for each site of the map")?;
        for (index, site) in own.sites.iter().enumerate() {
            site_record(site, &format!("journey.sites[{index}]"))?;
        }
        for (index, person) in own.cast.iter().enumerate() {
            let path = format_args!("journey.cast[{index}]");
            rising(&person.friends, format_args!("{path}.friends"))?;
            if let PersonFate::Settled { site, .. } = person.fate {
                // Where people settle is no town, and neither end of the way.
                let fits = !atlas.is_town(site) && site != atlas.goal() && site != atlas.start();
                require(fits, path, "nobody settles there")?;
            }
        }
        self.raid_progress(&own.raid)?;
        once_each(own.expected.iter().copied(), "journey.expected")?;
        seat(own)?;
        roads(own, atlas)?;
        if let Some(kind) = own.follower {
            let actor = self.catalog.actor(kind);
            let lives_there = kind != self.catalog.rules.upkeeper.id
                && actor.raider.is_none()
                && actor.boss.is_none();
            require(lives_there, "journey.follower", "is no resident")?;
        }
        // Last, since each of them is checked with the journey.
        self.stored_floors(own)
    }

    /// What the player does, and whether the rest of the state goes with it.
    fn phase(&self, phase: Phase) -> Result<(), SnapshotError> {
        let path = "journey.phase";
        let away = self.snapshot.shift.away;
        match phase {
            Phase::Over(_) | Phase::Site | Phase::Town | Phase::Field { .. } => Ok(()),
            Phase::Map | Phase::Seniority => require(away, path, "over the map, and on a floor"),
            Phase::Encounter(Meeting { encounter, person, .. }) => {
                require(away, path, "on the road, and on a floor")?;
                let needs = &self.catalog.encounters[usize::from(encounter.0)].needs;
                let asks = needs.iter().any(|need| matches!(need, EncounterNeed::Hero(_)));
                require(asks == person.is_some(), path, "with somebody too many, or too few")
            }
        }
    }

    /// How far the raid of dawn has come, beside the raid on the floor in play.
    fn raid_progress(&self, progress: &RaidProgress) -> Result<(), SnapshotError> {
        let path = "journey.raid";
        let shift = &self.snapshot.shift;
        let is_here = shift.raid.is_some();
        match progress {
            RaidProgress::NotYet => {
                require(!is_here, path, "to come, but there is one on the floor")
            }
            RaidProgress::Here => {
                let is_here = is_here || shift.at_dawn.is_some();
                require(is_here, path, "here, but there is none on the floor")
            }
            RaidProgress::Over => require(!is_here, path, "over, but there is one on the floor"),
            RaidProgress::Arrives { report: above, .. } => {
                require(!is_here, path, "overhead, but there is one on the floor")?;
                report(above, path)
            }
        }
    }

    /// The perks that are held were earned, and only the last one may still have to be chosen.
    fn seniority(&self, own: &Journey) -> Result<(), SnapshotError> {
        let held = perks_chosen(&self.snapshot.run.perks, self.catalog);
        let earned = perks_earned(own.orders, self.catalog);
        match own.phase {
            // A run can be given up before the choice.
            Phase::Over(_) => require(held <= earned, "run.perks", "more than were earned"),
            Phase::Seniority => {
                require(held < earned, "journey.phase", "a choice of a perk that was not earned")
            }
            _ => require(held == earned, "run.perks", "not as many as were earned"),
        }
    }

    /// Each stored floor is checked as if it were in play.
    fn stored_floors(&self, own: &Journey) -> Result<(), SnapshotError> {
        let path = "journey.floors";
        let floors = &own.floors;
        require(floors.len() < MAX_FLOORS, path, "more than any site has")?;
        let numbers: Vec<u8> = floors.iter().map(|stored| stored.number).collect();
        let are_told_apart = numbers.is_sorted_by(|a, b| a < b) && !numbers.contains(&own.floor);
        require(are_told_apart, path, "out of order, or in play")?;
        let count = floors.len() + 1;
        let mut all = numbers.iter().chain([&own.floor]).map(|&own| usize::from(own));
        // Of a town the streets are there, and those of its houses that the player was in.
        let are_all = match &own.visit {
            Some(visit) => {
                all.clone().any(|own| own == 0) && all.all(|own| own <= visit.houses.len())
            }
            None => all.all(|own| own < count),
        };
        require(are_all, path, "one of the floors between is missing")?;
        let has_floors = matches!(own.phase, Phase::Site | Phase::Town | Phase::Over(_));
        require(has_floors || count == 1, path, "those of no site")?;
        for (index, stored) in floors.iter().enumerate() {
            let StoredFloor { number: _, floor, shift, streams } = stored.clone();
            let is_still = shift.away && shift.raid.is_none();
            require(
                is_still,
                format_args!("{path}[{index}].shift"),
                "goes on, but is not in play",
            )?;
            let journey =
                Journey { floor: 0, floors: Vec::new(), raid: RaidProgress::NotYet, ..own.clone() };
            let run = self.snapshot.run.clone();
            let snapshot = Snapshot { run, shift, floor, streams, journey: Some(journey) };
            let within = |SnapshotError { path: own, fault }| SnapshotError {
                path: format!("{path}[{index}].{own}"),
                fault,
            };
            Checker { snapshot: &snapshot, ..*self }.check().map_err(within)?;
        }
        Ok(())
    }

    fn extra_order(
        &self,
        order: Option<ExtraOrder>,
        place: NoticePlace,
        path: impl Display,
    ) -> Result<(), SnapshotError> {
        let Some(ExtraOrder { notice, person, .. }) = order else { return Ok(()) };
        require(self.hangs_in(notice, place), &path, "no such order")?;
        let asks = &self.catalog.notices.kinds[usize::from(notice.0)].asks;
        let is_whole = asks.is_about_person() == person.is_some();
        require(is_whole, path, "about nobody, or about somebody whom it does not ask of")
    }

    fn hangs_in(&self, notice: NoticeId, place: NoticePlace) -> bool {
        self.catalog.notices.kinds[usize::from(notice.0)].hangs == place
    }

    fn towns(&self, own: &Journey, atlas: &Atlas) -> Result<(), SnapshotError> {
        rising(own.towns.iter().map(|town| town.site), "journey.towns")?;
        for (index, town) in own.towns.iter().enumerate() {
            let path = format_args!("journey.towns[{index}]");
            let is_less = town.known_elsewhere <= town.thefts;
            require(is_less, path, "more thefts known than seen")?;
            require(atlas.is_town(town.site), path, "no town")?;
            rising(&town.emptied, format_args!("{path}.emptied"))?;
        }
        // Whoever dies in a town, or gives up there, has ended the run in the middle of the visit.
        let agree = match own.phase {
            Phase::Town => own.visit.is_some(),
            Phase::Over(_) => true,
            _ => own.visit.is_none(),
        };
        require(agree, "journey.visit", "of another place")?;
        let Some(visit) = &own.visit else { return Ok(()) };
        let is_kept = own.towns.iter().any(|town| town.site == own.at);
        require(is_kept, "journey.visit", "of a town that was never entered")?;
        self.visit(visit, own.floor)
    }

    fn visit(&self, visit: &TownVisit, floor: u8) -> Result<(), SnapshotError> {
        let houses = visit.houses.len();
        let drinks = self.catalog.town.drinks.len();
        require(usize::from(floor) <= houses, "journey.floor", "no such house")?;
        rising(visit.people.iter().map(|person| person.actor), "journey.visit.people")?;
        rising(visit.deals.iter().map(|own| (own.0, own.1)), "journey.visit.deals")?;
        let exist = visit.deals.iter().all(|own| usize::from(own.0) < houses);
        require(exist, "journey.visit.deals", "no such house")?;
        let hangs = |notice| self.hangs_in(notice, NoticePlace::Board);
        require(visit.notice.is_none_or(hangs), "journey.visit.notice", "no such order")?;
        rising(&visit.tipped, "journey.visit.tipped")?;
        let exist = visit.tipped.iter().all(|&house| usize::from(house) < houses);
        require(exist, "journey.visit.tipped", "no such house")?;
        rising(visit.drinks.iter().map(|own| (own.0, own.1)), "journey.visit.drinks")?;
        let exist = visit.drinks.iter().all(|own| usize::from(own.1) < drinks);
        require(exist, "journey.visit.drinks", "no such drink")?;
        rising(visit.games.iter().map(|own| own.0), "journey.visit.games")
    }
}

/// The holder of the Deep Seat sits there, and those who sit there have somebody to sit with.
fn seat(journey: &Journey) -> Result<(), SnapshotError> {
    const PATH: &str = "journey.seat";
    let Seat { holder, .. } = &journey.seat;
    let is_seated = |person: &Person| matches!(person.fate, PersonFate::Seated { .. });
    let leader = holder.and_then(Holder::person);
    let is_there = leader.is_none_or(|id| is_seated(journey.person(id)));
    require(is_there, PATH, "held by somebody who is not there")?;
    let is_empty = !journey.cast.iter().any(is_seated);
    require(leader.is_some() || is_empty, PATH, "somebody is there with nobody")?;
    let leads = journey.expected.iter().all(|&id| journey.person(id).is_raiding());
    require(leads, "journey.expected", "somebody who raids no more")
}

fn site_record(site: &SiteRecord, path: &str) -> Result<(), SnapshotError> {
    for raid in &site.raids {
        let fits = usize::from(raid.fallen) <= raid.party.members.len();
        require(fits, path, "more dead than came")?;
        once_each(raid.party.members.iter().filter_map(|own| Some(own.person?.id)), path)?;
    }
    for FloorMemory { seen, shut, kits } in &site.memory.floors {
        let (width, height) = (seen.width(), seen.height());
        let is_floor = width.max(height) <= Request::LARGEST;
        let is_on_it = |at: &Pos| (0..width).contains(&at.x) && (0..height).contains(&at.y);
        let mut cells = shut.iter().chain(kits.iter().map(|(at, _)| at));
        require(is_floor && cells.all(is_on_it), path, "no memory of a floor")?;
        rising(shut, format_args!("{path}.memory.floors"))?;
        rising(kits.iter().map(|(at, _)| at), format_args!("{path}.memory.floors"))?;
    }
    Ok(())
}

fn roads(own: &Journey, atlas: &Atlas) -> Result<(), SnapshotError> {
    for (roads, path) in
        [(&own.closed_roads, "journey.closed_roads"), (&own.opened_roads, "journey.opened_roads")]
    {
        require(roads.iter().all(|(a, b)| a < b), path, "the wrong way round")?;
    }
    let is_road = |road: &(SiteId, SiteId)| {
        own.opened_roads.contains(road) || atlas.roads(road.0).iter().any(|&(to, _)| to == road.1)
    };
    let are_roads = own.closed_roads.iter().all(is_road);
    require(are_roads, "journey.closed_roads", "no road is there to be shut")?;
    if let Phase::Encounter(Meeting { to, .. }) | Phase::Field { to } = own.phase {
        let road = (to.min(own.at), to.max(own.at));
        require(is_road(&road), "journey.phase", "on the way without a road")?;
    }
    Ok(())
}
