//! Two floors of one depth and seed share no random stream, and the floor of a shift has the
//! streams that it always had.

use crate::support::content::catalog;

use base::{Ordinal, Pos, Seed, Stream};
use content::{Depth, FloorKey};
use engine::sim::{Mess, RunState, Streams, World, draw_party, pristine, purpose, raid};
use levels::{Level, Request, generate};

const SEED: Seed = Seed(42);
const DEPTH: Depth = Depth(3);
const FLOORS: [FloorKey; 4] = [
    FloorKey::SHIFT,
    FloorKey { site: 0, floor: 1 },
    FloorKey { site: 1, floor: 0 },
    FloorKey { site: 1, floor: 1 },
];

/// What each of the floors comes to, where no two may come to the same.
fn all_differ<T: PartialEq + std::fmt::Debug>(of_floor: impl Fn(FloorKey) -> T) {
    let all = FLOORS.map(of_floor);
    for (i, a) in all.iter().enumerate() {
        assert!(!all[..i].contains(a), "{:?} repeats another floor: {a:?}", FLOORS[i]);
    }
}

fn level(floor: FloorKey) -> Level {
    let request = Request { floor, ..Request::new("vault", SEED, DEPTH) };
    generate(&request, catalog()).expect("a level")
}

/// The same level wherever it stands: what differs is drawn while it is played.
fn world(floor: FloorKey) -> World {
    let level = Level { floor, ..level(FloorKey::SHIFT) };
    pristine(&level, &Mess::default(), RunState::begin(SEED, DEPTH, catalog()), SEED, catalog())
}

#[test]
fn levels_differ_by_floor() {
    all_differ(|floor| level(floor).tiles);
}

#[test]
fn raids_differ_by_floor() {
    let level = level(FloorKey::SHIFT);
    let party = draw_party(&mut Stream::new(SEED, purpose::RAID, ()), DEPTH, catalog()).kind;
    all_differ(|floor| raid(&Level { floor, ..level.clone() }, party, SEED, catalog()).events);
}

#[test]
fn loot_differs_by_floor() {
    all_differ(|floor| {
        let world = world(floor);
        (0..40).map(|x| world.crate_contents(Pos::new(x, 7))).collect::<Vec<_>>()
    });
}

#[test]
fn what_actors_want_and_how_they_hit_differs_by_floor() {
    all_differ(|floor| Streams::new(SEED, floor).ai.next_u64());
    all_differ(|floor| Streams::of_raid(SEED, floor, 1).combat.next_u64());
}

#[test]
fn the_floor_of_a_shift_adds_nothing_to_the_key() {
    let keyed = Stream::new(SEED, purpose::SHOP, (FloorKey::SHIFT, DEPTH));
    assert_eq!(keyed, Stream::new(SEED, purpose::SHOP, Ordinal(3)));
}
