//! The order of the rooms, as the sources keep it: which may use which, and what must never be where.
//!
//! What is read is every path in the code, with grouped imports and `super` written out and re-exports
//! followed to the file that defines the name. Methods are not followed to their `impl`.

mod graph;
mod imports;
mod token;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use graph::{Graph, Source, circles};

/// The rooms from the bottom up: a room may use itself and those before it.
const ROOMS: [&str; 11] =
    ["base", "content", "levelgen", "sim", "view", "record", "save", "ui", "host", "server", "cli"];

/// The layers of `sim` from the bottom up: files, and folders with all in them.
const SIM_LAYERS: [&[&str]; 11] = [
    &[
        "sim/command.rs",
        "sim/event/",
        "sim/interruption.rs",
        "sim/letter.rs",
        "sim/reject.rs",
        "sim/setup.rs",
        "sim/units.rs",
    ],
    &["sim/state/"],
    &["sim/query/"],
    &["sim/rules/"],
    &["sim/ai/"],
    &["sim/travel/"],
    &["sim/solver/"],
    &["sim/dispatch.rs"],
    &["sim/shift/"],
    &["sim/campaign/"],
    &["sim/game.rs", "sim/mod.rs"],
];

/// The layers of `levelgen` from the bottom up. A kind has parts in three: what it tells of a level, what it
/// keeps in a draft, and the passes that fill both.
const LEVELGEN_LAYERS: [&[&str]; 9] = [
    &[
        "levelgen/detail/",
        "levelgen/error.rs",
        "levelgen/level.rs",
        "levelgen/request.rs",
        "levelgen/tile.rs",
        "levelgen/kinds/*/detail.rs",
    ],
    &["levelgen/algo/"],
    &["levelgen/kinds/*/state.rs"],
    &["levelgen/draft/"],
    &["levelgen/furnish/"],
    &["levelgen/passes/"],
    &["levelgen/kinds/"],
    &["levelgen/bracket_map.rs", "levelgen/measure", "levelgen/outlook.rs", "levelgen/pass.rs"],
    &["levelgen/generate.rs", "levelgen/overworld/", "levelgen/mod.rs"],
];

/// What may differ from one replay to the next, or names a terminal, is no business of these rooms.
const PURE_ROOMS: [&str; 6] = ["base", "content", "levelgen", "sim", "view", "record"];

/// Paths and words that would bring a clock, a file, a socket, a terminal or a float into a pure room.
const FORBIDDEN_IN_PURE: [&str; 19] = [
    "std::fs",
    "std::io",
    "std::net",
    "std::time",
    "std::thread",
    "std::env",
    "std::process",
    "Instant",
    "SystemTime",
    "HashMap",
    "HashSet",
    "thread_rng",
    "ratatui",
    "crossterm",
    "bincode",
    "println",
    "eprintln",
    "f32",
    "f64",
];

/// Whole numbers, which a float holds exactly: bracket-pathfinding's traits count in `f32`, and the
/// Delaunay triangulation takes its points as `f64`. Serializers and deserializers of serde name both.
const EXCEPTIONS: [(&str, &str); 8] = [
    ("levelgen/bracket_map.rs", "f32"),
    ("levelgen/algo/delaunay.rs", "f64"),
    ("base/fold.rs", "f32"),
    ("base/fold.rs", "f64"),
    ("record/dump/names.rs", "f32"),
    ("record/dump/names.rs", "f64"),
    ("record/dump/unnamed.rs", "f32"),
    ("record/dump/unnamed.rs", "f64"),
];

static GRAPH: LazyLock<Graph> = LazyLock::new(Graph::read);

#[test]
fn rooms_use_only_rooms_below_them() {
    let faults = upward(|path| ROOMS.iter().position(|room| room_of(path) == *room));
    assert!(faults.is_empty(), "imports run upward:\n{}", faults.join("\n"));
}

