//! The tests that every kind has to pass, by name of the kind.

#![expect(clippy::disallowed_types, reason = "the long run is timed")]

use std::collections::BTreeSet;
use std::time::Instant;

use base::{Purpose, Seed, Stream};
use content::Depth;
use levels::{GenError, Request, ThingKind, generate};

use crate::contract::{check, check_no_thing_cuts, level};
use crate::support::content::catalog;

/// More groups of residents are asked for on the deep floors of a journey.
#[test]
fn twice_the_residents_are_about_twice_as_many_everywhere() {
    for kind in crate::support::kinds::kinds().filter(|&kind| kind != "town") {
        let heads = |percent| {
            let actors = (0..30).map(|seed| {
                let request = Request {
                    resident_percent: percent,
                    ..Request::new(kind, Seed(seed), Depth(7))
                };
                let level = generate(&request, catalog()).expect("a level");
                // In a keep they take the places of its guards.
                let is_guard = |name: &str| ["suit of armour", "house mage"].contains(&name);
                let things = level.things.iter().filter(|thing| !is_guard(&thing.name));
                things.filter(|thing| thing.kind == ThingKind::Actor).count()
            });
            actors.sum::<usize>()
        };
        let (usual, twice) = (heads(100), heads(200));
        assert!(twice * 10 > usual * 14 && twice < usual * 3, "{kind}: {usual}, {twice}");
    }
}

/// A module of tests for each kind, so that they run side by side and can be asked for by name.
macro_rules! guarantees {
    ($($kind:ident),* $(,)?) => {
        $(mod $kind {
            const KIND: &str = stringify!($kind);

            #[test]
            fn six_hundred_seeds_keep_every_guarantee() {
                crate::every_kind::seeds(KIND, 600);
            }

            #[test]
            fn sizes_and_settings_at_random_keep_every_guarantee() {
                crate::every_kind::sizes_and_settings(KIND);
            }

            #[test]
            fn each_setting_at_each_of_its_limits() {
                crate::every_kind::limits(KIND);
            }

            #[test]
            fn the_least_size_and_the_largest() {
                crate::every_kind::extremes(KIND);
            }

            #[test]
            fn a_trace_changes_nothing_and_neither_does_a_second_call() {
                crate::every_kind::trace(KIND);
            }

            /// Minutes for each kind; see the README.
            #[test]
            #[ignore = "long"]
            fn a_hundred_thousand_seeds_keep_every_guarantee() {
                crate::every_kind::sweep(KIND);
            }
        })*

        #[test]
        fn every_kind_is_tested() {
            let kinds = [$(stringify!($kind)),*];
            assert!(crate::support::kinds::kinds().eq(kinds), "a module of tests for each");
        }
    };
}

guarantees!(vault, keep, warren, cavern, crypt, bastion, cloister, town, house, delve);

pub(crate) fn seeds(kind: &str, count: u64) {
    let mut seen = BTreeSet::new();
    for seed in 0..count {
        let depth = Depth(1 + (seed % 12) as u8);
        let mut request = Request::new(kind, Seed(seed), depth);
        request.trace = true;
        let level = level(&request);
        check(&level, &request);
        if seed % 4 == 0 {
            check_no_thing_cuts(&level);
        }
        seen.insert(level.rows());
    }
    let same = count as usize - seen.len();
    assert!(same <= count as usize / 1_000, "{kind}: {same} of {count} levels are like another");
}

pub(crate) fn sizes_and_settings(kind: &str) {
    let mut stream = Stream::new(Seed(1), Purpose::new("test"), ());
    let recipe = catalog().levels.iter().find(|recipe| recipe.name == kind).expect("it exists");
    let (mut made, mut given_up) = (0, 0);
    for seed in 0..250 {
        let mut request = Request::new(kind, Seed(seed), Depth(stream.range(1, 99) as u8));
        let size = (stream.range(recipe.min.0, 110), stream.range(recipe.min.1, 70));
        (request.width, request.height) = (Some(size.0), Some(size.1));
        request.trace = true;
        let settled = seed % 2 == 0;
        if !settled {
            for setting in &recipe.settings {
                let value = stream.range(setting.low.on(size), setting.high.on(size));
                request.settings.insert(setting.name.clone(), value);
            }
        }
        match generate(&request, catalog()) {
            Ok(level) => {
                made += 1;
                check(&level, &request);
            }
            // Settings that hardly ever come together are given up, in bounded time.
            Err(GenError::OutOfAttempts { .. }) if !settled => given_up += 1,
            Err(error) => panic!("{request:?}: {error}"),
        }
    }
    assert!(given_up * 5 < made, "{kind}: {given_up} given up for {made} made");
}

pub(crate) fn limits(kind: &str) {
    let recipe = catalog().levels.iter().find(|recipe| recipe.name == kind).expect("it exists");
    for size in [recipe.usual, (recipe.usual.0 + 1, recipe.usual.1 + 2)] {
        for setting in &recipe.settings {
            for value in [setting.low.on(size), setting.high.on(size)] {
                for seed in 0..12 {
                    let mut request = Request::new(kind, Seed(seed), Depth(1));
                    (request.width, request.height) = (Some(size.0), Some(size.1));
                    request.trace = true;
                    request.settings.insert(setting.name.clone(), value);
                    check(&level(&request), &request);
                }
            }
        }
    }
}

pub(crate) fn extremes(kind: &str) {
    let recipe = catalog().levels.iter().find(|recipe| recipe.name == kind).expect("it exists");
    for seed in 0..300 {
        let mut request = Request::new(kind, Seed(seed), Depth(1));
        (request.width, request.height) = (Some(recipe.min.0), Some(recipe.min.1));
        request.trace = true;
        let level = level(&request);
        check(&level, &request);
        check_no_thing_cuts(&level);
    }
    let mut request = Request::new(kind, Seed(1), Depth(3));
    (request.width, request.height) = (Some(1024), Some(1024));
    check(&level(&request), &request);
}

pub(crate) fn trace(kind: &str) {
    for seed in 0..40 {
        let mut request = Request::new(kind, Seed(seed), Depth(2));
        let plain = level(&request);
        assert_eq!(plain, level(&request));
        request.trace = true;
        let mut traced = level(&request);
        let last = traced.stages().last().expect("something was done").clone();
        assert_eq!((&last.rows, last.things), (&traced.rows(), traced.things.len()));
        traced.detail.trace = None;
        assert_eq!(plain, traced);
    }
}

/// The long run: prints how many attempts were needed and how long it took.
pub(crate) fn sweep(kind: &str) {
    let begun = Instant::now();
    let (mut attempts, mut failures) = (Vec::new(), 0);
    for seed in 0..100_000 {
        let request = Request::new(kind, Seed(seed), Depth(1 + (seed % 12) as u8));
        match generate(&request, catalog()) {
            Ok(level) => {
                check(&level, &request);
                attempts.push(level.attempts);
            }
            Err(error) => {
                failures += 1;
                println!("{error}");
            }
        }
    }
    attempts.sort_unstable();
    let at = |percent: usize| attempts[(attempts.len() - 1) * percent / 100];
    println!(
        "{kind}: attempts p50 {} p99 {} most {}, failures {failures}, {} s with the checks",
        at(50),
        at(99),
        at(100),
        begun.elapsed().as_secs()
    );
    assert_eq!(failures, 0, "{kind}");
}
