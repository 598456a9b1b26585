//! The house as the sources have it: who may use whom, and what must never be where.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms from the bottom up: each may use itself and those before it.
const ROOMS: [&str; 10] =
    ["base", "content", "levelgen", "sim", "view", "record", "save", "ui", "host", "cli"];

/// What may differ from one replay to the next, or names a terminal, is no business of these rooms.
const PURE_ROOMS: [&str; 6] = ["base", "content", "levelgen", "sim", "view", "record"];

/// Words that would bring a clock, a file, a socket or a terminal into a pure room.
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
    "println!",
    "eprintln!",
    "f32",
    "f64",
];

/// Whole numbers, which a float holds exactly: bracket-pathfinding's traits count in `f32`, and the
/// Delaunay triangulation takes its points as `f64`.
const EXCEPTIONS: [(&str, &str); 2] =
    [("levelgen/bracket_map.rs", "f32"), ("levelgen/algo/delaunay.rs", "f64")];

#[test]
fn rooms_use_only_rooms_below_them() {
    let mut faults = Vec::new();
    for (room, files) in sources() {
        let Some(level) = ROOMS.iter().position(|known| *known == room) else { continue };
        for file in files {
            for (line, code) in code_lines(&file) {
                for (above, name) in ROOMS.iter().enumerate().skip(level + 1) {
                    let uses = [format!("crate::{name}"), format!("crate::r#{name}")];
                    if above > level && uses.iter().any(|word| contains_word(&code, word)) {
                        faults.push(format!("{}:{line}: {room} uses {name}", file.display()));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "imports run upward:\n{}", faults.join("\n"));
}

#[test]
fn the_pure_rooms_name_no_clock_file_socket_or_terminal() {
    let mut faults = Vec::new();
    for (room, files) in sources() {
        if !PURE_ROOMS.contains(&room.as_str()) {
            continue;
        }
        for file in files {
            for (line, code) in code_lines(&file) {
                for word in FORBIDDEN_IN_PURE {
                    let excepted = EXCEPTIONS
                        .iter()
                        .any(|&(path, exception)| file.ends_with(path) && exception == word);
                    if contains_word(&code, word) && !excepted {
                        faults.push(format!("{}:{line}: {word}", file.display()));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "what no pure room may name:\n{}", faults.join("\n"));
}

#[test]
fn bincode_stays_in_one_file() {
    let users: Vec<PathBuf> = sources()
        .into_values()
        .flatten()
        .filter(|file| code_lines(file).iter().any(|(_, code)| contains_word(code, "bincode")))
        .collect();
    assert_eq!(users.len(), 1, "{users:?}");
    assert!(users[0].starts_with(root().join("save")), "{users:?}");
}

#[test]
fn every_room_of_the_plan_exists() {
    let rooms = sources();
    for room in ROOMS {
        assert!(rooms.get(room).is_some_and(|files| !files.is_empty()), "there is no room {room}");
    }
}

#[test]
fn main_only_parses_dispatches_and_exits() {
    let text = fs::read_to_string(root().join("main.rs")).expect("src/main.rs");
    assert!(text.lines().count() <= 60, "main.rs has {} lines", text.lines().count());
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The source files of each room.
fn sources() -> BTreeMap<String, Vec<PathBuf>> {
    let mut rooms: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    let mut open = vec![root()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let inside = path.strip_prefix(root()).expect("a path under src");
                let room = inside.components().next().expect("a first part");
                let room = room.as_os_str().to_string_lossy().replace(".rs", "");
                rooms.entry(room).or_default().push(path);
            }
        }
    }
    rooms
}

/// The lines that are code outside of unit tests, without comments, with their numbers.
fn code_lines(file: &Path) -> Vec<(usize, String)> {
    let text = fs::read_to_string(file).expect("a source file");
    let before_tests = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    before_tests
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.split("//").next().unwrap_or_default().to_owned()))
        .filter(|(_, code)| !code.trim().is_empty())
        .collect()
}

/// The word stands there, and not as a part of a longer one.
fn contains_word(code: &str, word: &str) -> bool {
    code.match_indices(word).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let after = code[at + word.len()..].chars().next();
        let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        !is_part(before) && !is_part(after)
    })
}