#[test]
fn layers_inside_rooms_use_only_layers_below_them() {
    let mut faults = Vec::new();
    for (room, layers) in [("levelgen/", &LEVELGEN_LAYERS[..]), ("sim/", &SIM_LAYERS[..])] {
        let layer =
            |path: &str| layers.iter().position(|layer| layer.iter().any(|part| is_in(path, part)));
        for file in GRAPH.files().filter(|file| file.path.starts_with(room)) {
            assert!(layer(&file.path).is_some(), "{} is in no layer", file.path);
        }
        faults.extend(upward(layer));
    }
    assert!(faults.is_empty(), "imports run upward:\n{}", faults.join("\n"));
}

/// Whether a file is a part of a layer; `*` stands for one folder.
fn is_in(path: &str, part: &str) -> bool {
    let Some((before, after)) = part.split_once('*') else { return path.starts_with(part) };
    let rest = path.strip_prefix(before).and_then(|rest| rest.split_once('/'));
    rest.is_some_and(|(_, rest)| Some(rest) == after.strip_prefix('/'))
}

/// The uses of a file by one in a layer below it.
fn upward(layer: impl Fn(&str) -> Option<usize>) -> Vec<String> {
    let uses = GRAPH.uses();
    let runs_upward = |(from, to): &&(String, String)| match (layer(from), layer(to)) {
        (Some(from), Some(to)) => from < to,
        _ => false,
    };
    uses.keys().filter(runs_upward).map(|(from, to)| format!("{from} -> {to}")).collect()
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let uses = GRAPH.uses();
    let mut edges = String::new();
    for circle in circles(&uses) {
        for ((from, to), line) in &uses {
            if circle.contains(from) && circle.contains(to) {
                writeln!(edges, "src/{from}:{line} uses {to}").expect("a string takes all");
            }
        }
        edges.push('\n');
    }
    assert!(edges.is_empty(), "files use each other in a circle:\n{edges}");
}

#[test]
fn the_pure_rooms_name_no_clock_file_socket_or_terminal() {
    let mut faults = Vec::new();
    for file in GRAPH.files() {
        if PURE_ROOMS.contains(&room_of(&file.path)) {
            let excepted = |word| EXCEPTIONS.contains(&(file.path.as_str(), word));
            let named = FORBIDDEN_IN_PURE.into_iter().filter(|word| !excepted(*word));
            faults.extend(
                named
                    .filter_map(|word| names(file, word).map(|line| (word, line)))
                    .map(|(word, line)| format!("{}:{line}: {word}", file.path)),
            );
        }
    }
    assert!(faults.is_empty(), "what no pure room may name:\n{}", faults.join("\n"));
}

#[test]
fn bincode_stays_in_one_file_of_save() {
    let users: Vec<&str> = GRAPH
        .files()
        .filter(|file| names(file, "bincode").is_some())
        .map(|file| file.path.as_str())
        .collect();
    assert!(users.len() == 1 && users[0].starts_with("save/"), "{users:?}");
}

#[test]
fn every_file_is_in_a_room_of_the_plan() {
    let found: BTreeSet<&str> =
        GRAPH.files().map(|file| room_of(&file.path)).filter(|room| *room != "lib.rs").collect();
    assert_eq!(found, BTreeSet::from(ROOMS));
}

#[test]
fn main_only_parses_dispatches_and_exits() {
    let main = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/main.rs");
    let lines = fs::read_to_string(main).expect("src/main.rs").lines().count();
    assert!(lines <= 60, "main.rs has {lines} lines");
}

fn room_of(path: &str) -> &str {
    path.split('/').next().unwrap_or_default()
}

/// The line on which a file names a path of another crate, or a word.
fn names(file: &Source, what: &str) -> Option<usize> {
    let wanted: Vec<&str> = what.split("::").collect();
    let matches = |path: &[String]| {
        path.windows(wanted.len()).any(|part| part.iter().eq(wanted.iter().copied()))
    };
    let imported = file.paths.imports.iter().find(|import| matches(&import.path));
    let mentioned = file.paths.mentions.iter().find(|(path, _)| matches(path));
    imported.map(|import| import.line).or(mentioned.map(|(_, line)| *line))
}
