//! Conditions of floors: how many floors have one, and what each of them does to generated floors.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::support::bots::{bot, play};
use crate::support::content::catalog;
use crate::support::kinds::kinds;
use crate::support::quick::quick_catalog;
use base::Seed;
use content::{Catalog, Depth, JobKind};
use engine::sim::{Event, Fixture, FloorEvent, Game, Setup, WorkEvent};

/// Where all of the conditions are found.
const DEPTH: Depth = Depth(7);

/// The content with conditions in so many percent of the floors, and no condition but the one of a
/// name, if any is named.
fn with_conditions(percent: u32, only: Option<&str>) -> Arc<Catalog> {
    let mut catalog = Catalog::clone(quick_catalog());
    catalog.conditions.first = Depth(1);
    catalog.conditions.percent = percent;
    for kind in &mut catalog.conditions.kinds {
        // Often enough to be seen in few games.
        if let Some(haunts) = &mut kind.changes.haunts {
            haunts.percent = 10;
        }
        if only.is_some_and(|name| name != kind.name) {
            kind.weight = 0;
        }
    }
    Arc::new(catalog)
}

fn game(kind: &str, depth: u8, seed: u64, catalog: &Arc<Catalog>) -> Game {
    let setup = Setup::shift(kind, Depth(depth), Seed(seed));
    Game::new(setup, catalog).unwrap_or_else(|error| panic!("{kind} {depth} {seed}: {error}"))
}

fn total(game: &Game, job: JobKind) -> u32 {
    let order = game.view().order().into_iter();
    order.filter(|count| count.job == job).map(|count| u32::from(count.total)).sum()
}

/// Pairs of the same floor with a condition and without any, over all kinds.
fn pairs(name: &str, seeds: std::ops::Range<u64>) -> impl Iterator<Item = (Game, Game)> {
    let (with, without) = (with_conditions(100, Some(name)), with_conditions(0, None));
    kinds().flat_map(move |kind| {
        let (with, without) = (Arc::clone(&with), Arc::clone(&without));
        seeds.clone().map(move |seed| {
            (game(kind, DEPTH.0, seed, &with), game(kind, DEPTH.0, seed, &without))
        })
    })
}

/// The shares of the data file: none above its first depth, and every condition comes up at the
/// depths it is for.
#[test]
fn floors_have_conditions_as_often_as_the_data_say() {
    const SEEDS: u32 = 150;
    for depth in [2, 3, 7, 10].map(Depth) {
        let mut found: BTreeMap<String, u32> = BTreeMap::new();
        for seed in 0..SEEDS {
            let game = game("house", depth.0, seed.into(), quick_catalog());
            let condition = game.view().condition().unwrap_or("none").to_owned();
            *found.entry(condition).or_default() += 1;
        }
        let share = (SEEDS - found.remove("none").unwrap_or(0)) * 100 / SEEDS;
        let due = catalog().conditions.percent_at(depth);
        assert!(share.abs_diff(due) <= 12, "depth {depth}: {share} % and not {due} %");
        let due = catalog().conditions.kinds.iter();
        let due = due.filter(|kind| kind.depths.contains(depth) && share > 0);
        let due: BTreeSet<String> = due.map(|kind| kind.name.clone()).collect();
        let found: BTreeSet<String> = found.into_keys().collect();
        assert_eq!(found, due, "depth {depth}");
    }
}

#[test]
fn a_floor_tells_its_condition_with_its_own_numbers() {
    for kind in &catalog().conditions.kinds {
        let game = game("keep", DEPTH.0, 1, &with_conditions(100, Some(&kind.name)));
        assert_eq!(game.view().condition(), Some(kind.name.as_str()));
        assert!(game.view().floor_title().ends_with(&kind.name));
        let notice = game.view().condition_notice().expect("it is told");
        assert!(!notice.contains(['{', '}']), "{notice}");
    }
}

/// In the dark there are more lights to see to, and the supplies for those that the order asks for.
#[test]
fn the_dark_puts_lights_on_the_order() {
    let (mut with_it, mut without_it) = (0, 0);
    for (dark, usual) in pairs("dark", 0..2) {
        with_it += total(&dark, JobKind::Light);
        without_it += total(&usual, JobKind::Light);
        let oil = |game: &Game| {
            let supplies = game.view().player().supplies;
            supplies.into_iter().find(|(supply, _)| supply.name() == "oil").map_or(0, |it| it.1)
        };
        let asked = (total(&dark, JobKind::Light) * catalog().rules.asked.jobs).div_ceil(100);
        assert!(u32::from(oil(&dark)) >= asked);
    }
    assert!(with_it > without_it, "{with_it} against {without_it}");
}

