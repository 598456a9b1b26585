//! Run files that were damaged or forged: no file makes the program panic, or use much memory.

use std::fs;
use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::process::Command;

use crate::support::content::catalog;
use crate::support::driver::{Driver, opening, play};
use crate::support::lasting_seed::lasting_seed;
use base::{Purpose, Seed, Stream};
use lz4_flex::frame::FrameEncoder;
use runs::record::{NullSink, Origin, Session};
use runs::save::{self, RunFile, SaveError};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The most that any input may make the process use, in KiB.
const MAX_MEMORY_KIB: u64 = 64 << 10;

/// The most that this process has used so far, in KiB.
fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("Linux tells");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("is there");
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number")
}

/// A new file each time: one that is written over is brought to the disk at once by some file
/// systems.
fn put(path: &Path, bytes: &[u8]) {
    fs::remove_file(path).expect("is there");
    fs::write(path, bytes).expect("writes");
}

/// A frame with a true checksum, whatever it says.
fn forge(kind: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![kind];
    let mut length = payload.len();
    while length >= 0x80 {
        bytes.push(length as u8 | 0x80);
        length >>= 7;
    }
    bytes.push(length as u8);
    bytes.extend((xxh3_64_with_seed(payload, kind.into()) as u32).to_le_bytes());
    bytes.extend(payload);
    bytes
}

fn compress(bytes: &[u8]) -> Vec<u8> {
    compress_often(bytes, 1)
}

/// The same bytes over and over, packed.
fn compress_often(bytes: &[u8], times: usize) -> Vec<u8> {
    let mut encoder = FrameEncoder::new(Vec::new());
    for _ in 0..times {
        encoder.write_all(bytes).expect("memory");
    }
    encoder.finish().expect("memory")
}

/// States that were changed and sealed again: refused, or played without a panic.
fn play_forged_states(path: &Path) {
    let seed = lasting_seed("vault", 6, 150);
    let begun = opening("vault", seed);
    let mut session = Session::begin(begun.clone(), catalog(), NullSink).expect("begins");
    play(&mut session, &mut Driver::new(seed), 150);
    let snapshot = session.game().snapshot();
    let config = bincode::config::standard();
    let state = bincode::serde::encode_to_vec(&snapshot, config).expect("encodes");
    let place =
        bincode::serde::encode_to_vec((0_u32, snapshot.shift.clock, session.chain()), config);
    let place = place.expect("encodes");
    drop(RunFile::replace(path, &begun.with_origin(Origin::Cut)).expect("creates"));
    let header = fs::read(path).expect("reads");
    let mut stream = Stream::new(Seed(7), Purpose::new("forgery"), ());
    let (mut refused, mut played) = (0, 0);
    for _ in 0..4_000 {
        let mut forged = state.clone();
        for _ in 0..=stream.below(2) {
            // The tiles come first and are many; the rest deserves as many tries as they do.
            let low = if stream.one_in(3) { 0 } else { forged.len() - forged.len() / 8 };
            let at = stream.range(low as i32, forged.len() as i32 - 1) as usize;
            forged[at] = stream.next_u64() as u8;
        }
        let payload = [&place[..], &compress(&forged)].concat();
        put(path, &[&header[..], &forge(b'K', &payload)].concat());
        let loaded = save::load(path).expect("the frame itself is whole");
        match loaded.session(catalog(), NullSink) {
            Ok(mut session) => {
                play(&mut session, &mut Driver::new(1), 8);
                played += 1;
            }
            Err(_) => refused += 1,
        }
    }
    assert!(played > 0 && refused > 0, "{played} played, {refused} refused");
}

#[test]
fn damaged_and_forged_files_are_refused_within_bounded_memory() {
    let this = std::env::current_exe().expect("a test knows where it is");
    let output = Command::new(this).args(READER).output().expect("the tests start");
    let text = String::from_utf8_lossy(&output.stdout);
    let ran = text.contains("1 passed");
    assert!(output.status.success() && ran, "{text}{}", String::from_utf8_lossy(&output.stderr));
}

/// The arguments that start the test below alone.
const READER: [&str; 3] = ["--ignored", "--exact", "run_file::hostile::read_hostile_files"];

#[test]
#[ignore = "measures the memory of its process: the test above starts it in one of its own"]
fn read_hostile_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.upk");
    let seed = lasting_seed("vault", 6, 280);
    let begun = opening("vault", seed);
    let file = RunFile::create(&path, &begun).expect("creates");
    let header = fs::read(&path).expect("reads");
    let mut session = Session::begin(begun, catalog(), file).expect("begins");
    play(&mut session, &mut Driver::new(seed), 280);
    drop(session);
    let whole = fs::read(&path).expect("reads");
    let commands = save::open(&path).expect("opens").recording.commands().to_vec();

    let mut stream = Stream::new(Seed(6), Purpose::new("flips"), ());
    let (mut refused, mut shortened) = (0, 0);
    for _ in 0..20_000 {
        let mut bytes = whole.clone();
        for _ in 0..=stream.below(3) {
            let place = stream.below(bytes.len() as u32) as usize;
            bytes[place] ^= 1 << stream.below(8);
        }
        put(&path, &bytes);
        match save::open(&path) {
            Ok(opened) => {
                assert!(commands.starts_with(opened.recording.commands()), "no prefix");
                assert!(opened.damage.is_some() || opened.torn.is_some(), "not noticed");
                shortened += 1;
            }
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 0 && shortened > 0);

    // Lengths that lie, checksums that do not.
    let keyframe_bomb = [&[0, 0, 0][..], &compress_often(&[0; 1 << 12], 48_000)].concat();
    assert!(keyframe_bomb.len() < 1 << 20, "200 MB in a frame that is short enough");
    let long_list = [&[0, 0, 0][..], &compress(&[0xfd; 64])].concat();
    for (name, frame) in [
        ("keyframe bomb", forge(b'K', &keyframe_bomb)),
        ("command bomb", forge(b'C', &compress_often(&[7; 1 << 12], 640))),
        ("endless list", forge(b'K', &long_list)),
        ("list of 2^64", forge(b'd', &[&[0; 18][..], &[0xfd], &[0xff; 8]].concat())),
        ("second header", forge(b'H', b"")),
        ("length", vec![b'K', 0xff, 0xff, 0xff, 0x7f, 0, 0, 0, 0]),
    ] {
        put(&path, &[&header[..], &frame, &forge(b'm', &[1])].concat());
        let opens = save::load(&path).and_then(|loaded| loaded.session(catalog(), NullSink));
        assert!(opens.is_err(), "{name}");
    }

    // A great many whole frames.
    let mut many = BufWriter::new(fs::File::create(&path).expect("creates"));
    many.write_all(&header).expect("writes");
    for _ in 0..600_000 {
        many.write_all(&forge(b'c', &[2])).expect("writes");
    }
    many.into_inner().expect("writes");
    assert!(matches!(save::load(&path), Err(SaveError::Damaged { .. })));
    assert!(save::open(&path).expect("opens").damage.is_some());

    play_forged_states(&path);

    let peak = peak_memory();
    assert!(peak < MAX_MEMORY_KIB, "{peak} KiB");
}
