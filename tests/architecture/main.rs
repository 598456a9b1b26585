//! What the compiler cannot say of the sources: which rooms inside a crate may use which, that no
//! files use each other in a circle, and what the rules must never name. Imports between crates are
//! the manifests' matter.

mod features;
mod graph;
mod source;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::LazyLock;

use graph::{Graph, Uses, circles};

/// The layers of `sim` from the bottom up: files, and folders with all in them.
const SIM_LAYERS: [&[&str]; 13] = [
    &[
        "engine/sim/command.rs",
        "engine/sim/event",
        "engine/sim/reject.rs",
        "engine/sim/setup.rs",
        "engine/sim/units.rs",
    ],
    &["engine/sim/state/"],
    &["engine/sim/prelude.rs"],
    &["engine/sim/action.rs", "engine/sim/query/"],
    &[
        "engine/sim/fight/",
        "engine/sim/floor/",
        "engine/sim/party/",
        "engine/sim/things/",
        "engine/sim/work/",
    ],
    &["engine/sim/perform.rs"],
    &["engine/sim/ai/"],
    &["engine/sim/travel/"],
    &["engine/sim/solver/"],
    &["engine/sim/dispatch.rs"],
    &["engine/sim/shift/"],
    &["engine/sim/campaign/", "engine/sim/forecast/", "engine/sim/reckoning/"],
    &["engine/sim/game.rs", "engine/sim/mod.rs"],
];

/// The layers of `levels` from the bottom up.
const LEVEL_LAYERS: [&[&str]; 9] = [
    &["levels/detail.rs", "levels/error.rs", "levels/level.rs", "levels/request.rs"],
    &["levels/algo/"],
    &["levels/state.rs"],
    &["levels/draft/"],
    &["levels/furnish/"],
    &["levels/passes/"],
    &["levels/kinds/"],
    &["levels/bracket_map.rs", "levels/measure.rs"],
    &["levels/generate.rs", "levels/overworld/", "levels/lib.rs"],
];

/// Crates of a few rooms, from the bottom up.
const ENGINE_ROOMS: [&[&str]; 3] = [&["engine/sim/"], &["engine/view/"], &["engine/lib.rs"]];
const RUN_ROOMS: [&[&str]; 4] =
    [&["runs/record/"], &["runs/save/"], &["runs/home/"], &["runs/lib.rs"]];

/// What may differ from one replay to the next, or names a terminal, is no business of these.
const PURE_ROOMS: [&str; 6] =
    ["base/", "content/", "levels/", "engine/sim/", "engine/view/", "runs/record/"];

/// Paths and words that would bring a clock, a file, a socket, a terminal or a float into a pure
/// room.
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
/// Delaunay triangulation takes its points as `f64`. Serializers and deserializers of serde name
/// both.
const EXCEPTIONS: [(&str, &str); 10] = [
    ("levels/bracket_map.rs", "f32"),
    ("levels/algo/delaunay.rs", "f64"),
    ("base/fold.rs", "f32"),
    ("base/fold.rs", "f64"),
    ("engine/sim/state/snapshot/check/limits.rs", "f32"),
    ("engine/sim/state/snapshot/check/limits.rs", "f64"),
    ("runs/record/dump/names.rs", "f32"),
    ("runs/record/dump/names.rs", "f64"),
    ("runs/record/dump/unnamed.rs", "f32"),
    ("runs/record/dump/unnamed.rs", "f64"),
];

static GRAPH: LazyLock<Graph> = LazyLock::new(Graph::read);
static USES: LazyLock<Uses> = LazyLock::new(|| GRAPH.uses());

#[test]
fn layers_use_only_layers_below_them() {
    let crates: [(&str, &[&[&str]]); 4] = [
        ("levels/", &LEVEL_LAYERS),
        ("engine/", &ENGINE_ROOMS),
        ("engine/sim/", &SIM_LAYERS),
        ("runs/", &RUN_ROOMS),
    ];
    let mut faults = Vec::new();
    for (room, layers) in crates {
        let layer = |path: &str| {
            layers.iter().position(|layer| layer.iter().any(|part| path.starts_with(part)))
        };
        for file in GRAPH.files().filter(|file| file.path.starts_with(room)) {
            assert!(layer(&file.path).is_some(), "{} is in no layer", file.path);
        }
        let upward = USES.keys().filter(|(from, to)| match (layer(from), layer(to)) {
            (Some(from), Some(to)) => from < to,
            _ => false,
        });
        faults.extend(upward.map(|(from, to)| format!("{from} -> {to}")));
    }
    assert!(faults.is_empty(), "imports run upward:\n{}", faults.join("\n"));
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let uses = &*USES;
    assert!(uses.len() > 2_000, "only {} uses were found", uses.len());
    let mut edges = String::new();
    for circle in circles(uses) {
        for ((from, to), line) in uses {
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
        if PURE_ROOMS.iter().any(|room| file.path.starts_with(room)) {
            let excepted = |word| EXCEPTIONS.contains(&(file.path.as_str(), word));
            let named = FORBIDDEN_IN_PURE.into_iter().filter(|word| !excepted(*word));
            faults.extend(
                named
                    .filter_map(|word| file.line_of(word).map(|line| (word, line)))
                    .map(|(word, line)| format!("{}:{line}: {word}", file.path)),
            );
        }
    }
    assert!(faults.is_empty(), "what no pure room may name:\n{}", faults.join("\n"));
}

#[test]
fn bincode_stays_in_one_file_of_save() {
    let users: BTreeSet<&str> = GRAPH
        .files()
        .filter(|file| file.line_of("bincode").is_some())
        .map(|file| file.path.as_str())
        .collect();
    assert!(users.iter().eq(&["runs/save/codec.rs"]), "{users:?}");
}
