//! What the levels of a kind are like, frozen: a change of character is a change that somebody has
//! looked at.

use std::fmt::Write as _;

use base::{Purpose, Seed, Stream};
use content::{Amount, Depth, RecipeSetting};
use levels::{GenError, Level, Plan, Request, differing, generate, generate_plan, leniency};

use crate::contract::level;
use crate::support::content::catalog;
use crate::support::kinds::kinds;
use crate::support::project::project_path;
use crate::support::snapshot::snapshot;

/// Levels a kind that are measured.
const SEEDS: u64 = 400;

const MEASURES: [&str; 9] = [
    "density",
    "path",
    "loops",
    "dead_ends",
    "chokepoints",
    "linearity",
    "leniency",
    "symmetry",
    "second_way",
];

fn measures(level: &Level) -> [u32; 9] {
    let plan = Plan::of(level);
    [
        plan.density(),
        plan.path(),
        plan.loops(),
        plan.dead_ends(),
        plan.chokepoints(),
        plan.linearity(),
        leniency(level),
        plan.symmetry(),
        plan.second_way(),
    ]
}

#[test]
fn the_character_of_every_kind_stays_as_it_is() {
    for kind in kinds() {
        let levels: Vec<_> =
            (0..SEEDS).map(|seed| level(&Request::new(kind, Seed(seed), Depth(3)))).collect();
        let measures: Vec<[u32; 9]> = levels.iter().map(measures).collect();
        let mut text = String::from("measure p1 p50 p99, shares in thousandths\n");
        let mut line = |name: &str, mut values: Vec<u32>| {
            values.sort_unstable();
            let at = |percent: usize| values[(values.len() * percent).div_ceil(100).max(1) - 1];
            let _ = writeln!(text, "{name} {} {} {}", at(1), at(50), at(99));
        };
        for (place, name) in MEASURES.into_iter().enumerate() {
            line(name, measures.iter().map(|measures| measures[place]).collect());
        }
        // Every level beside the next: enough to see whether they are alike.
        let passable: Vec<_> = levels.iter().map(Level::passable).collect();
        line("diversity", passable.windows(2).map(|two| differing(&two[0], &two[1])).collect());
        line("attempts", levels.iter().map(|level| level.attempts).collect());
        snapshot("golden", &format!("measures_{kind}"), &text);
    }
}

fn read(path: &str) -> String {
    std::fs::read_to_string(project_path(path)).expect("the page is there").replace("\r\n", "\n")
}

/// A row of a kind's table of settings.
fn row(setting: &RecipeSetting, usual: (i32, i32)) -> String {
    let at = |amount: Amount| amount.on(usual);
    let RecipeSetting { name, about, .. } = setting;
    let (default, low, high) = (at(setting.default), at(setting.low), at(setting.high));
    format!("| `{name}` | {default} | {low} to {high} | {about} |")
}

#[test]
fn every_kind_has_its_picture_its_settings_and_its_measures() {
    let page = read("docs/levels.md");
    let mut missing = Vec::new();
    for kind in &catalog().levels {
        let mut wants = vec![
            format!("## {}\n", kind.name),
            format!("(levels/{}.svg)", kind.name),
            format!(
                "{}×{} at least, {}×{} if not said",
                kind.min.0, kind.min.1, kind.usual.0, kind.usual.1
            ),
        ];
        wants.extend(kind.settings.iter().map(|setting| row(setting, kind.usual)));
        missing.extend(wants.into_iter().filter(|want| !page.contains(want.as_str())));
        let picture = project_path(&format!("docs/levels/{}.svg", kind.name));
        assert!(picture.exists(), "no picture of {}", kind.name);
    }
    assert!(missing.is_empty(), "docs/levels.md lacks:\n{}", missing.join("\n"));
}

/// Requests of the usual size for each kind.
const PLAN_SEEDS: u64 = 400;
/// Requests of random sizes, depths and settings for each kind.
const RANDOM_REQUESTS: u64 = 120;

#[test]
fn the_plan_alone_is_the_plan_of_the_level() {
    for kind in kinds() {
        for seed in 0..PLAN_SEEDS {
            let depth = Depth(1 + (seed * 7 % 40) as u8);
            assert_same_plan(&Request::new(kind, Seed(seed), depth));
        }
    }
}

