//! Run files in a store that is no file system: written to any writer and read from any reader.

use std::fs;
use std::io::Cursor;

use engine::sim::Command;
use proptest::prelude::*;
use runs::record::Session;
use runs::save;
use runs::save::wire::{FrameError, FrameKind, append, first_frame, holds_a_frame};
use runs::save::{BitDecoder, BitEncoder, RunReader, RunWriter, SaveError};

use crate::run_file::runs::record;
use crate::support::content::catalog;
use crate::support::driver::{Driver, opening, play};
use crate::support::lasting_seed::lasting_seed;

const COMMANDS: u32 = 300;

#[test]
fn a_run_in_a_store_has_the_bytes_of_a_file_and_goes_on_from_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.upk");
    let seed = lasting_seed("vault", 3, COMMANDS);
    record(&path, "vault", seed, COMMANDS);

    let header = opening("vault", seed);
    let writer = RunWriter::begin("row 7", Vec::new(), &header).expect("memory");
    let mut session = Session::begin(header, catalog(), writer).expect("begins");
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
    let mut session = loaded.session(catalog(), writer).expect("plays");
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

proptest! {
    #[test]
    fn bits_come_back(bits in prop::collection::vec((any::<bool>(), 1_u16..), 0..2_000)) {
        let mut encoder = BitEncoder::default();
        for &(bit, is_set) in &bits {
            encoder.write(bit, is_set);
        }
        let bytes = encoder.finish();
        let mut decoder = BitDecoder::new(&bytes);
        for &(bit, is_set) in &bits {
            prop_assert_eq!(decoder.read(is_set), bit);
        }
    }
}

#[test]
fn what_is_likely_takes_little_room() {
    let mut encoder = BitEncoder::default();
    (0..8_000).for_each(|_| encoder.write(true, 65_000));
    let bytes = encoder.finish();
    // 8,000 × log₂(65536 ÷ 65000) bits are 11.9 bytes, and zeros at the end are left out.
    assert!((11..=12).contains(&bytes.len()), "{}", bytes.len());
}

#[test]
fn what_is_appended_is_found_again() {
    for length in [0, 1, 127, 128, 300, 16_384, FrameKind::Keyframe.limit()] {
        let payload: Vec<u8> = (0..length).map(|i| i as u8).collect();
        let mut bytes = Vec::new();
        append(&mut bytes, FrameKind::Keyframe, &payload);
        bytes.push(b'c');
        let frame = first_frame(&bytes).expect("whole");
        assert_eq!(frame.kind, FrameKind::Keyframe);
        assert_eq!(&bytes[frame.start..frame.end], payload);
        assert_eq!(frame.end + 1, bytes.len());
        assert!(matches!(first_frame(&bytes[..frame.end - 1]), Err(FrameError::Short { .. })));
    }
}

#[test]
fn lengths_beyond_the_limit_are_refused_before_anything_is_read() {
    assert_eq!(first_frame(&[b'c', 0xff, 0x7f]), Err(FrameError::Length));
    assert_eq!(first_frame(&[b'K', 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]), Err(FrameError::Length));
    assert_eq!(first_frame(b"x"), Err(FrameError::Kind));
}

#[test]
fn a_frame_is_found_among_rubbish() {
    let mut bytes = vec![b'c', 0, 0, 0, b'K', 7];
    assert!(!holds_a_frame(&bytes, 1 << 20));
    append(&mut bytes, FrameKind::Mark, &[1, 2, 3]);
    assert!(holds_a_frame(&bytes, 1 << 20));
}
