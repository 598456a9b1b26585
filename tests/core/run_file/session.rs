//! Runs that are played on: from their files, and past a disk that is full.

use engine::sim::Command;
use runs::record::{Frame, NullSink, Session, Sink};
use runs::save::{self, RunFile};

use super::runs::verified;
use crate::support::content::catalog;
use crate::support::driver::{Driver, opening};
use crate::support::quick::quick_catalog;

fn saved_and_loaded_equals_never_interrupted(kind: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.upk");
    for seed in 0..60 {
        let begun = opening(kind, seed);
        let mut straight =
            Session::begin(begun.clone(), quick_catalog(), NullSink).expect("begins");
        let file = RunFile::replace(&path, &begun).expect("creates");
        let mut session = Session::begin(begun, quick_catalog(), file).expect("begins");
        let mut driver = Driver::new(seed);
        for number in 1..=400 {
            let Some(command) = driver.next(straight.game()) else { break };
            straight.submit(command).expect("accepted");
            session.submit(command).expect("accepted");
            assert_eq!(straight.game().digest_parts(), session.game().digest_parts());
            if number % 50 == 0 {
                drop(session);
                let (resumed, torn) = save::resume(&path, quick_catalog()).expect("resumes");
                assert_eq!(torn, None);
                assert_eq!(resumed.game().snapshot(), straight.game().snapshot());
                session = resumed;
            }
        }
        assert_eq!(straight.chain(), session.chain(), "{kind} {seed}");
        assert_eq!(straight.status(), session.status());
    }
}

#[test]
fn a_vault_saved_and_loaded_every_50_commands_is_the_run_never_interrupted() {
    saved_and_loaded_equals_never_interrupted("vault");
}

#[test]
fn a_cavern_saved_and_loaded_every_50_commands_is_the_run_never_interrupted() {
    saved_and_loaded_equals_never_interrupted("cavern");
}

#[test]
fn a_sink_that_fails_is_offered_the_same_frames_again() {
    /// Takes nothing while it is full.
    #[derive(Default)]
    struct Disk {
        full: bool,
        frames: Vec<Frame>,
    }
    impl Sink for Disk {
        type Error = &'static str;
        fn write(&mut self, frames: &[Frame]) -> Result<(), &'static str> {
            if self.full {
                return Err("full");
            }
            self.frames.extend_from_slice(frames);
            Ok(())
        }
    }
    let begun = opening("vault", 2);
    let mut session = Session::begin(begun.clone(), catalog(), Disk::default()).expect("begins");
    session.submit(Command::Wait).expect("accepted");
    session.sink_mut().full = true;
    assert!(session.submit(Command::Wait).is_err());
    assert!(session.submit(Command::Wait).is_err());
    assert_eq!(session.commands(), 2, "nothing happens while the record lags behind");
    session.sink_mut().full = false;
    session.submit(Command::Wait).expect("accepted");
    let frames = session.into_sink().frames;
    assert_eq!(frames.iter().filter(|frame| matches!(frame, Frame::Command(_))).count(), 3);
    assert_eq!(verified(&begun, &frames).mismatch, None);
}
