//! The floors of a town: the streets, which house is what, and the floor of a house when somebody
//! comes in; and its chests: what is in them, which house has more in its chest than others, and
//! who sees the player at one.

use crate::sim::campaign::journey_ref::JourneyRef;
use crate::sim::campaign::site_floor::generate_right;
use crate::sim::campaign::town::{deals, people};
use crate::sim::prelude::*;
use crate::sim::shift::build;
use crate::sim::shift::build::Mess;
use crate::sim::state::journey::StoredFloor;
use content::{Find, HouseKindId};
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
        floor.floor.set_fixture(pos, what_is_left(floor.floor.fixture(pos)));
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

/// The part of a key that stands for the hoard of a town, beside the numbers of its houses.
const HOARD: u64 = 1 << 16;

impl JourneyRef<'_> {
    /// The dwelling whose first chest is a hoard, of the town that the player visits: the same on
    /// every visit.
    pub(super) fn house_of_hoard(self) -> Option<u8> {
        let houses = (0u8..).zip(&self.visit.as_ref()?.houses);
        let dwellings = houses.filter(|(_, house)| house.kind.is_none());
        let numbers: Vec<u8> = dwellings.map(|(number, _)| number).collect();
        let key = (Ordinal(self.at.0.into()), Ordinal(HOARD));
        Stream::new(self.seed, purpose::TOWN, key).pick(&numbers).copied()
    }
}

/// Empties the chest or the crate on a cell of the house that the player is in. What it holds
/// follows from seed, site and cell.
pub(super) fn search(world: &mut World, at: Pos) {
    let catalog = world.catalog.clone();
    let Some(number) = world.house_number() else { return };
    let finds = finds(world, number, at);
    world.floor.set_fixture(at, what_is_left(world.floor.fixture(at)));
    let key = (world.floor_key, Ordinal(number.into()), at);
    let mut stream = Stream::new(world.seed, purpose::TOWN_GOODS, key);
    let weights = finds.iter().map(|(weight, _)| *weight);
    let found = stream.weighted(weights).map(|place| finds[place].1);
    match found {
        Some(Find::Coins(low, high)) => {
            let deeper = u32::from(world.depth.below_first());
            let drawn = stream.range(low.into(), high.into()) as u32;
            let coins = Coins(drawn * (100 + catalog.campaign.pay.deeper * deeper) / 100);
            world.earn(coins);
            world.emit(JourneyEvent::CoinsFound { coins });
        }
        Some(Find::Supply(supply, count)) => {
            world.add_supply(supply, count);
            world.emit(JourneyEvent::SupplyFound { supply, count });
        }
        Some(Find::Rations(count)) => {
            world.change_rations(count.into());
            world.emit(JourneyEvent::RationsFound { count });
        }
        Some(Find::Nothing) => world.emit(JourneyEvent::NothingFound),
        Some(Find::Item) | None => {
            let stack = World::draw_loot(&catalog, &mut stream, world.depth, world.depth.tier());
            deals::keep(world, stack);
        }
    }
    world.change_journey(|journey| {
        let site = journey.at;
        if let Some(town) = journey.towns.iter_mut().find(|town| town.site == site) {
            set_member(&mut town.emptied, (number, at), true);
        }
    });
    if let Some(witness) = witness(world) {
        world.note_theft(1);
        world.emit(JourneyEvent::SeenStealing { witness });
    }
}

pub(super) fn is_searchable(fixture: Option<Fixture>) -> bool {
    matches!(fixture, Some(Fixture::Chest { full: true } | Fixture::Crate))
}

/// What is left of something that was searched: a crate comes apart.
fn what_is_left(fixture: Option<Fixture>) -> Option<Fixture> {
    (fixture != Some(Fixture::Crate)).then_some(Fixture::Chest { full: false })
}

/// The list from which is drawn what is found: that of the hoard for the first chest of the house
/// that has it.
fn finds(world: &World, number: u8, at: Pos) -> Vec<(u32, Find)> {
    let rules = &world.catalog.town;
    if world.floor.fixture(at) == Some(Fixture::Crate) {
        return rules.crates.clone();
    }
    let is_chest = |fixture: Fixture| matches!(fixture, Fixture::Chest { .. });
    let chests = world.floor.fixtures().filter(|&(_, fixture)| is_chest(fixture));
    let is_first = chests.map(|(pos, _)| pos).min() == Some(at);
    let has_hoard = world.on_journey().and_then(JourneyRef::house_of_hoard);
    if is_first && has_hoard == Some(number) { rules.hoard.clone() } else { rules.chests.clone() }
}

/// Somebody of the house who sees the player.
fn witness(world: &World) -> Option<ActorId> {
    let visit = world.town_visit()?;
    let others = world.roster().iter().skip(1);
    let mut sees = others.filter(|actor| world.sight.visible.contains(actor.pos));
    sees.find(|actor| visit.person(actor.id).is_some()).map(|actor| actor.id)
}
