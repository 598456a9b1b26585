//! Walking a road, fighting on it, and arriving.

use crate::sim::campaign::{encounters, night, roads, site_floor};
use crate::sim::prelude::*;
use crate::sim::shift::build;
use crate::sim::shift::mess::Mess;
use crate::sim::state::journey::Leg;
use levels::{Request, generate};

/// Width and height of the field of a fight on the road.
const FIELD_SIZE: (i32, i32) = (26, 16);

/// Foes on the road stand no nearer to the player than so many cells.
const FOE_DISTANCE_CELLS: i32 = 6;

/// Sets out on the road to a neighbouring site: it is paid for, and something may happen on it.
pub(super) fn go(world: &mut World, to: SiteId) {
    let catalog = world.catalog.clone();
    let (Some(journey), Some(atlas)) = (world.journey(), world.atlas().cloned()) else { return };
    let Ok(cost) = roads::cost(journey, &atlas, to, &catalog) else { return };
    world.change::<Vitals>(world.player(), |vitals| {
        vitals.health = (vitals.health - cost.hunger).max(0);
    });
    let rations = cost.rations - cost.lacking;
    world.change_journey(|journey| {
        journey.rations -= rations;
        let night = journey.night;
        journey.trail.push(Leg::Road { to, night, rations, health: cost.hunger as u16 });
    });
    let hunger = cost.hunger;
    world.emit(Event::Journey(JourneyEvent::Travelled { to, rations, hunger }));
    if world.vitals(world.player()).health == 0 {
        world.change_journey(|journey| journey.phase = Phase::Over(End::Died));
        return;
    }
    if cost.is_long {
        pass_night(world);
        if is_over(world) {
            return;
        }
    }
    if let Some(meeting) = encounters::draw(world, to) {
        world.change_journey(|journey| journey.phase = Phase::Encounter(meeting));
        world.emit(Event::Journey(JourneyEvent::Met { meeting }));
        return;
    }
    arrive(world, to);
}

/// Whether the journey has ended: with the season, in a night on the road.
pub(super) fn is_over(world: &World) -> bool {
    world.journey().is_some_and(|journey| matches!(journey.phase, Phase::Over(_)))
}

/// The player is at the end of the road. From a site that was lost meanwhile they turn back.
pub(super) fn arrive(world: &mut World, to: SiteId) {
    world.change_journey(|journey| {
        if matches!(journey.phase, Phase::Over(_)) {
            return;
        }
        journey.phase = Phase::Map;
        if matches!(journey.site(to).state, SiteState::Lost { .. }) {
            return;
        }
        journey.came_from = journey.at;
        journey.at = to;
    });
}

/// Lets a night pass over the map.
pub(super) fn pass_night(world: &mut World) {
    let (Some(mut journey), Some(atlas)) = world.take_journey() else { return };
    let events = night::pass(&mut journey, &atlas, world.seed, &world.catalog.clone());
    world.set_journey(Some(journey), Some(atlas));
    world.events.extend(events);
}

/// Puts the player on a small field with foes, on the road to a site. False if no field can be made.
pub(super) fn begin_fight(world: &mut World, to: SiteId, foes: &[String]) -> bool {
    let catalog = world.catalog.clone();
    let (Some(journey), Some(atlas)) = (world.journey(), world.atlas()) else { return false };
    let number = journey.roads_walked();
    let request = Request {
        floor: Atlas::field_key(journey.at, number),
        width: Some(FIELD_SIZE.0),
        height: Some(FIELD_SIZE.1),
        ..Request::new(Atlas::FIELD_KIND, world.seed, atlas.site(to).depth)
    };
    let Ok(level) = generate(&request, &catalog) else { return false };
    let run = site_floor::arriving(world.run(), &catalog);
    let bare = levels::Level { things: Vec::new(), ..level };
    let mut field = build::pristine(&bare, &Mess::default(), run, world.seed, &catalog);
    let carried = world.vitals(world.player());
    field.change::<Vitals>(field.player(), |vitals| {
        (vitals.health, vitals.max_health) = (carried.health, carried.max_health);
    });
    field.put_player_on();
    let part = (Ordinal(number.into()), Ordinal(u64::from(u8::MAX)));
    let mut stream = Stream::new(world.seed, purpose::ENCOUNTER, part);
    field.replace_streams(Streams::of_raid(world.seed, bare.floor, u32::from(number)));
    let kinds = foes.iter().filter_map(|name| catalog.find_actor(name));
    for kind in kinds.collect::<Vec<ActorKindId>>() {
        let start = field.floor.start;
        let far: Vec<Pos> = field
            .floor
            .passable()
            .iter()
            .filter(|pos| pos.steps_to(start) >= FOE_DISTANCE_CELLS && !field.is_occupied(*pos))
            .collect();
        if let Some(&pos) = stream.pick(&far) {
            field.spawn(kind, pos);
        }
    }
    field.learn_plan();
    field.update_sight();
    field.events.clear();
    let events = std::mem::take(&mut world.events);
    let (journey, atlas) = world.take_journey();
    *world = field;
    world.events = events;
    world.set_journey(journey, atlas);
    world.change_journey(|journey| journey.phase = Phase::Field { to });
    true
}

/// The player leaves the field of a fight for where the road leads.
pub(super) fn leave_field(world: &mut World) {
    let Some(Phase::Field { to }) = world.journey().map(|journey| journey.phase) else { return };
    let clock = world.clock();
    world.change_journey(|journey| {
        journey.turns_before.0 += clock.0;
        journey.worked_before.0 += clock.0;
    });
    world.clear_shift();
    arrive(world, to);
}
