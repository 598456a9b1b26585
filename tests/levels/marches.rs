//! The overworld, held by plain references: spacing and fill by all pairs, the triangulation by
//! empty circles, the regions by looking at every site from every cell.

#![expect(clippy::disallowed_types, reason = "the long run is timed")]

use std::collections::BTreeSet;
use std::time::Instant;

use base::{Pos, Purpose, Seed, Stream};
use content::{Depth, MarchesRules};
use levels::{GenError, Marches, Request, Site, generate, generate_marches, measure_marches};

use crate::geometry::check_triangulation;
use crate::support::content::catalog;

fn request(seed: u64) -> Request {
    Request::new("marches", Seed(seed), Depth(1))
}

fn marches(request: &Request) -> Marches {
    generate_marches(request, catalog()).unwrap_or_else(|error| panic!("{request:?}: {error}"))
}

/// All that can be checked in about quadratic time of the sites.
fn check(marches: &Marches, request: &Request) {
    let context = format!("{request:?}");
    let sites: Vec<Pos> = marches.sites.iter().map(|site| Pos::new(site.x, site.y)).collect();
    let count = sites.len();
    let size = (marches.regions.width(), marches.regions.height());
    let asked = catalog().marches.usual;
    assert_eq!(size, (request.width.unwrap_or(asked.0), request.height.unwrap_or(asked.1)));
    assert!((MarchesRules::GUARANTEED_SITES..=1296).contains(&count), "{context}: {count} sites");
    assert_eq!(marches.attempts, 1, "{context}");
    assert!(marches.sites.iter().enumerate().all(|(id, site)| site.id == id), "{context}");
    let r = i64::from(marches.min_distance);
    if let Some(&asked) = request.settings.get("min_distance") {
        assert_eq!(marches.min_distance, asked, "{context}");
    }
    for (id, &a) in sites.iter().enumerate() {
        assert!(marches.regions.contains(a), "{context}: {a:?} lies outside");
        assert!(sites[..id].iter().all(|&b| a.squared(b) >= r * r), "{context}: {a:?} is crowded");
    }
    check_roads(marches, request, &sites, &context);
    check_kinds(marches, &context);

    let rows = marches.rows();
    assert_eq!(rows.len() as i32, size.1, "{context}");
    for (row, cells) in rows.iter().zip(marches.regions.rows()) {
        let read: Vec<u16> = (0..row.len() / 2)
            .map(|x| u16::from_str_radix(&row[2 * x..2 * x + 2], 36).expect("base 36"))
            .collect();
        assert_eq!(read, cells, "{context}");
    }
    let colours = marches.colours();
    for (pos, &site) in marches.regions.iter() {
        for next in [Pos::new(1, 0), Pos::new(0, 1)] {
            let Some(&other) = marches.regions.get(pos + next) else { continue };
            let same = colours[usize::from(site)] == colours[usize::from(other)];
            assert!(site == other || !same, "{context}: one colour on both sides of {pos:?}");
        }
    }
    assert!(colours.iter().all(|&colour| colour < 6), "{context}: more than six colours");
}

