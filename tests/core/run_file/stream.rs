//! Run files in a store that is no file system: written to any writer and read from any reader.

use std::fs;
use std::io::Cursor;

use engine::sim::Command;
use runs::record::Session;
use runs::save::{self, RunReader, RunWriter, SaveError};

use crate::run_file::runs::record;
use crate::support::content::catalog;
use crate::support::driver::{Driver, opening, play};
use crate::support::lasting_seed::lasting_seed;

const COMMANDS: u32 = 300;

#[test]
fn a_run_in_a_store_has_the_bytes_of_a_file_and_goes_on_from_them() {
    let catalog = catalog();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.upk");
    let seed = lasting_seed("vault", 3, COMMANDS, &catalog);
    record(&path, "vault", seed, COMMANDS, &catalog);

    let header = opening("vault", seed, &catalog);
    let writer = RunWriter::begin("row 7", Vec::new(), &header).expect("memory");
    let mut session = Session::begin(header, &catalog, writer).expect("begins");
    play(&mut session, &mut Driver::new(seed), COMMANDS);
    let snapshot = session.game().snapshot();
    let mut bytes = session.into_sink().into_inner();
    assert!(bytes == fs::read(&path).expect("reads"));

    let reader = RunReader::new("row 7", bytes.as_slice()).expect("a header");
    let mut recording = save::open_from(reader, Cursor::new(bytes.clone())).whole().expect("whole");
    assert_eq!(recording.len(), COMMANDS);
    let keyframe = recording.keyframe_before(COMMANDS).expect("reads").expect("there is one");
    assert!(keyframe.commands > 0);

    // A torn tail is found, cut off, and the run goes on behind it.
    bytes.push(b'c');
    let loaded = save::load_from(RunReader::new("row 7", bytes.as_slice()).expect("a header"));
    let loaded = loaded.expect("loads");
    bytes.truncate(usize::try_from(loaded.length()).expect("it is in memory"));
    let writer = RunWriter::resume("row 7", bytes);
    let mut session = loaded.session(&catalog, writer).expect("plays");
    assert_eq!(session.game().snapshot(), snapshot);
    session.submit(Command::Wait).expect("accepted");
    let bytes = session.into_sink().into_inner();
    let reader = RunReader::new("row 7", bytes.as_slice()).expect("a header");
    assert_eq!(save::load_from(reader).expect("loads").total, COMMANDS + 1);
}

#[test]
fn damage_in_a_store_is_called_by_the_name_of_the_row() {
    let error = RunReader::new("row 7", b"UPKEEPER\xff\xff".as_slice()).err();
    let error = error.expect("no format has that number");
    assert!(matches!(error, SaveError::NewerFormat { .. }));
    assert!(error.to_string().starts_with("row 7: "), "{error}");
}