/// Under water nothing burns and nothing is stained, from the beginning to the end of a bot's game.
#[test]
fn under_water_there_is_neither_fire_nor_blood() {
    let (mut stains, mut fires) = (0, 0);
    for (mut wet, mut dry) in pairs("flooded", 0..2) {
        stains += total(&dry, JobKind::Stain);
        for (game, is_wet) in [(&mut wet, true), (&mut dry, false)] {
            play(game, &mut *bot("cautious", 1), 3_000, |game, _, outcome| {
                let burns = outcome.as_ref().is_ok_and(|outcome| {
                    let began =
                        |event: &Event| matches!(event, Event::Floor(FloorEvent::FireBegan { .. }));
                    outcome.events.iter().any(began)
                });
                if is_wet {
                    let floor = game.world().floor();
                    assert!(!burns && floor.blood.iter().next().is_none());
                }
                fires += u32::from(burns && !is_wet);
            });
        }
    }
    assert!(stains > 0 && fires > 0, "{stains} stains and {fires} fires where it is dry");
}

/// Where the dead are restless, every body gets up earlier than bodies do elsewhere at the latest.
#[test]
fn the_restless_get_up_early() {
    let (min, max) = catalog().rules.body_rises;
    let restless = catalog().conditions.kinds.iter().find(|kind| kind.name == "restless");
    let percent = restless.expect("in the data").changes.rises_percent;
    let mut bodies = 0;
    for (early, usual) in pairs("restless", 0..2) {
        let percent = early.world().shift.dawn.0 * percent / 100;
        for (_, body) in &early.snapshot().floor.bodies {
            let due = min * percent / 100..=max * percent / 100;
            assert!(due.contains(&body.rises.0), "{}", body.rises);
            bodies += 1;
        }
        assert_eq!(early.snapshot().floor.bodies.len(), usual.snapshot().floor.bodies.len());
    }
    assert!(bodies >= 50, "{bodies}");
}

/// Events of some sort in the games of a bot on floors with a condition, and on the same floors
/// without it.
fn while_working(
    pairs: impl Iterator<Item = (Game, Game)>,
    mut is_wanted: impl FnMut(&Game, &Event) -> bool,
) -> (usize, usize) {
    let (mut with_it, mut without_it) = (0, 0);
    for (mut with, mut without) in pairs {
        for (game, count) in [(&mut with, &mut with_it), (&mut without, &mut without_it)] {
            play(game, &mut *bot("cautious", 1), 300, |game, _, outcome| {
                let events = outcome.iter().flat_map(|outcome| &outcome.events);
                *count += events.filter(|event| is_wanted(game, event)).count();
            });
        }
    }
    (with_it, without_it)
}

#[test]
fn what_a_condition_brings_comes_with_it() {
    type Wanted = fn(&Game, &Event) -> bool;
    type Least = fn(usize, usize) -> bool;
    let fire: Wanted = |_, event| matches!(event, Event::Floor(FloorEvent::FireBegan { .. }));
    let vermin: Wanted = |_, event| matches!(event, Event::Work(WorkEvent::VerminCame { .. }));
    // What noise brings comes out of sight, and only where it is haunted.
    let haunt: Wanted = |game, event| match event {
        Event::Work(WorkEvent::HauntCame { who }) => {
            assert_eq!(game.world().catalog().actor(who.kind).name, "wraith");
            assert!(!who.seen);
            true
        }
        _ => false,
    };
    let cases: [(&str, u64, Wanted, Least); 3] = [
        ("smoking", 2, fire, |with, without| with >= 20 && with > 3 * without),
        ("overrun", 2, vermin, |with, without| with > 2 * without.max(10)),
        ("haunted", 1, haunt, |with, without| with >= 5 && without == 0),
    ];
    for (name, seeds, is_wanted, is_enough) in cases {
        let (with, without) = while_working(pairs(name, 0..seeds), is_wanted);
        assert!(is_enough(with, without), "{name}: {with} against {without}");
    }
}

/// Every job of a floor with any condition can be done with what the closet gives.
#[test]
fn no_condition_takes_more_than_the_closet_gives() {
    for kind in &catalog().conditions.kinds {
        let catalog = with_conditions(100, Some(&kind.name));
        for level in kinds() {
            let game = game(level, DEPTH.0, 3, &catalog);
            assert!(game.view().par().is_some(), "{level}: no certified order");
            let wardrobes = game.world().floor().fixtures();
            assert!(wardrobes.into_iter().any(|(_, fixture)| fixture == Fixture::Closet));
        }
    }
}