fn check_roads(marches: &Marches, request: &Request, sites: &[Pos], context: &str) {
    let count = sites.len();
    let rising = |edges: &[(usize, usize)]| edges.is_sorted() && edges.iter().all(|(a, b)| a < b);
    let roads: Vec<(usize, usize)> = marches.roads.iter().map(|road| (road.a, road.b)).collect();
    let edges: BTreeSet<(usize, usize)> = marches.delaunay.iter().copied().collect();
    assert!(rising(&roads) && rising(&marches.delaunay), "{context}: edges out of order");
    assert_eq!(edges.len(), marches.delaunay.len(), "{context}: an edge twice");
    assert!(roads.iter().all(|road| edges.contains(road)), "{context}: a road off the edges");
    for road in &marches.roads {
        let (squared, length) = (sites[road.a].squared(sites[road.b]), i64::from(road.length));
        assert!(length * length >= squared && (length - 1) * (length - 1) < squared, "{context}");
    }
    // A spanning tree and a share of the rest.
    let percent = request.settings.get("loop_percent").copied().unwrap_or(30) as usize;
    let expected = count - 1 + (marches.delaunay.len() - (count - 1)) * percent / 100;
    assert_eq!(roads.len(), expected, "{context}");

    // By road from the start, in cells: Bellman and Ford's way.
    let corner = Pos::new(0, marches.regions.height() - 1);
    let nearest = sites.iter().map(|site| site.squared(corner)).min();
    let start = sites.iter().position(|site| Some(site.squared(corner)) == nearest);
    assert_eq!(Some(marches.start), start, "{context}");
    let mut far = vec![u32::MAX; count];
    far[marches.start] = 0;
    let mut changed = true;
    while changed {
        changed = false;
        for road in &marches.roads {
            for (from, to) in [(road.a, road.b), (road.b, road.a)] {
                let through = far[from].saturating_add(road.length);
                if through < far[to] {
                    far[to] = through;
                    changed = true;
                }
            }
        }
    }
    assert!(far.iter().all(|&cells| cells != u32::MAX), "{context}: the roads are in parts");
    let farthest = far.iter().max().copied().unwrap_or(0);
    let goal = far.iter().position(|&cells| cells == farthest);
    assert_eq!(Some(marches.goal), goal, "{context}");
    for a in 0..count {
        for b in 0..count {
            let (near, deep) = (&marches.sites[a], &marches.sites[b]);
            assert!(far[a] > far[b] || near.depth <= deep.depth, "{context}: depth falls");
        }
    }
    assert_eq!(marches.sites[marches.start].depth, Depth(1), "{context}");
    assert_eq!(marches.sites[marches.goal].depth, Depth(10), "{context}");
}

fn check_kinds(marches: &Marches, context: &str) {
    let of = |kind: &str| marches.sites.iter().filter(|site| site.kind == kind).count();
    for kind in &catalog().marches.kinds {
        let min = kind.min.max(1) as usize;
        assert!(of(&kind.name) >= min, "{context}: {} of {}", of(&kind.name), kind.name);
    }
    assert!(of("town") >= 2, "{context}: {} towns", of("town"));
    assert_eq!(marches.sites[marches.goal].kind, "crypt", "{context}");
    let known = |kind: &String| catalog().levels.iter().any(|level| level.name == *kind);
    assert!(marches.sites.iter().all(|site| known(&site.kind)), "{context}");
}

/// The number of roads between two towns.
fn towns_joined(marches: &Marches) -> usize {
    let is_town = |id: usize| marches.sites[id].kind == "town";
    marches.roads.iter().filter(|road| is_town(road.a) && is_town(road.b)).count()
}

/// The number of ranges of depths without a town that should have one.
fn ranges_without_town(marches: &Marches) -> usize {
    let is_town = |site: &&Site| site.kind == "town" && site.id != marches.start;
    let has_town = |&&(low, high): &&(u8, u8)| {
        marches.sites.iter().filter(is_town).any(|site| (low..=high).contains(&site.depth.0))
    };
    catalog().marches.towns_within.iter().filter(|range| !has_town(range)).count()
}

/// Every cell looks at every site.
fn check_land(marches: &Marches) {
    let sites: Vec<Pos> = marches.sites.iter().map(|site| Pos::new(site.x, site.y)).collect();
    let r = i64::from(marches.min_distance);
    for (pos, &region) in marches.regions.iter() {
        let (squared, id) =
            (0..sites.len()).map(|id| (sites[id].squared(pos), id)).min().expect("there are sites");
        assert_eq!(usize::from(region), id, "seed {}: {pos:?}", marches.seed);
        assert!(squared < 4 * r * r, "seed {}: {pos:?} is empty", marches.seed);
    }
}

#[test]
fn two_thousand_seeds_keep_every_guarantee() {
    let mut seen = BTreeSet::new();
    let (mut all_joined, mut all_without) = (0, 0);
    for seed in 0..2_000 {
        let request = request(seed);
        let marches = marches(&request);
        check(&marches, &request);
        let joined = towns_joined(&marches);
        assert!(joined <= 2, "seed {seed}: {joined} roads from town to town");
        all_joined += joined;
        all_without += ranges_without_town(&marches);
        if seed % 8 == 0 {
            check_land(&marches);
        }
        if seed % 16 == 0 {
            let sites: Vec<Pos> =
                marches.sites.iter().map(|site| Pos::new(site.x, site.y)).collect();
            check_triangulation(&sites, &marches.delaunay, &format!("seed {}", marches.seed));
            assert_eq!(marches, generate_marches(&request, catalog()).expect("a second time"));
        }
        seen.insert(marches.rows());
    }
    assert_eq!(seen.len(), 2_000, "maps are like each other");
    assert!(all_joined < 100, "{all_joined} roads from town to town");
    assert!(all_without < 60, "{all_without} ranges of depths without a town");
}

