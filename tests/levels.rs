//! Every guarantee of `LEVELS.md`, held by checkers that share nothing with the generator but the
//! level it gives.

use std::collections::{BTreeMap, BTreeSet};

use upkeeper::base::{Grid, Pos, Seed, Stream};
use upkeeper::content::Catalog;
use upkeeper::r#gen::{
    CavernDetail, Detail, GenError, Level, Request, Rule, Thing, ThingKind, VaultDetail, generate,
    mess,
};
use xxhash_rust::xxh3::xxh3_64;

const KINDS: [&str; 2] = ["vault", "cavern"];

fn catalog() -> Catalog {
    Catalog::embedded().expect("the built-in content is valid")
}

fn level(request: &Request, catalog: &Catalog) -> Level {
    generate(request, catalog).unwrap_or_else(|error| panic!("{request:?}: {error}"))
}

#[test]
fn two_thousand_seeds_a_kind_keep_every_guarantee() {
    let catalog = catalog();
    for kind in KINDS {
        let mut seen = BTreeSet::new();
        for seed in 0..2_000 {
            let depth = 1 + (seed % 12) as u8;
            let mut request = Request::new(kind, Seed(seed), depth);
            request.trace = true;
            let level = level(&request, &catalog);
            check(&level, &request, &catalog);
            if seed % 4 == 0 {
                check_no_thing_cuts(&level);
            }
            seen.insert(level.rows());
        }
        assert!(seen.len() >= 1_998, "{kind}: only {} of 2,000 seeds differ", seen.len());
    }
}

#[test]
fn sizes_and_settings_at_random_keep_every_guarantee() {
    let catalog = catalog();
    let mut stream = Stream::new(1, "test", &[]);
    for kind in KINDS {
        let recipe = catalog.levels.iter().find(|recipe| recipe.name == kind).expect("it exists");
        let (mut made, mut given_up) = (0, 0);
        for seed in 0..250 {
            let mut request = Request::new(kind, Seed(seed), stream.range(1, 99) as u8);
            let size = (stream.range(recipe.least.0, 110), stream.range(recipe.least.1, 70));
            (request.width, request.height) = (Some(size.0), Some(size.1));
            request.trace = true;
            let settled = seed % 2 == 0;
            if !settled {
                for setting in &recipe.settings {
                    let value = stream.range(setting.low.on(size), setting.high.on(size));
                    request.settings.insert(setting.name.clone(), value);
                }
            }
            match generate(&request, &catalog) {
                Ok(level) => {
                    made += 1;
                    check(&level, &request, &catalog);
                }
                // Settings that hardly ever come together are given up, in bounded time.
                Err(GenError::OutOfAttempts { .. }) if !settled => given_up += 1,
                Err(error) => panic!("{request:?}: {error}"),
            }
        }
        assert!(given_up * 5 < made, "{kind}: {given_up} given up for {made} made");
    }
}

#[test]
fn each_setting_at_each_of_its_limits() {
    let catalog = catalog();
    for recipe in &catalog.levels {
        for size in [recipe.usual, (recipe.usual.0 + 1, recipe.usual.1 + 2)] {
            for setting in &recipe.settings {
                for value in [setting.low.on(size), setting.high.on(size)] {
                    for seed in 0..12 {
                        let mut request = Request::new(&recipe.name, Seed(seed), 1);
                        (request.width, request.height) = (Some(size.0), Some(size.1));
                        request.trace = true;
                        request.settings.insert(setting.name.clone(), value);
                        check(&level(&request, &catalog), &request, &catalog);
                    }
                }
            }
        }
    }
}

#[test]
fn the_least_size_and_the_largest() {
    let catalog = catalog();
    for recipe in &catalog.levels {
        for seed in 0..300 {
            let mut request = Request::new(&recipe.name, Seed(seed), 1);
            (request.width, request.height) = (Some(recipe.least.0), Some(recipe.least.1));
            request.trace = true;
            let level = level(&request, &catalog);
            check(&level, &request, &catalog);
            check_no_thing_cuts(&level);
        }
        let mut request = Request::new(&recipe.name, Seed(1), 3);
        (request.width, request.height) = (Some(1024), Some(1024));
        check(&level(&request, &catalog), &request, &catalog);
    }
}

