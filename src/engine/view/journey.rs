//! A journey as the player knows it: the map, the roads and what they cost, the cast, and the way
//! so far.

use std::fmt;

use crate::sim::{
    Atlas, ClosetOrders, Coins, Command, Journey, JourneyRef, Leg, Person, PersonFate, PersonId,
    Phase, Reject, RoadCost, SiteId, SiteRaid, SiteState, World, town_cost,
};
use base::{Pos, Purpose, Seed, Stream};
use content::{Catalog, Depth, HeroClassId};
use serde::Serialize;

use super::View;

#[derive(Clone, Copy)]
pub struct JourneyView<'a> {
    view: View<'a>,
    /// As it is saved, with what its rules look at.
    pub(super) own: JourneyRef<'a>,
}

#[derive(Clone, Debug)]
pub struct SiteView<'a> {
    pub id: SiteId,
    /// "Nether Wold", "the Deep Seat".
    pub name: String,
    pub kind: &'a str,
    pub depth: Depth,
    pub pos: Pos,
    pub state: SiteState,
    /// The night on which it is lost, if nothing is done.
    pub falls_on: Option<i16>,
    /// The raids since it was made, as far as they are known.
    pub raids: &'a [SiteRaid],
    pub is_town: bool,
    pub is_goal: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct RoadView {
    pub to: SiteId,
    /// In cells.
    pub length: u32,
    /// What it costs now, or why it cannot be walked.
    pub cost: Result<RoadCost, Reject>,
}

impl<'a> View<'a> {
    /// The journey; `None` in other modes.
    pub fn journey(&self) -> Option<JourneyView<'a>> {
        Some(JourneyView { view: *self, own: self.world().on_journey()? })
    }

    /// Whether the floor is the field of a fight on the road.
    pub fn is_in_field(&self) -> bool {
        self.journey().is_some_and(|journey| matches!(journey.phase(), Phase::Field { .. }))
    }

    /// Whether the exit of this floor is a stair to another one of the site.
    pub fn has_stairs_down(&self) -> bool {
        let is_above = |journey: &Journey| journey.floor < journey.last_floor();
        !self.is_in_town() && self.world().journey().is_some_and(is_above)
    }

    /// Whether the start of this floor is a stair from another one of the site.
    pub fn has_stairs_up(&self) -> bool {
        self.world().journey().is_some_and(|journey| journey.floor > 0)
    }

    pub fn is_journey(&self) -> bool {
        self.setup().mode.is_journey()
    }

    /// Whether the player of a journey is on no floor: over the map, before a choice, or at an end
    /// that came there.
    pub fn is_between_floors(&self) -> bool {
        let phase = self.journey().map(|journey| journey.phase());
        match phase {
            Some(Phase::Map | Phase::Encounter(_) | Phase::Seniority) => true,
            Some(Phase::Over(_)) => self.shift_end().is_none(),
            Some(Phase::Site | Phase::Field { .. } | Phase::Town) | None => false,
        }
    }

    /// Whether the player is over the map, on no floor.
    pub fn is_on_map(&self) -> bool {
        self.journey().is_some_and(|journey| journey.is_on_map())
    }
}

impl<'a> JourneyView<'a> {
    pub fn phase(&self) -> Phase {
        self.own.journey.phase
    }

    /// The number of the night that comes, from 1 on.
    pub fn night(&self) -> i16 {
        self.own.journey.night
    }

    pub fn rations(&self) -> u16 {
        self.own.journey.rations
    }

    pub fn refusal(&self, command: &Command) -> Option<Reject> {
        self.view.refusal(command)
    }

    /// What it costs to walk into the town where the player is; `None` elsewhere.
    pub fn town_cost(&self) -> Option<RoadCost> {
        let is_town = self.own.atlas.is_town(self.at());
        is_town.then(|| town_cost(self.view.world(), self.own))
    }