#[test]
fn the_plan_alone_is_the_plan_at_any_size_and_with_any_settings() {
    let mut stream = Stream::new(Seed(14), Purpose::new("test"), ());
    for recipe in &catalog().levels {
        for seed in 0..RANDOM_REQUESTS {
            let depth = Depth(stream.range(1, 99) as u8);
            let mut request = Request::new(&recipe.name, Seed(seed), depth);
            let size = (stream.range(recipe.min.0, 110), stream.range(recipe.min.1, 70));
            (request.width, request.height) = (Some(size.0), Some(size.1));
            for setting in recipe.settings.iter().filter(|_| seed % 2 == 0) {
                let value = stream.range(setting.low.on(size), setting.high.on(size));
                request.settings.insert(setting.name.clone(), value);
            }
            assert_same_plan(&request);
        }
    }
}

/// Also if there is no level: then the reasons are the same.
fn assert_same_plan(request: &Request) {
    let whole = generate(request, catalog()).map(|level| told(&Plan::of(&level)));
    let alone = generate_plan(request, catalog(), told);
    assert_eq!(
        alone.map_err(|error| error.to_string()),
        whole.map_err(|error| error.to_string()),
        "{request:?}"
    );
}

/// All that is told of a plan.
fn told(plan: &Plan<'_>) -> [u32; 12] {
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
        plan.second_way(),
    ]
}

/// Levels a kind and depth whose ways are compared.
const WAYS_SEEDS: u64 = 60;
/// The greatest length of a second way, in thousandths of the first, that raiders may choose.
const MAX_SECOND_WAY: u32 = 1_300;

fn has_choice(plan: &Plan<'_>) -> bool {
    plan.second_way() <= MAX_SECOND_WAY
}

#[test]
fn two_ways_of_like_length_lead_to_the_exit_on_four_levels_of_ten() {
    for (kind, depth) in kinds().flat_map(|kind| [(kind, Depth(1)), (kind, Depth(7))]) {
        let request = |seed| Request::new(kind, Seed(seed), depth);
        let choice = (0..WAYS_SEEDS)
            .map(|seed| generate_plan(&request(seed), catalog(), has_choice).expect("a level"));
        let count = choice.filter(|&has_choice| has_choice).count() as u64;
        assert!(count * 10 >= WAYS_SEEDS * 4, "{kind} at {depth}: {count} of {WAYS_SEEDS}");
    }
}

#[test]
fn impossible_requests_are_refused_by_name() {
    let refusal = |change: &dyn Fn(&mut Request)| {
        let mut request = Request::new("vault", Seed(1), Depth(1));
        change(&mut request);
        generate(&request, catalog()).expect_err("it is impossible").to_string()
    };
    let set = |name: &'static str, value| {
        refusal(&move |request| {
            request.settings.insert(name.to_owned(), value);
        })
    };
    assert!(refusal(&|request| request.kind = "valt".to_owned()).contains("did you mean “vault”?"));
    assert!(refusal(&|request| request.width = Some(17)).contains("18×12"));
    assert!(refusal(&|request| request.height = Some(1025)).contains("1024×1024"));
    assert!(refusal(&|request| request.width = Some(-1)).contains("-1×"));
    assert!(refusal(&|request| request.depth = Depth(0)).contains("from 1 to 99"));
    assert!(set("feature_percnt", 3).contains("did you mean “feature_percent”?"));
    assert!(set("min_distance", 33).contains("it takes 1 to 32"));
    assert!(set("min_distance", 0).contains("min_distance=0 is impossible"));
}

#[test]
fn attempts_are_bounded_and_running_out_is_said() {
    let mut request = Request::new("cavern", Seed(7), Depth(1));
    // Ten passes that round everything off leave no cave without a square of five.
    for (name, value) in
        [("fill_percent", 35), ("open_passes", 0), ("smooth_passes", 8), ("open_cap", 4)]
    {
        request.settings.insert(name.to_owned(), value);
    }
    let error = generate(&request, catalog()).expect_err("it cannot be");
    let GenError::OutOfAttempts { kind, seed, attempts, .. } = &error else {
        panic!("{error}");
    };
    assert_eq!((kind.as_str(), *seed, *attempts), ("cavern", Seed(7), 40));
}
