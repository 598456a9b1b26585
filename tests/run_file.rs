//! The run file: whatever happens to one, what is read of it is true.

mod common;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use common::{Driver, catalog, opening, play};
use upkeeper::content::Catalog;
use upkeeper::record::{Frame, Nowhere, Session, verify};
use upkeeper::save::{self, Reader, RunFile, SaveError};
use upkeeper::sim::{Command, Status};

fn record(
    path: &Path,
    kind: &str,
    seed: u64,
    commands: u32,
    catalog: &Arc<Catalog>,
) -> Session<RunFile> {
    let opening = opening(kind, seed, catalog);
    let file = RunFile::create(path, &opening).expect("creates");
    let mut session = Session::begin(opening, catalog, file).expect("begins");
    play(&mut session, &mut Driver::new(seed), commands);
    session
}

#[test]
fn a_run_saved_and_loaded_every_50_commands_is_the_run_never_interrupted() {
    let catalog = catalog();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.upk");
    for kind in ["vault", "cavern"] {
        for seed in 0..200 {
            let mut straight =
                Session::begin(opening(kind, seed, &catalog), &catalog, Nowhere).expect("begins");
            let mut driver = Driver::new(seed);
            let begun = opening(kind, seed, &catalog);
            let file = RunFile::replace(&path, &begun).expect("creates");
            let mut session = Session::begin(begun, &catalog, file).expect("begins");
            for number in 1..=600 {
                let Some(command) = driver.next(straight.game()) else { break };
                straight.submit(command).expect("accepted");
                session.submit(command).expect("accepted");
                assert_eq!(straight.game().digest_parts(), session.game().digest_parts());
                if number % 50 == 0 {
                    drop(session);
                    let (resumed, torn) = save::resume(&path, &catalog).expect("resumes");
                    assert_eq!(torn, None);
                    assert_eq!(resumed.game().snapshot(), straight.game().snapshot());
                    session = resumed;
                }
            }
            assert_eq!(straight.chain(), session.chain(), "{kind} {seed}");
            assert_eq!(straight.status(), session.status());
        }
    }
}
