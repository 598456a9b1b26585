//! Walking into a town, from house to house, and out by a gate.

use crate::sim::campaign::journey_ref::JourneyRef;
use crate::sim::campaign::site_floor;
use crate::sim::campaign::town::{houses, people};
use crate::sim::campaign::travel::RoadCost;
use crate::sim::prelude::*;
use crate::sim::state::journey::Leg;
use crate::sim::state::journey::records::{TownRecord, TownVisit};
use content::{Notice, NoticeId};

/// What it would cost now to walk into the town where the player is; nothing at home. Nobody drops
/// at a gate: hunger leaves 1 health, since out of an unvisited town there may be no other way.
pub(crate) fn cost(world: &World, journey: JourneyRef<'_>) -> RoadCost {
    let is_home = journey.at == journey.atlas.start();
    let rations = if is_home { 0 } else { journey.catalog.town.entry_rations };
    let lacking = rations.saturating_sub(journey.rations);
    let max = (world.vitals(world.player()).health - 1).max(0);
    let hunger = (i32::from(lacking) * journey.catalog.campaign.hunger).min(max);
    RoadCost { rations, is_long: false, lacking, hunger }
}

/// Whether the player can walk into the town where they are: once a night.
pub(crate) fn check_entry(journey: &Journey) -> Result<(), Reject> {
    let seen = journey.town(journey.at).is_some_and(|town| town.visited == journey.night);
    if seen { Err(Reject::TownSeen) } else { Ok(()) }
}

/// Puts the player inside the gate of the town where they are. Nothing happens if the town cannot
/// be generated, but that its roads are open.
pub(crate) fn enter(world: &mut World) {
    let Some(journey) = world.on_journey() else { return };
    let (site, night, cost) = (journey.at, journey.night, cost(world, journey));
    let Ok(level) = journey.streets() else {
        open_roads(world, site);
        return;
    };
    let notice = journey.draw_notice();
    let houses = houses::assign(site, &level, world.catalog.town.houses.len());
    let mut streets = site_floor::arrive_on(&level, world, cost.hunger);
    let turn_of_streams = night.unsigned_abs().into();
    streets.streams = Streams::of_raid(world.seed, level.floor, turn_of_streams);
    let people = people::on_streets(&mut streets, world);
    streets.put_player_on();
    site_floor::put_into_play(world, streets);
    let (rations, hunger) = (cost.rations - cost.lacking, cost.hunger);
    world.change_journey(|journey| {
        journey.phase = Phase::Town;
        journey.rations -= rations;
        // The gate is the last piece of the road.
        if let Some(Leg::Road { health, .. }) = journey.trail.last_mut() {
            *health += hunger as u16;
        }
        journey.floor = 0;
        journey.visit = Some(TownVisit { houses, people, notice, ..TownVisit::default() });
        let town = TownRecord { site, ..TownRecord::default() };
        entry(&mut journey.towns, |town| town.site, town).visited = night;
    });
    world.emit(JourneyEvent::TownEntered { site, rations, hunger });
}

impl JourneyRef<'_> {
    fn draw_notice(self) -> Option<NoticeId> {
        let key = (Ordinal(self.at.0.into()), night_ordinal(self.night));
        let mut stream = Stream::new(self.seed, purpose::TOWN_BOARD, key);
        let weight = |notice: &Notice| match notice.hangs {
            NoticePlace::Board => notice.weight,
            NoticePlace::Closet => 0,
        };
        let weights = self.catalog.notices.kinds.iter().map(weight);
        stream.weighted(weights).map(|place| NoticeId(place as u8))
    }
}

/// Whether the player stands at a gate of the town; `true` in it for the one that leads on.
pub(super) fn gate(world: &World) -> Option<bool> {
    let here = world.player_pos();
    match world.house_number() {
        None if here == world.floor.exit => Some(true),
        None if here == world.floor.start => Some(false),
        _ => None,
    }
}

/// The player leaves the town by the gate where they stand. The one at the other end opens its
/// roads; so does the near one if the way back is closed, since the player could not go anywhere.
pub(super) fn leave(world: &mut World) {
    let (clock, Some(journey)) = (world.clock(), world.on_journey()) else { return };
    let is_way_back = journey.road_cost(journey.came_from).is_ok();
    let opens = gate(world) == Some(true) || !is_way_back;
    let site = journey.at;
    world.change_journey(|journey| {
        journey.add_turns(clock, clock);
        journey.phase = Phase::Map;
        journey.floors.clear();
        (journey.floor, journey.visit) = (0, None);
    });
    if opens {
        open_roads(world, site);
    }
    world.take_player_off();
    world.clear_shift();
    world.emit(JourneyEvent::TownLeft { site, opens });
}

fn open_roads(world: &mut World, site: SiteId) {
    world.change_journey(|journey| {
        let night = journey.night;
        let record = journey.site_mut(site);
        if record.state == SiteState::Open {
            record.state = SiteState::Worked { night };
        }
    });
}

/// The player goes into a house. Nothing happens if it cannot be generated: nobody is at home.
pub(super) fn enter_house(world: &mut World, number: u8) {
    // The walk belongs to the streets, which are left.
    world.shift.activity = None;
    let is_made = |world: &World| {
        let floors = world.journey().map(|journey| &journey.floors);
        floors.is_some_and(|floors| floors.iter().any(|stored| stored.number == number + 1))
    };
    if !is_made(world) {
        // A house that cannot be generated stays shut.
        let Some(()) = houses::open(world, number) else { return };
    }
    world.take_player_off();
    world.switch_floor(number + 1);
    let start = world.floor.start;
    let at = world.nearest_free(start).unwrap_or(start);
    world.put_player_at(at);
    world.update_sight();
    let mut kind = None;
    world.change_visit(|visit| {
        if let Some(house) = visit.houses.get_mut(usize::from(number)) {
            house.is_seen = true;
            kind = house.kind;
        }
    });
    world.emit(JourneyEvent::HouseEntered { house: number, kind });
}

/// The player is on the streets again, before the door of the house that they were in.
pub(super) fn leave_house(world: &mut World) {
    let Some(step) = world.house_here().map(TownHouse::doorstep) else { return };
    world.take_player_off();
    world.switch_floor(0);
    let at = world.nearest_free(step).unwrap_or(world.floor.start);
    world.put_player_at(at);
    world.update_sight();
}
