//! The floors of a town: the streets, which house is what, and the floor of a house when somebody
//! comes in.

use crate::sim::campaign::journey_ref::JourneyRef;
use crate::sim::campaign::site_floor::generate_right;
use crate::sim::campaign::town::{people, search};
use crate::sim::prelude::*;
use crate::sim::shift::build;
use crate::sim::shift::build::Mess;
use crate::sim::state::journey::StoredFloor;
use content::HouseKindId;
use levels::{GenError, House, Level, Request, RoomRole, ThingKind, find_kind};

/// Every town has more houses than those that somebody keeps open, by so many at least.
const MIN_DWELLINGS: usize = 3;

impl JourneyRef<'_> {
    /// The streets of the town where the player is: nothing is left on them but wells and lamps.
    pub(super) fn streets(self) -> Result<Level, GenError> {
        let (site, place, rules) = (self.at, self.atlas.site(self.at), &self.catalog.town);
        let own = Request::new(&place.kind, self.seed, place.depth);
        let dense = [
            ("house_percent".to_owned(), rules.house_percent),
            ("square".to_owned(), rules.has_square.into()),
        ];
        let request = Request {
            width: Some(rules.width),
            height: Some(rules.height),
            settings: dense.into(),
            ..own.clone()
        };
        // Where so small a town does not come about there is one of the usual size.
        let is_town = |level: &Level| houses(level).len() >= rules.houses.len() + MIN_DWELLINGS;
        let keeps = |kind| matches!(kind, ThingKind::Light | ThingKind::Well | ThingKind::House);
        generate_right(site, 0, &request, self.catalog, is_town)
            .or_else(|_| generate_right(site, 0, &own, self.catalog, is_town))
            .map(|level| only(level, keeps))
    }

    /// The inside of a house of the town where the player is: rooms, furniture and chests. Whoever
    /// comes in stands behind the front door.
    fn inside(self, number: u8, size: (i32, i32), faces: Dir) -> Result<Level, GenError> {
        let kind = find_kind(Atlas::HOUSE_KIND, self.catalog)?;
        let side = Dir::CARDINAL.into_iter().position(|dir| dir == faces);
        let request = Request {
            width: Some(size.0.max(kind.min.0)),
            height: Some(size.1.max(kind.min.1)),
            settings: [("side".to_owned(), side.unwrap_or(0) as i32)].into(),
            ..Request::new(Atlas::HOUSE_KIND, self.seed, self.atlas.site(self.at).depth)
        };
        let keeps = |kind| {
            matches!(kind, ThingKind::Light | ThingKind::Chest | ThingKind::Crate | ThingKind::Door)
        };
        let mut level = generate_right(self.at, number + 1, &request, self.catalog, |_| true)?;
        level.detail.house = None;
        Ok(only(level, keeps))
    }
}

/// The houses of the streets, in reading order.
fn houses(streets: &Level) -> &[House] {
    streets.detail.town.as_ref().map_or(&[], |town| &town.houses)
}

/// The level with only those of its things that are kept.
fn only(level: Level, keeps: impl Fn(ThingKind) -> bool) -> Level {
    let things = level.things.iter().filter(|thing| keeps(thing.kind)).cloned().collect();
    Level { things, ..level }
}

/// What every house of a town is: one of each kind that is kept open, the others dwellings. It is
/// the same on every visit.
pub(super) fn assign(site: SiteId, streets: &Level, kinds: usize) -> Vec<TownHouse> {
    let plain = |house: &House| TownHouse {
        door: house.door,
        faces: house.side,
        kind: None,
        is_seen: false,
    };
    let mut houses: Vec<TownHouse> = houses(streets).iter().map(plain).collect();
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
    let free = house.floor.passable.iter().filter(|&pos| {
        house.is_bare(pos)
            && local_components(&house.floor.passable, pos) <= 1
            && pos.steps_to(start) > 1
            && pos.steps_to(house.floor.exit) > 1
    });
    if let Some(at) = free.max_by_key(|&pos| (pos.squared(start), pos)) {
        house.floor.set_fixture(at, Some(Fixture::Chest { full: true }));
    }
}

/// Makes the floor of a house of the town where the player is, and stores it beside the others.
/// `None` if the house cannot be generated.
pub(super) fn open(world: &mut World, number: u8) -> Option<()> {
    let catalog = world.catalog.clone();
    let journey = world.on_journey()?;
    let (site, night) = (journey.at, journey.night);
    let house = journey.visit.as_ref()?.houses.get(usize::from(number))?;
    let kind = house.kind.map(|kind| catalog.house(kind));
    let key = (Ordinal(site.0.into()), Ordinal(u64::from(number) + 1));
    let mut stream = Stream::new(world.seed, purpose::TOWN, key);
    let size = if let Some(kind) = kind {
        (kind.width, kind.height)
    } else {
        let (width, height) = (catalog.town.dwelling.width, catalog.town.dwelling.height);
        (stream.range(width.0, width.1), stream.range(height.0, height.1))
    };
    let mut level = journey.inside(number, size, house.faces).ok()?;
    let emptied = journey.town(site).map_or(Vec::new(), |town| town.emptied.clone());
    let emptied = emptied.into_iter().filter(|(house, _)| *house == number);
    let wares: &[Slot] = kind.map_or(&[], |kind| &kind.wares);
    if !wares.is_empty() {
        let shop = level.rooms.iter_mut().max_by_key(|room| (room.rect.area(), room.id));
        if let Some(shop) = shop {
            shop.role = RoomRole::Shop;
        }
    }
    let run = world.run.clone();
    let mut floor = build::pristine(&level, &Mess::default(), run, world.seed, &catalog);
    floor.streams = Streams::of_raid(world.seed, level.floor, night.unsigned_abs().into());
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
    world.skip_ids_to(floor.run.next_id);
    let Snapshot { shift, floor, streams, .. } = floor.snapshot();
    let stored = StoredFloor { number: number + 1, floor, shift, streams };
    world.change_journey(|journey| {
        let place = journey.floors.partition_point(|other| other.number < stored.number);
        journey.floors.insert(place, stored);
    });
    world.change_visit(|visit| {
        visit.people.extend(people);
        visit.people.sort_by_key(|person| person.actor);
    });
    Some(())
}
