//! Walking into a town, from house to house, and out by a gate.

use crate::sim::campaign::town::{floors, houses, people};
use crate::sim::campaign::{roads, site_floor};
use crate::sim::prelude::*;
use crate::sim::shift::build;
use crate::sim::shift::mess::Mess;
use crate::sim::state::journey::Leg;
use crate::sim::state::journey::town::{TownRecord, TownVisit};
use content::{Notice, NoticeId};

/// What it takes to walk into a town.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TownCost {
    pub rations: u16,
    /// Rations that are lacking, and the health that it costs to do without.
    pub lacking: u16,
    pub hunger: i32,
}

/// What it would cost now to walk into the town where the player is; nothing at home. Nobody drops at a gate: hunger leaves 1 health,
/// since out of an unvisited town there may be no other way.
pub(crate) fn cost(world: &World, journey: &Journey, atlas: &Atlas) -> TownCost {
    let catalog = &world.catalog;
    let is_home = journey.at == atlas.start();
    let rations = if is_home { 0 } else { catalog.town.entry_rations };
    let lacking = rations.saturating_sub(journey.rations);
    let most = (world.vitals(world.player()).health - 1).max(0);
    let hunger = (i32::from(lacking) * catalog.campaign.hunger).min(most);
    TownCost { rations, lacking, hunger }
}

/// Whether the player can walk into the town where they are: once a night.
///
/// # Errors
/// Why not.
pub(crate) fn check_entry(journey: &Journey) -> Result<(), Reject> {
    let seen = journey.town(journey.at).is_some_and(|town| town.visited == journey.night);
    if seen { Err(Reject::TownSeen) } else { Ok(()) }
}

/// Puts the player inside the gate of the town where they are. Nothing happens if the town cannot be generated, but that its roads
/// are open.
pub(crate) fn enter(world: &mut World) {
    let catalog = world.catalog.clone();
    let (Some(journey), Some(atlas)) = (world.journey(), world.atlas()) else { return };
    let (site, night, cost) = (journey.at, journey.night, cost(world, journey, atlas));
    let Ok(level) = floors::streets(site, atlas, world.seed, &catalog) else {
        open_roads(world, site);
        return;
    };
    let run = site_floor::arriving(world.run(), &catalog);
    let mut streets = build::pristine(&level, &Mess::default(), run, world.seed, &catalog);
    let turn_of_streams = night.unsigned_abs().into();
    streets.replace_streams(Streams::of_raid(world.seed, level.floor, turn_of_streams));
    let carried = world.vitals(world.player());
    streets.change::<Vitals>(streets.player(), |vitals| {
        (vitals.health, vitals.max_health) = (carried.health - cost.hunger, carried.max_health);
    });
    let people = people::on_streets(&mut streets, world);
    streets.put_player_on();
    streets.learn_plan();
    streets.update_sight();
    streets.events.clear();
    let visit = TownVisit {
        houses: houses::assign(site, &level, catalog.town.houses.len()),
        people,
        notice: draw_notice(world.seed, site, night, &catalog),
        ..TownVisit::default()
    };
    let events = std::mem::take(&mut world.events);
    let (journey, atlas) = world.take_journey();
    *world = streets;
    world.events = events;
    world.set_journey(journey, atlas);
    world.change_journey(|journey| {
        journey.phase = Phase::Town;
        journey.rations -= cost.rations - cost.lacking;
        // The gate is the last piece of the road.
        if let Some(Leg::Road { health, .. }) = journey.trail.last_mut() {
            *health += cost.hunger as u16;
        }
        (journey.floor, journey.visit) = (0, Some(visit));
        match journey.towns.binary_search_by_key(&site, |town| town.site) {
            Ok(place) => journey.towns[place].visited = night,
            Err(place) => {
                let town = TownRecord {
                    site,
                    visited: night,
                    thefts: 0,
                    known_elsewhere: 0,
                    emptied: Vec::new(),
                };
                journey.towns.insert(place, town);
            }
        }
    });
    let (rations, hunger) = (cost.rations - cost.lacking, cost.hunger);
    world.emit(Event::Journey(JourneyEvent::TownEntered { site, rations, hunger }));
}

/// The order that hangs on the board of a town on a night.
fn draw_notice(seed: base::Seed, site: SiteId, night: i16, catalog: &Catalog) -> Option<NoticeId> {
    let key = (Ordinal(site.0.into()), night_ordinal(night));
    let mut stream = Stream::new(seed, purpose::TOWN_BOARD, key);
    let weight = |notice: &Notice| match notice.hangs {
        NoticePlace::Board => notice.weight,
        NoticePlace::Closet => 0,
    };
    let weights = catalog.notices.kinds.iter().map(weight);
    stream.weighted(weights).map(|place| NoticeId(place as u8))
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

/// The player leaves the town by the gate where they stand. The one at the other end opens its roads; so does the near one if the way
/// back is closed, since the player could not go anywhere.
pub(super) fn leave(world: &mut World) {
    let (clock, Some(journey), Some(atlas)) = (world.clock(), world.journey(), world.atlas())
    else {
        return;
    };
    let is_way_back = roads::cost(journey, atlas, journey.came_from, &world.catalog).is_ok();
    let opens = gate(world) == Some(true) || !is_way_back;
    let site = journey.at;
    world.change_journey(|journey| {
        journey.turns_before.0 += clock.0;
        journey.worked_before.0 += clock.0;
        journey.phase = Phase::Map;
        journey.floors.clear();
        (journey.floor, journey.visit) = (0, None);
    });
    if opens {
        open_roads(world, site);
    }
    world.take_player_off();
    world.clear_shift();
    world.emit(Event::Journey(JourneyEvent::TownLeft { site, opens }));
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
    let is_made = |world: &World| {
        let floors = world.journey().map(|journey| &journey.floors);
        floors.is_some_and(|floors| floors.iter().any(|stored| stored.number == number + 1))
    };
    if !is_made(world) {
        // A house that cannot be generated stays shut.
        let _ = houses::open(world, number);
    }
    if !is_made(world) {
        return;
    }
    world.take_player_off();
    world.switch_floor(number + 1);
    let start = world.floor.start;
    let at = world.nearest_free(start).unwrap_or(start);
    world.put_player_at(at);
    world.update_sight();
    let mut kind = None;
    world.change_journey(|journey| {
        let visit = journey.visit.as_mut();
        if let Some(house) = visit.and_then(|own| own.houses.get_mut(usize::from(number))) {
            house.is_seen = true;
            kind = house.kind;
        }
    });
    world.emit(Event::Journey(JourneyEvent::HouseEntered { house: number, kind }));
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
