//! The first state of a journey, and its cast, which is drawn once, from the seed alone.

use std::sync::Arc;

use crate::sim::campaign::journey_ref::JourneyMut;
use crate::sim::prelude::*;
use crate::sim::state::journey::records::SiteRecord;
use content::{HabitId, HeroClassId};
use levels::GenError;

/// Friends and rivals are no further apart in the order of levels.
const ACQUAINTANCE_PLACES: usize = 5;

/// The world of a journey's first morning: the player at the Home Post and on no floor, and the
/// cast back from the raids of the nights before.
///
/// # Errors
/// The map or the first floor cannot be generated.
pub(crate) fn begin(setup: &Setup, catalog: &Arc<Catalog>) -> Result<World, GenError> {
    let seed = setup.seed;
    let atlas = Arc::new(Atlas::of_seed(seed, catalog)?);
    let start = atlas.start();
    let mut sites = vec![SiteRecord::default(); atlas.count()];
    sites[usize::from(start.0)].state = SiteState::Worked { night: 0 };
    let rules = &catalog.campaign;
    let journey = Journey {
        night: -rules.nights_before,
        at: start,
        came_from: start,
        rations: rules.rations,
        sites,
        cast: draw_cast(seed, &atlas, catalog),
        ..Journey::default()
    };
    let nights = 0..=rules.nights_before;
    let mut own = JourneyMut { journey, atlas, catalog: catalog.clone(), seed, events: Vec::new() };
    nights.for_each(|_| own.pass_night());
    let mut run = RunState::begin(seed, own.atlas.site(start).depth, catalog);
    if let Some(kind) = setup.mode.hand_me_down().and_then(|item| item.kind(catalog)) {
        // Whoever left it has told what it is.
        run.belongings.add(Stack { kind, count: 1 }, catalog);
        run.identified.learn(kind);
    }
    let mut world = own.read().empty_floor(start, run)?;
    world.put_journey_back(own);
    world.events.clear();
    Ok(world)
}

/// The persons of a cast, from the lowest level to the highest: no two of a name.
fn draw_cast(seed: Seed, atlas: &Atlas, catalog: &Catalog) -> Vec<Person> {
    let rules = &catalog.cast;
    let mut stream = Stream::new(seed, purpose::CAST, ());
    let count = stream.range(rules.size.0.into(), rules.size.1.into()) as usize;
    let names = [&catalog.texts.raiders, &catalog.texts.surnames].map(|list| {
        let mut places: Vec<u16> = (0..list.len() as u16).collect();
        stream.shuffle(&mut places);
        places
    });
    let (low, high) = (usize::from(rules.first_levels.0), usize::from(rules.first_levels.1));
    let mut cast: Vec<Person> = (0..count)
        .map(|place| {
            let level = (low + (high - low) * place / (count - 1).max(1)) as u8;
            let class = stream.weighted(rules.classes.iter().map(|class| class.weight));
            let habit = stream.below(rules.habits.len() as u32);
            Person {
                given: names[0][place % names[0].len()],
                surname: names[1][place % names[1].len()],
                class: HeroClassId(class.unwrap_or(0) as u8),
                habit: HabitId(habit as u8),
                level,
                experience: stream.below(rules.experience.next.into()) as u16,
                lodges: lodging(level, atlas, &mut stream),
                ..Person::default()
            }
        })
        .collect();
    for person in &mut cast {
        person.kit = draw_kit(person, catalog, &mut stream);
    }
    for place in 0..count {
        befriend(&mut cast, place, rules.friends.into(), &mut stream);
    }
    cast
}

/// One of the two towns whose depth suits somebody of a level best.
fn lodging(level: u8, atlas: &Atlas, stream: &mut Stream) -> SiteId {
    let mut towns: Vec<SiteId> = atlas.ids().filter(|&site| atlas.is_town(site)).collect();
    towns.sort_by_key(|&town| (atlas.site(town).depth.0.abs_diff(level), town));
    towns.truncate(2);
    stream.pick(&towns).copied().unwrap_or(atlas.start())
}

/// Something of the kit of the person's class, for sites as deep as the level is high.
fn draw_kit(person: &Person, catalog: &Catalog, stream: &mut Stream) -> Option<Stack> {
    let kind = catalog.class(person.class).kind_at(person.level);
    let kit = &catalog.actor(kind).raider.as_ref()?.kit;
    let depth = Depth(person.level);
    let weights = kit.iter().map(|own| if own.depths.contains(depth) { own.weight } else { 0 });
    let item = kit[stream.weighted(weights)?].item.id;
    Some(Stack { kind: item, count: 1 })
}

/// Gives somebody friends and a rival among those of about the same level; friendship goes both
/// ways.
fn befriend(cast: &mut [Person], place: usize, friends: usize, stream: &mut Stream) {
    let near =
        place.saturating_sub(ACQUAINTANCE_PLACES)..cast.len().min(place + ACQUAINTANCE_PLACES + 1);
    let mut others: Vec<usize> = near.filter(|&other| other != place).collect();
    stream.shuffle(&mut others);
    for &other in &others {
        if cast[place].friends.len() >= friends {
            break;
        }
        if cast[other].friends.len() <= friends {
            add_friend(&mut cast[place], other);
            add_friend(&mut cast[other], place);
        }
    }
    let own = PersonId(place as u8);
    let is_stranger = |&&other: &&usize| {
        !cast[other].friends.contains(&own) && cast[place].rival != Some(PersonId(other as u8))
    };
    cast[place].rival = others.iter().find(is_stranger).map(|&other| PersonId(other as u8));
}

fn add_friend(person: &mut Person, friend: usize) {
    let friend = PersonId(friend as u8);
    set_member(&mut person.friends, friend, true);
    if person.rival == Some(friend) {
        person.rival = None;
    }
}
