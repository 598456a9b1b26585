//! Which house is what, and the floor of a house when somebody comes in.

use crate::sim::campaign::town::{floors, people, search};
use crate::sim::prelude::*;
use crate::sim::shift::build;
use crate::sim::shift::mess::Mess;
use crate::sim::state::journey::stored_floor::StoredFloor;
use content::HouseKindId;
use levels::{GenError, Level, RoomRole};

/// What every house of a town is: one of each kind that is kept open, the others dwellings. It is the same on every visit.
pub(super) fn assign(site: SiteId, streets: &Level, kinds: usize) -> Vec<TownHouse> {
    let mut houses: Vec<TownHouse> = floors::houses(streets)
        .iter()
        .map(|house| TownHouse {
            door: house.door,
            faces: house.side.into(),
            kind: None,
            is_seen: false,
        })
        .collect();
    let key = (Ordinal(site.0.into()), Ordinal(0));
    let mut order: Vec<usize> = (0..houses.len()).collect();
    Stream::new(streets.seed, purpose::TOWN, key).shuffle(&mut order);
    for (kind, &house) in order.iter().take(kinds).enumerate() {
        houses[house].kind = Some(HouseKindId(kind as u8));
    }
    houses
}

/// Puts a chest into a dwelling that has none: far from the door, where it is in nobody's way.
fn furnish(house: &mut World) {
    let is_chest = |(_, fixture): (Pos, Fixture)| matches!(fixture, Fixture::Chest { .. });
    if house.floor.fixtures().any(is_chest) {
        return;
    }
    let start = house.floor.start;
    let free = house.floor.passable().iter().filter(|&pos| {
        house.is_bare(pos)
            && local_components(house.floor.passable(), pos) <= 1
            && pos.steps_to(start) > 1
            && pos.steps_to(house.floor.exit) > 1
    });
    if let Some(at) = free.max_by_key(|&pos| (pos.squared(start), pos)) {
        house.floor.set_fixture(at, Some(Fixture::Chest { full: true }));
    }
}

/// Makes the floor of a house of the town where the player is, and stores it beside the others.
///
/// # Errors
/// The house cannot be generated.
pub(super) fn open(world: &mut World, number: u8) -> Result<(), GenError> {
    let catalog = world.catalog.clone();
    let (Some(journey), Some(atlas)) = (world.journey(), world.atlas()) else { return Ok(()) };
    let site = journey.at;
    let Some(house) = journey.visit.as_ref().and_then(|own| own.houses.get(usize::from(number)))
    else {
        return Ok(());
    };
    let kind = house.kind.map(|kind| catalog.house(kind));
    let key = (Ordinal(site.0.into()), Ordinal(u64::from(number) + 1));
    let mut stream = Stream::new(world.seed, purpose::TOWN, key);
    let dwelling = &catalog.town.dwelling;
    let size = kind.map_or_else(
        || {
            let (width, height) = (dwelling.width, dwelling.height);
            (stream.range(width.0, width.1), stream.range(height.0, height.1))
        },
        |kind| (kind.width, kind.height),
    );
    let mut level = floors::house((site, number), size, house.faces, atlas, world.seed, &catalog)?;
    let night = journey.night;
    let emptied: Vec<_> = journey
        .town(site)
        .map(|town| town.emptied.iter().filter(|(house, _)| *house == number).copied().collect())
        .unwrap_or_default();
    let wares: &[Slot] = kind.map_or(&[], |kind| &kind.wares);
    if !wares.is_empty() {
        let shop = level.rooms.iter_mut().max_by_key(|room| (room.rect.area(), room.id));
        if let Some(shop) = shop {
            shop.role = RoomRole::Shop;
        }
    }
    let run = world.run().clone();
    let mut floor = build::pristine(&level, &Mess::default(), run, world.seed, &catalog);
    floor.replace_streams(Streams::of_raid(world.seed, level.floor, night.unsigned_abs().into()));
    match kind {
        None => furnish(&mut floor),
        // One sees at once where the counter is, if it stands behind a partition or not.
        Some(kind) if !kind.lodges => {
            floor.learn_plan();
        }
        Some(_) => {}
    }
    for (_, pos) in emptied {
        floor.floor.set_fixture(pos, search::emptied(floor.floor.fixture(pos)));
    }
    floor.open_shop(&level, wares);
    let people = people::at_home(&mut floor, world, number, &mut stream);
    floor.take_player_off();
    floor.events.clear();
    world.skip_ids_to(floor.run().next_id);
    let Snapshot { shift, floor, streams, .. } = floor.snapshot();
    let stored = StoredFloor { number: number + 1, floor, shift, streams };
    world.change_journey(|journey| {
        let place = journey.floors.partition_point(|other| other.number < stored.number);
        journey.floors.insert(place, stored);
        if let Some(visit) = &mut journey.visit {
            visit.people.extend(people);
            visit.people.sort_by_key(|person| person.actor);
        }
    });
    Ok(())
}
