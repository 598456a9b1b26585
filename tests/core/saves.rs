//! The run files of every release, kept in `saves/`: each must load, verify, step and migrate as
//! long as its rules are known, and be refused by name when they no longer are.
//!
//! `cargo run --release -p examples --bin golden_runs` writes those of the version in `Cargo.toml`
//! anew: needed whenever its rules or the format of the state changed, and not allowed any more
//! once it is released.

use std::fs;
use std::path::Path;

use crate::support::content::catalog;
use crate::support::golden::{Golden, folder};
use engine::sim::{Command, RunStatus};
use runs::record::{Replay, Ruleset};
use runs::save::{self, FORMAT, Migration, RunReader, SaveError};

fn manifest() -> Vec<Golden> {
    let text = fs::read_to_string(folder().join("manifest.json")).expect("saves/manifest.json");
    serde_json::from_str(&text).expect("a list of run files")
}

#[test]
fn every_released_run_file_loads_verifies_steps_and_migrates() {
    let known = Ruleset::of(catalog());
    let copies = tempfile::tempdir().expect("a folder");
    for golden in manifest() {
        let path = copies.path().join(&golden.file);
        fs::copy(folder().join(&golden.file), &path).expect("is there");
        let ruleset = RunReader::open(&path).expect("opens").header().run.ruleset;
        assert_eq!(ruleset.to_string(), golden.ruleset);
        if ruleset != known {
            assert_ne!(
                golden.version,
                env!("CARGO_PKG_VERSION"),
                "the rules of this version changed: cargo run --release -p examples --bin \
                 golden_runs"
            );
            assert!(matches!(
                save::resume(&path, catalog()),
                Err(SaveError::UnknownRuleset { .. })
            ));
            continue;
        }
        check_run_file(&golden, &path);
    }
}

fn check_run_file(golden: &Golden, path: &Path) {
    // Migrates: twice, and the second time there is nothing left to do.
    save::migrate(path).expect("migrates");
    assert_eq!(save::migrate(path).expect("migrates"), Migration::NothingToDo { format: FORMAT });
    // Verifies.
    assert_eq!(&Golden::of(path, &golden.version, catalog()), golden);
    // Loads, and stands where it stood.
    let (mut session, torn) = save::resume(path, catalog()).expect("resumes");
    assert_eq!(torn, None);
    assert_eq!(session.chain().digest().to_string(), golden.digest);
    // Steps: on, where it is not over; and from the middle, where it is.
    if !matches!(session.status(), RunStatus::Over(_)) {
        let command = match session.status() {
            RunStatus::Busy => Command::Continue,
            _ => Command::Wait,
        };
        session.submit(command).expect("accepted");
        assert_eq!(session.commands(), golden.commands + 1);
    }
    drop(session);
    let recording = save::open(path).expect("opens").whole().expect("whole");
    let mut replay = Replay::new(recording, catalog()).expect("plays");
    replay.seek(golden.commands / 2).expect("is there");
    assert!(replay.forward().expect("plays").is_some());
}

#[test]
fn the_run_files_of_this_version_show_every_kind_and_end() {
    let version = env!("CARGO_PKG_VERSION");
    let own: Vec<Golden> =
        manifest().into_iter().filter(|golden| golden.version == version).collect();
    for level in &catalog().levels {
        assert!(own.iter().any(|golden| golden.kind == level.name), "no run of a {}", level.name);
    }
    for outcome in ["clocked_out", "died", "abandoned", "running"] {
        assert!(own.iter().any(|golden| golden.outcome == outcome), "no run is {outcome}");
    }
    for origin in ["start", "branch", "cut"] {
        assert!(own.iter().any(|golden| golden.origin == origin), "no run is {origin}");
    }
    assert!(own.iter().any(|golden| golden.word.is_some()));
}