    pub fn closet_orders(&self) -> &'a ClosetOrders {
        &self.own.journey.closet_orders
    }

    pub fn coins(&self) -> Coins {
        self.view.world().belongings().coins
    }

    /// The floor of the site that the player is on, counted from 1, and the number of its floors.
    pub fn floor(&self) -> (u8, u8) {
        (self.own.journey.floor + 1, self.own.journey.last_floor() + 1)
    }

    pub fn at(&self) -> SiteId {
        self.own.journey.at
    }

    /// The site where the journey began.
    pub fn home(&self) -> SiteId {
        self.own.atlas.start()
    }

    /// The Deep Seat.
    pub fn goal(&self) -> SiteId {
        self.own.atlas.goal()
    }

    /// Whether there is work to do where the player is.
    pub fn has_work(&self) -> bool {
        let is_open = self.own.journey.site(self.at()).state == SiteState::Open;
        is_open && !self.own.atlas.is_town(self.at())
    }

    pub fn atlas(&self) -> &'a Atlas {
        self.own.atlas
    }

    pub fn site(&self, id: SiteId) -> SiteView<'a> {
        let record = self.own.journey.site(id);
        let site = self.own.atlas.site(id);
        SiteView {
            id,
            name: self.site_name(id),
            kind: &site.kind,
            depth: site.depth,
            pos: site.pos(),
            state: record.state,
            falls_on: record.falls_on,
            raids: &record.raids,
            is_town: self.own.atlas.is_town(id),
            is_goal: id == self.goal(),
        }
    }

    /// What a site is called: no two of a map share a name.
    pub fn site_name(&self, id: SiteId) -> String {
        if id == self.own.atlas.start() {
            return "the Home Post".to_owned();
        }
        if id == self.goal() {
            return "the Deep Seat".to_owned();
        }
        let names = &self.view.catalog().texts.places;
        let mut order: Vec<usize> = (0..names.len()).collect();
        Stream::new(self.seed(), Purpose::new("place names"), ()).shuffle(&mut order);
        let place = usize::from(id.0);
        let name = &names[order[place % order.len()]];
        match place / order.len() {
            0 => name.clone(),
            more => format!("{name} {}", more + 1),
        }
    }

    pub(super) fn world(&self) -> &'a World {
        self.view.world()
    }

    pub(super) fn catalog(&self) -> &'a Catalog {
        self.view.catalog()
    }

    pub(super) fn ration_cells(&self) -> u32 {
        self.catalog().campaign.ration_cells
    }

    /// Whether the player is over the map, on no floor.
    pub fn is_on_map(&self) -> bool {
        self.phase() == Phase::Map
    }

    /// What has become of the journey so far, in order.
    pub fn trail(&self) -> &'a [Leg] {
        &self.own.journey.trail
    }

    fn seed(&self) -> Seed {
        self.view.seed()
    }

    /// The roads from where the player is, by the id of where they lead.
    pub fn roads(&self) -> Vec<RoadView> {
        let roads = self.own.roads(self.at()).into_iter();
        roads.map(|(to, length)| RoadView { to, length, cost: self.own.road_cost(to) }).collect()
    }

    pub fn cast(&self) -> impl Iterator<Item = PersonView<'a>> {
        let catalog: &'a Catalog = self.view.catalog();
        self.own.journey.persons().map(move |(id, person)| PersonView::new(id, person, catalog))
    }

    /// What a party is called after its leader: "Wynn Ockley and company".
    pub(super) fn company(&self, leader: PersonId) -> String {
        format!("{} and company", self.person(leader).name())
    }

    pub fn person(&self, id: PersonId) -> PersonView<'a> {
        PersonView::new(id, self.own.journey.person(id), self.catalog())
    }
}

#[derive(Clone, Copy)]
pub struct PersonView<'a> {
    pub id: PersonId,
    person: &'a Person,
    catalog: &'a Catalog,
}

impl<'a> PersonView<'a> {
    pub(super) fn new(id: PersonId, person: &'a Person, catalog: &'a Catalog) -> PersonView<'a> {
        PersonView { id, person, catalog }
    }

    pub fn given(&self) -> &'a str {
        &self.catalog.texts.raiders[usize::from(self.person.given)]
    }

    pub fn surname(&self) -> &'a str {
        &self.catalog.texts.surnames[usize::from(self.person.surname)]
    }

    /// "Wynn Ockley".
    pub fn name(&self) -> String {
        format!("{} {}", self.given(), self.surname())
    }

    /// "Wynn Ockley the squire".
    pub(super) fn title(&self) -> String {
        format!("{} the {}", self.name(), self.kind())
    }

    /// What they are now: "squire".
    pub fn kind(&self) -> &'a str {
        let kind = self.catalog.class(self.class()).kind_at(self.person.level);
        &self.catalog.actor(kind).name
    }

    fn class(&self) -> HeroClassId {
        self.person.class
    }

    /// The habit, in a word and in a phrase.
    pub fn habit(&self) -> (&'a str, &'a str) {
        let habit = self.catalog.habit(self.person.habit);
        (&habit.name, &habit.about)
    }

    pub fn level(&self) -> u8 {
        self.person.level
    }

    pub fn fate(&self) -> PersonFate {
        self.person.fate
    }

    /// Whether they are still in the marches, raiding or not.
    pub(super) fn is_about(&self) -> bool {
        matches!(
            self.fate(),
            PersonFate::Raiding | PersonFate::Seated { .. } | PersonFate::Settled { .. }
        )
    }

    /// All that is known of them.
    pub fn record(&self) -> &'a Person {
        self.person
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JourneyPlace {
    pub night: i16,
    /// "Nether Wold", "the Home Post".
    pub site: String,
    /// The kind of its level, and how deep it is.
    pub kind: String,
    pub depth: Depth,
    /// Whether the player is at work there, or else over the map or on a road.
    pub at_work: bool,
}

impl View<'_> {
    /// Where a journey stands; `None` in other modes.
    pub fn journey_place(&self) -> Option<JourneyPlace> {
        let journey = self.journey()?;
        let site = journey.site(journey.at());
        Some(JourneyPlace {
            night: journey.night(),
            site: site.name,
            kind: site.kind.to_owned(),
            depth: site.depth,
            at_work: journey.phase() == Phase::Site,
        })
    }
}

impl View<'_> {
    /// What the journey began with from the cart of another upkeeper: whose, and what.
    pub fn hand_me_down(&self) -> Option<(&str, String)> {
        let item = self.setup().mode.hand_me_down()?;
        let kind = item.kind(self.catalog())?;
        Some((&item.from, self.item_name(kind, 1)))
    }
}

impl fmt::Display for JourneyPlace {
    /// "night 6 at Nether Wold (keep, depth 4)".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let JourneyPlace { night, site, kind, depth, .. } = self;
        write!(f, "night {night} at {site} ({kind}, depth {depth})")
    }
}