#[test]
fn what_is_impossible_is_refused_by_name() {
    let catalog = catalog();
    let refusal = |change: &dyn Fn(&mut Request)| {
        let mut request = Request::new("vault", Seed(1), 1);
        change(&mut request);
        generate(&request, &catalog).expect_err("it is impossible").to_string()
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
    assert!(refusal(&|request| request.depth = 0).contains("from 1 to 99"));
    assert!(set("feature_percnt", 3).contains("did you mean “feature_percent”?"));
    assert!(set("min_distance", 33).contains("it takes 1 to 32"));
    assert!(set("min_distance", 0).contains("min_distance=0 is impossible"));
}

#[test]
fn attempts_are_bounded_and_running_out_is_said() {
    let catalog = catalog();
    let mut request = Request::new("cavern", Seed(7), 1);
    // Ten passes that round everything off leave no cave without a square of five.
    for (name, value) in
        [("fill_percent", 35), ("open_passes", 0), ("smooth_passes", 8), ("open_cap", 4)]
    {
        request.settings.insert(name.to_owned(), value);
    }
    let error = generate(&request, &catalog).expect_err("it cannot be");
    let GenError::OutOfAttempts { kind, seed, attempts, .. } = &error else {
        panic!("{error}");
    };
    assert_eq!((kind.as_str(), *seed, *attempts), ("cavern", Seed(7), 40));
}

#[test]
fn a_trace_changes_nothing_and_neither_does_a_second_call() {
    let catalog = catalog();
    for kind in KINDS {
        for seed in 0..40 {
            let mut request = Request::new(kind, Seed(seed), 2);
            let plain = level(&request, &catalog);
            assert_eq!(plain, level(&request, &catalog));
            request.trace = true;
            let mut traced = level(&request, &catalog);
            assert_ne!(plain.detail, traced.detail);
            match &mut traced.detail {
                Detail::Vault(vault) => vault.trace = None,
                Detail::Cavern(cavern) => cavern.trace = None,
                Detail::Blank {} => panic!("{kind} says nothing of how it was made"),
            }
            assert_eq!(plain, traced);
        }
    }
}

#[test]
fn the_dump_has_its_keys_in_their_order() {
    let catalog = catalog();
    for (kind, detail) in [
        ("vault", vec!["cols", "rows", "min_distance", "features", "connections", "repairs"]),
        ("cavern", vec!["fill_percent", "passes", "regions_filled", "regions_joined"]),
    ] {
        let mut request = Request::new(kind, Seed(42), 1);
        let dump = serde_json::to_string(&level(&request, &catalog)).expect("it serialises");
        let mut keys = vec![
            "schema",
            "kind",
            "seed",
            "depth",
            "width",
            "height",
            "tiles",
            "start",
            "exit",
            "rooms",
            "links",
            "things",
            "certificate",
            "attempts",
            "detail",
        ];
        keys.extend(&detail);
        let places: Vec<Option<usize>> =
            keys.iter().map(|key| dump.rfind(&format!("\"{key}\":"))).collect();
        assert!(places.iter().all(Option::is_some), "{kind}: {keys:?} stand at {places:?}");
        // `kind` stands in things and features too, so its last place is no help.
        let ordered: Vec<_> = keys.iter().zip(&places).filter(|(key, _)| **key != "kind").collect();
        assert!(ordered.is_sorted_by_key(|(_, place)| **place), "{kind}: {ordered:?}");
        assert!(dump.starts_with(r#"{"schema":"upkeeper.level/1","kind":""#));
        assert!(dump.contains(r#""seed":"42","depth":1,"width":"#));
        assert!(dump.contains(r#""certificate":null,"attempts":1,"detail":{"#));
        assert!(!dump.contains(r#""trace":"#));
        request.trace = true;
        let traced = serde_json::to_string(&level(&request, &catalog)).expect("it serialises");
        assert!(traced.contains(r#""trace":"#));
    }
}

#[test]
fn the_catalogue_of_seeds_stays_as_it_is() {
    let catalog = catalog();
    let mut lines = Vec::new();
    for kind in KINDS {
        for seed in 0..50 {
            let level = level(&Request::new(kind, Seed(seed), 1 + (seed % 5) as u8), &catalog);
            let dump = serde_json::to_string(&level).expect("it serialises");
            let plan = xxh3_64(level.rows().join("\n").as_bytes());
            lines.push(format!(
                "{kind} {seed} plan {plan:016x} dump {:016x}",
                xxh3_64(dump.as_bytes())
            ));
        }
    }
    golden("levels", &lines.join("\n"));
    for kind in KINDS {
        for seed in [1, 42] {
            let level = level(&Request::new(kind, Seed(seed), 1), &catalog);
            golden(&format!("levels_{kind}_{seed}"), &level.rows().join("\n"));
        }
    }
}

fn golden(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("golden");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn a_mess_lies_where_it_can_be_cleared_away() {
    let catalog = catalog();
    for kind in KINDS {
        for seed in 0..500 {
            let level = level(&Request::new(kind, Seed(seed), 1 + (seed % 8) as u8), &catalog);
            let mess = mess(&level, &catalog, Seed(seed)).expect("the kind is known");
            assert_eq!(mess, upkeeper::r#gen::mess(&level, &catalog, Seed(seed)).expect("still"));
            let of = |kind| level.things_of(kind).map(Thing::pos).collect::<BTreeSet<_>>();
            for (kind, spoilt, supply) in [
                (ThingKind::Trap, &mess.sprung, mess.supplies.parts),
                (ThingKind::Chest, &mess.looted, mess.supplies.stock),
                (ThingKind::Door, &mess.broken, mess.supplies.timber),
                (ThingKind::Light, &mess.dark, mess.supplies.oil),
            ] {
                let all = of(kind);
                assert!(spoilt.iter().all(|pos| all.contains(pos)), "seed {seed}: {kind:?}");
                assert_eq!(spoilt.is_empty(), all.is_empty(), "seed {seed}: {kind:?}");
                assert_eq!(spoilt.iter().collect::<BTreeSet<_>>().len(), spoilt.len());
                let need = spoilt.len();
                assert!((need..=need + need.div_ceil(5)).contains(&usize::from(supply)));
            }
            let stands =
                |pos| level.thing_at(pos).is_some() || pos == level.start || pos == level.exit;
            let bodies: BTreeSet<Pos> = mess.bodies.iter().map(|&(pos, _)| pos).collect();
            assert!(!bodies.is_empty() && bodies.len() == mess.bodies.len(), "seed {seed}");
            let stains: BTreeSet<Pos> = mess.stains.iter().copied().collect();
            assert!(!stains.is_empty() && stains.len() == mess.stains.len(), "seed {seed}");
            for &pos in bodies.iter().chain(&stains) {
                assert!(level.tiles[pos].is_passable() && !stands(pos), "seed {seed}: {pos:?}");
            }
        }
    }
}

/// The contract of every kind, then that of this one.
fn check(level: &Level, request: &Request, catalog: &Catalog) {
    let context = format!("{} seed {} {:?}", level.kind, level.seed, request);
    let recipe = catalog.levels.iter().find(|recipe| recipe.name == level.kind).expect("it exists");
    let size = (request.width.unwrap_or(recipe.usual.0), request.height.unwrap_or(recipe.usual.1));
    let setting = |name: &str| {
        let default =
            recipe.settings.iter().find(|setting| setting.name == name).expect("it exists");
        request.settings.get(name).copied().unwrap_or_else(|| default.default.on(size))
    };
    assert_eq!((level.tiles.width(), level.tiles.height()), size, "{context}");
    let rows = level.rows();
    assert_eq!(rows.join("").matches('<').count(), 1, "{context}");
    assert_eq!(rows.join("").matches('>').count(), 1, "{context}");
    assert_eq!(level.tiles[level.start].character(), '<', "{context}");
    assert_eq!(level.tiles[level.exit].character(), '>', "{context}");

    let passable = level.tiles.map(|tile| !"# ~".contains(tile.character()));
    let cells = passable.cells().iter().filter(|&&open| open).count();
    for (pos, &open) in passable.iter() {
        assert!(!(open && passable.is_border(pos)), "{context}: {pos:?} is open");
    }
    assert_eq!(flooded(&passable, level.start), cells, "{context}: not one component");

    let mut free = passable.clone();
    free[level.exit] = false;
    let mut stands = BTreeMap::new();
    for thing in &level.things {
        let pos = Pos::new(thing.x, thing.y);
        assert!(stands.insert(pos, thing.kind).is_none(), "{context}: two things on {pos:?}");
        assert!(passable[pos] && pos != level.start && pos != level.exit, "{context}: {thing:?}");
        assert_eq!(thing.room, None);
        assert!((1..=5).contains(&thing.tier), "{context}: {thing:?}");
        let is_door = thing.kind == ThingKind::Door;
        assert_eq!(is_door, level.tiles[pos].character() == '+', "{context}: {thing:?}");
        free[pos] = is_door;
    }
    // All the work can be done without treading on anything or passing the exit.
    let left = free.cells().iter().filter(|&&open| open).count();
    assert_eq!(flooded(&free, level.start), left, "{context}: something stands in the way");
    for &pos in stands.keys().chain([&level.exit]) {
        assert!(pos.cardinals().any(|beside| free[beside]), "{context}: {pos:?} is out of reach");
    }
    // The least levels have room for little but the services.
    let jobs = if cells < 200 { &[][..] } else { &[ThingKind::Trap, ThingKind::Chest][..] };
    for &kind in [ThingKind::Closet, ThingKind::Chute, ThingKind::Well].iter().chain(jobs) {
        assert!(level.things_of(kind).next().is_some(), "{context}: no {kind:?}");
    }
    match &level.detail {
        Detail::Vault(vault) => check_vault(level, vault, setting("min_distance"), &context),
        Detail::Cavern(cavern) => {
            assert!(level.start.manhattan(level.exit) >= setting("min_distance"), "{context}");
            let numbers = [
                setting("fill_percent"),
                setting("open_passes"),
                setting("smooth_passes"),
                setting("least_region"),
                setting("open_cap"),
            ];
            check_cavern(level, cavern, numbers, &context);
        }
        Detail::Blank {} => panic!("{context}: says nothing"),
    }
}

/// Taking any one thing's cell away leaves the level whole.
fn check_no_thing_cuts(level: &Level) {
    let mut passable = level.tiles.map(|tile| tile.is_passable());
    let cells = passable.cells().iter().filter(|&&open| open).count();
    for thing in level.things.iter().filter(|thing| thing.kind != ThingKind::Door) {
        passable[thing.pos()] = false;
        assert_eq!(flooded(&passable, level.start), cells - 1, "{} {thing:?}", level.seed);
        passable[thing.pos()] = true;
    }
}

/// The number of open cells that cardinal steps lead to.
fn flooded(open: &Grid<bool>, from: Pos) -> usize {
    let mut seen = open.map(|_| false);
    let mut stack = vec![from];
    seen[from] = true;
    let mut count = 0;
    while let Some(pos) = stack.pop() {
        count += 1;
        for (dx, dy) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
            let next = pos + Pos::new(dx, dy);
            if open.get(next) == Some(&true) && !seen[next] {
                seen[next] = true;
                stack.push(next);
            }
        }
    }
    count
}

fn check_vault(level: &Level, vault: &VaultDetail, min_distance: i32, context: &str) {
    let (width, height) = (level.tiles.width(), level.tiles.height());
    assert_eq!((vault.cols, vault.rows), (width / 3, height / 3), "{context}");
    assert_eq!(vault.min_distance, min_distance, "{context}");
    let mut at = BTreeMap::new();
    for (place, feature) in vault.features.iter().enumerate() {
        assert_eq!(feature.id, place, "{context}");
        let Pos { x: i, y: j } = feature.cell;
        assert!((0..vault.cols).contains(&i) && (0..vault.rows).contains(&j), "{context}");
        assert!(at.insert(feature.cell, place).is_none(), "{context}: two on {:?}", feature.cell);
        assert!(level.tiles[Pos::new(3 * i + 1, 3 * j + 1)].is_passable(), "{context}");
    }
    let only = |kind: &str| {
        let mut of_kind = vault.features.iter().filter(|feature| feature.kind == kind);
        let first = of_kind.next().expect("there is one");
        assert!(of_kind.next().is_none(), "{context}: two of {kind}");
        first
    };
    let (start, exit) = (only("start"), only("exit"));
    assert!(start.cell.manhattan(exit.cell) >= min_distance.max(1), "{context}");
    let centre = |cell: Pos| Pos::new(3 * cell.x + 1, 3 * cell.y + 1);
    assert_eq!((centre(start.cell), centre(exit.cell)), (level.start, level.exit), "{context}");

    // Connected is exactly what is three cells apart.
    let mut connections = BTreeSet::new();
    for feature in &vault.features {
        for step in [Pos::new(1, 0), Pos::new(0, 1)] {
            if let Some(&other) = at.get(&(feature.cell + step)) {
                connections.insert((feature.id.min(other), feature.id.max(other)));
                let from = centre(feature.cell);
                assert!(level.tiles[from + step].is_passable(), "{context}");
                assert!(level.tiles[from + step + step].is_passable(), "{context}");
            }
        }
    }
    let given: BTreeSet<(usize, usize)> = vault.connections.iter().copied().collect();
    assert_eq!(given, connections, "{context}");
    assert_eq!(given.len(), vault.connections.len(), "{context}");

    // The repairs, done again: each adds passages beside what was reachable and reaches more.
    let added: usize = vault.repairs.iter().map(|repair| repair.added.len()).sum();
    let mut known = vault.features.len() - added;
    let mut reachable = swept(vault, &connections, known, start.id, exit.id);
    for repair in &vault.repairs {
        assert!(reachable < known, "{context}: there was nothing to repair");
        for &cell in &repair.added {
            let feature = &vault.features[known];
            assert_eq!((feature.cell, feature.kind.as_str()), (cell, "passage"), "{context}");
            known += 1;
        }
        // A plain sweep is slow: of very many repairs only the last is swept.
        if vault.repairs.len() > 300 && known < vault.features.len() {
            reachable = repair.reachable;
            continue;
        }
        let now = swept(vault, &connections, known, start.id, exit.id);
        assert!(now > reachable + repair.added.len(), "{context}: {repair:?} reached nothing");
        assert_eq!(repair.reachable, now, "{context}: {repair:?}");
        reachable = now;
    }
    assert_eq!(reachable, vault.features.len(), "{context}: something is unreachable");

    // Widening: every open cell is a feature's, and open cells of two super-tiles touch only where
    // their features are connected.
    let owner = |pos: Pos| at.get(&Pos::new(pos.x / 3, pos.y / 3)).copied();
    for (pos, tile) in level.tiles.iter().filter(|(_, tile)| tile.is_passable()) {
        let here = owner(pos).unwrap_or_else(|| panic!("{context}: nobody dug {pos:?} ({tile:?})"));
        for beside in pos.cardinals().filter(|&beside| level.tiles[beside].is_passable()) {
            let there = owner(beside).expect("checked in its turn");
            let joined = here == there || connections.contains(&(here.min(there), here.max(there)));
            assert!(joined, "{context}: {pos:?} joins what is not connected");
        }
        let is_arm = pos.x % 3 == 1 || pos.y % 3 == 1;
        assert!(here != exit.id || is_arm, "{context}: the exit is a chamber");
    }
    let mut without_exit = level.tiles.map(|tile| tile.is_passable());
    without_exit[level.exit] = false;
    let cells = without_exit.cells().iter().filter(|&&open| open).count();
    assert_eq!(flooded(&without_exit, level.start), cells, "{context}: only through the exit");
}

/// How many of the first so many features a plain sweep over all of them reaches.
fn swept(
    vault: &VaultDetail,
    connections: &BTreeSet<(usize, usize)>,
    known: usize,
    start: usize,
    exit: usize,
) -> usize {
    let mut reachable = vec![false; vault.features.len()];
    reachable[start] = true;
    loop {
        let mut changed = false;
        for &(a, b) in connections.iter().filter(|&&(a, b)| a < known && b < known) {
            for (from, to) in [(a, b), (b, a)] {
                if reachable[from] && from != exit && !reachable[to] {
                    reachable[to] = true;
                    changed = true;
                }
            }
        }
        if !changed {
            return reachable.into_iter().filter(|&reachable| reachable).count();
        }
    }
}

fn check_cavern(level: &Level, cavern: &CavernDetail, numbers: [i32; 5], context: &str) {
    let [fill_percent, open, smooth, least_region, open_cap] = numbers;
    assert_eq!(cavern.fill_percent, fill_percent, "{context}");
    let rules: Vec<Rule> = std::iter::repeat_n(Rule::Open, open as usize)
        .chain(std::iter::repeat_n(Rule::Smooth, smooth as usize))
        .collect();
    assert_eq!(cavern.passes, rules, "{context}");
    let passable = level.tiles.map(|tile| tile.is_passable());
    assert!(widest_square(&passable) <= open_cap, "{context}: too wide an open space");
    let Some(trace) = &cavern.trace else {
        return;
    };

    // The automaton, run again from the noise, a cell at a time.
    let read = |rows: &[String]| {
        let cells = rows.iter().flat_map(|row| row.chars()).map(|cell| cell == '#').collect();
        Grid::from_cells(level.tiles.width(), cells).expect("rows fill the level")
    };
    let mut wall = read(&trace.noise);
    assert_eq!(trace.generations.len(), rules.len(), "{context}");
    for (rule, rows) in rules.iter().zip(&trace.generations) {
        let walls = |pos: Pos, reach: i32| {
            let around = (-reach..=reach).flat_map(|dy| (-reach..=reach).map(move |dx| (dx, dy)));
            around.filter(|&(dx, dy)| *wall.get(pos + Pos::new(dx, dy)).unwrap_or(&true)).count()
        };
        let mut next = wall.clone();
        for pos in wall.positions() {
            let opens = *rule == Rule::Open && walls(pos, 2) <= 2;
            next[pos] = walls(pos, 1) >= 5 || opens;
        }
        assert_eq!(next, read(rows), "{context}: {rule:?} gives something else");
        wall = next;
    }

    // Small regions filled, the rest joined by tunnels inside the border.
    let mut floor = wall.map(|&wall| !wall);
    let (mut filled, mut kept) = (0, 0);
    let mut seen = floor.map(|_| false);
    for seed in wall.positions() {
        if wall[seed] || seen[seed] {
            continue;
        }
        let mut region = vec![seed];
        seen[seed] = true;
        let mut next = 0;
        while let Some(&pos) = region.get(next) {
            next += 1;
            for beside in pos.cardinals() {
                if wall.get(beside) == Some(&false) && !seen[beside] {
                    seen[beside] = true;
                    region.push(beside);
                }
            }
        }
        if (region.len() as i32) < least_region {
            filled += 1;
            for pos in region {
                floor[pos] = false;
            }
        } else {
            kept += 1;
        }
    }
    assert_eq!((cavern.regions_filled, cavern.regions_joined), (filled, kept - 1), "{context}");
    assert!(trace.tunnels.len() < kept, "{context}");
    for tunnel in &trace.tunnels {
        assert!(tunnel.windows(2).all(|pair| pair[0].manhattan(pair[1]) == 1), "{context}");
        for &pos in tunnel {
            assert!(!floor.is_border(pos) && !floor[pos], "{context}: {pos:?}");
        }
        for &pos in tunnel {
            floor[pos] = true;
        }
    }
    assert_eq!(passable, floor, "{context}: the level is not what the automaton made");
}

/// The side of the largest square of open cells.
fn widest_square(open: &Grid<bool>) -> i32 {
    let mut side = open.map(|_| 0);
    for pos in open.positions() {
        let before = |dx, dy| side.get(pos - Pos::new(dx, dy)).copied().unwrap_or(0);
        if open[pos] {
            side[pos] = 1 + before(1, 0).min(before(0, 1)).min(before(1, 1));
        }
    }
    side.cells().iter().copied().max().unwrap_or(0)
}
