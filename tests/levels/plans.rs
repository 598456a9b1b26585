//! The plan that is told without the level is that of the level.

use base::{Purpose, Seed, Stream};
use content::{Catalog, Depth};
use levels::{Plan, Request, generate, generate_plan};

use crate::support::content::catalog;
use crate::support::kinds::kinds;

/// Requests of the usual size for each kind.
const SEEDS: u64 = 1_200;
/// Requests of random sizes, depths and settings for each kind.
const RANDOM_REQUESTS: u64 = 120;

#[test]
fn the_plan_alone_is_the_plan_of_the_level() {
    let catalog = catalog();
    for kind in kinds() {
        for seed in 0..SEEDS {
            let depth = Depth(1 + (seed * 7 % 40) as u8);
            assert_same_plan(&Request::new(kind, Seed(seed), depth), &catalog);
        }
    }
}

#[test]
fn the_plan_alone_is_the_plan_at_any_size_and_with_any_settings() {
    let catalog = catalog();
    let mut stream = Stream::new(Seed(14), Purpose::new("test"), ());
    for recipe in &catalog.levels {
        for seed in 0..RANDOM_REQUESTS {
            let depth = Depth(stream.range(1, 99) as u8);
            let mut request = Request::new(&recipe.name, Seed(seed), depth);
            let size = (stream.range(recipe.min.0, 110), stream.range(recipe.min.1, 70));
            (request.width, request.height) = (Some(size.0), Some(size.1));
            for setting in recipe.settings.iter().filter(|_| seed % 2 == 0) {
                let value = stream.range(setting.low.on(size), setting.high.on(size));
                request.settings.insert(setting.name.clone(), value);
            }
            assert_same_plan(&request, &catalog);
        }
    }
}

/// Also if there is no level: then the reasons are the same.
fn assert_same_plan(request: &Request, catalog: &Catalog) {
    let whole = generate(request, catalog).map(|level| told(&Plan::of(&level)));
    let alone = generate_plan(request, catalog, told);
    assert_eq!(
        alone.map_err(|error| error.to_string()),
        whole.map_err(|error| error.to_string()),
        "{request:?}"
    );
}

/// All that is told of a plan.
fn told(plan: &Plan<'_>) -> [u32; 11] {
    [
        plan.attempts(),
        plan.rooms(),
        plan.links(),
        plan.gates(),
        plan.density(),
        plan.path(),
        plan.loops(),
        plan.dead_ends(),
        plan.chokepoints(),
        plan.linearity(),
        plan.symmetry(),
    ]
}
