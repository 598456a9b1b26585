//! The run files of every release, kept in `saves/`: each must load, verify, step and migrate as long as
//! its rules are known, and be refused by name when they no longer are.
//!
//! `cargo test --test core -- --ignored regenerate` writes those of the version in `Cargo.toml` anew:
//! needed whenever its rules changed, and not allowed any more once it is released.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::content::catalog;
use crate::support::driver::{Driver, opening, play};
use crate::support::lasting_seed::lasting_seed;
use serde::{Deserialize, Serialize};
use upkeeper::record::{Replay, Ruleset, Session, outcome_name, verify};
use upkeeper::save::{self, FORMAT, Migration, Reader, RunFile, SaveError};
use upkeeper::sim::{Command, Status};

/// One run file and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Golden {
    file: String,
    version: String,
    format: u16,
    ruleset: String,
    commands: u32,
    turns: u32,
    outcome: String,
    score: u32,
    digest: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("saves")
}

fn manifest() -> Vec<Golden> {
    let text = fs::read_to_string(folder().join("manifest.json")).expect("saves/manifest.json");
    serde_json::from_str(&text).expect("a list of run files")
}

#[test]
fn every_run_file_ever_released_still_does() {
    let catalog = catalog();
    let known = Ruleset::of(&catalog);
    let copies = tempfile::tempdir().expect("a folder");
    for golden in manifest() {
        let path = copies.path().join(&golden.file);
        fs::copy(folder().join(&golden.file), &path).expect("is there");
        let ruleset = Reader::open(&path).expect("opens").header().opening.ruleset;
        assert_eq!(ruleset.to_string(), golden.ruleset);
        if ruleset != known {
            assert_ne!(
                golden.version,
                env!("CARGO_PKG_VERSION"),
                "the rules of this version changed: cargo test --test core -- --ignored regenerate"
            );
            assert!(matches!(save::resume(&path, &catalog), Err(SaveError::UnknownRuleset { .. })));
            continue;
        }
        does(&golden, &path);
    }
}

fn does(golden: &Golden, path: &Path) {
    let catalog = catalog();
    // Migrates: twice, and the second time there is nothing left to do.
    save::migrate(path).expect("migrates");
    assert_eq!(save::migrate(path).expect("migrates"), Migration::NothingToDo { format: FORMAT });
    // Verifies.
    let mut reader = Reader::open(path).expect("opens");
    let opening = reader.header().opening.clone();
    let verdict = verify(&opening, &catalog, &mut reader).expect("can be examined");
    assert_eq!(verdict.mismatch, None, "{}", golden.file);
    let found = Golden {
        file: golden.file.clone(),
        version: golden.version.clone(),
        format: golden.format,
        ruleset: opening.ruleset.to_string(),
        commands: verdict.commands,
        turns: verdict.turns.0,
        outcome: outcome_name(verdict.status).to_owned(),
        score: verdict.score,
        digest: verdict.digest.to_string(),
    };
    assert_eq!(&found, golden);
    // Loads, and stands where it stood.
    let (mut session, torn) = save::resume(path, &catalog).expect("resumes");
    assert_eq!(torn, None);
    assert_eq!(session.chain().digest(), verdict.digest);
    // Steps: on, where it is not over; and from the middle, where it is.
    if !matches!(session.status(), Status::Over(_)) {
        session.submit(Command::Wait).expect("accepted");
        assert_eq!(session.commands(), golden.commands + 1);
    }
    drop(session);
    let recording = save::open(path).expect("opens").whole().expect("whole");
    let mut replay = Replay::new(recording, &catalog).expect("plays");
    replay.seek(golden.commands / 2).expect("is there");
    assert!(replay.forward().expect("plays").is_some());
}

#[test]
#[ignore = "writes saves/ anew"]
fn regenerate() {
    let catalog = catalog();
    let version = env!("CARGO_PKG_VERSION");
    fs::create_dir_all(folder()).expect("a folder");
    let released = fs::read_to_string(folder().join("manifest.json")).unwrap_or("[]".to_owned());
    let mut all: Vec<Golden> = serde_json::from_str(&released).expect("a list of run files");
    all.retain(|golden| golden.version != version);
    // One that is over, and one to be gone on with.
    for (kind, least, commands) in
        [("vault", 300, 5_000), ("cavern", 400, 400), ("crypt", 600, 5_000)]
    {
        let seed = lasting_seed(kind, 1, least, &catalog);
        let file = format!("{version}-{kind}.upk");
        let path = folder().join(&file);
        let begun = opening(kind, seed, &catalog);
        let run_file = RunFile::replace(&path, &begun).expect("creates");
        let mut session = Session::begin(begun, &catalog, run_file).expect("begins");
        play(&mut session, &mut Driver::new(seed), commands);
        all.push(Golden {
            file,
            version: version.to_owned(),
            format: FORMAT,
            ruleset: session.opening().ruleset.to_string(),
            commands: session.commands(),
            turns: session.game().world().clock().0,
            outcome: outcome_name(session.status()).to_owned(),
            score: session.game().grade().score,
            digest: session.chain().digest().to_string(),
        });
    }
    let text = serde_json::to_string_pretty(&all).expect("plain data");
    fs::write(folder().join("manifest.json"), text + "\n").expect("writes");
}