#[test]
fn sizes_and_settings_at_random_and_at_their_limits() {
    let (min, usual) = (catalog().marches.min, catalog().marches.usual);
    let mut stream = Stream::new(Seed(1), Purpose::new("test"), ());
    for seed in 0..240 {
        let size = match seed % 4 {
            0 => min,
            1 => usual,
            _ => (stream.range(min.0, 160), stream.range(min.1, 120)),
        };
        let mut request = request(seed);
        (request.width, request.height) = (Some(size.0), Some(size.1));
        for setting in Marches::settings(&catalog().marches, size) {
            let value = match stream.below(4) {
                0 => setting.low,
                1 => setting.high,
                _ => stream.range(setting.low, setting.high),
            };
            request.settings.insert(setting.name.to_owned(), value);
        }
        let marches = marches(&request);
        check(&marches, &request);
        if seed % 6 == 0 {
            check_land(&marches);
        }
    }
}

#[test]
fn the_largest_and_the_thinnest() {
    for (size, spread) in [((1024, 1024), 0), ((1024, 1024), 1), ((1024, 20), 0), ((30, 1024), 1)] {
        let mut request = request(7);
        (request.width, request.height) = (Some(size.0), Some(size.1));
        let [distance, _] = Marches::settings(&catalog().marches, size);
        let value = [distance.low, distance.high][spread];
        request.settings.insert("min_distance".to_owned(), value);
        check(&marches(&request), &request);
    }
}

#[test]
fn the_dump_has_its_keys_in_their_order() {
    let dump = serde_json::to_string(&marches(&request(42))).expect("it serialises");
    let keys = [
        "schema",
        "seed",
        "width",
        "height",
        "min_distance",
        "sites",
        "delaunay",
        "roads",
        "start",
        "goal",
        "regions",
        "attempts",
    ];
    let places: Vec<usize> = keys
        .iter()
        .map(|key| dump.rfind(&format!("\"{key}\":")).unwrap_or_else(|| panic!("no {key}")))
        .collect();
    assert!(places.is_sorted(), "{places:?}");
    assert!(dump.starts_with(r#"{"schema":"upkeeper.marches/1","seed":"42","width":80"#), "{dump}");
    assert!(dump.contains(r#""sites":[{"id":0,"x":"#) && dump.contains(r#""roads":[{"a":0,"b":"#));
}

#[test]
fn impossible_requests_are_refused_by_name() {
    let refusal = |change: &dyn Fn(&mut Request)| {
        let mut request = request(1);
        change(&mut request);
        generate_marches(&request, catalog()).expect_err("it is impossible").to_string()
    };
    assert!(refusal(&|request| request.width = Some(29)).contains("30×20"));
    assert!(refusal(&|request| request.depth = Depth(2)).contains("from 1 to 1"));
    let set = |name: &'static str, value| {
        refusal(&move |request| {
            request.settings.insert(name.to_owned(), value);
        })
    };
    assert!(set("min_distanse", 3).contains("did you mean “min_distance”?"));
    assert!(set("min_distance", 10).contains("it takes 2 to 9"));
    assert!(set("loop_percent", 101).contains("it takes 0 to 100"));
    let error = generate(&request(1), catalog()).expect_err("no level");
    assert!(matches!(error, GenError::NotALevel { .. }), "{error}");
}

#[test]
fn the_measures_add_up() {
    for seed in 0..50 {
        let marches = marches(&request(seed));
        let measures = measure_marches(&marches);
        assert_eq!(measures.loops, measures.roads + 1 - measures.sites, "seed {seed}");
        assert!((500..=1000).contains(&measures.path), "seed {seed}: {measures:?}");
        assert!(measures.length >= marches.min_distance as u32, "seed {seed}");
    }
}

/// See the README.
#[test]
#[ignore = "long"]
fn a_hundred_thousand_seeds_keep_every_guarantee() {
    let begun = Instant::now();
    for seed in 0..100_000 {
        let request = request(seed);
        check(&marches(&request), &request);
    }
    println!("marches: failures 0, {} s with the checks", begun.elapsed().as_secs());
}
