//! Run files that somebody has been at. A process of its own, since it measures its memory.

mod common;

use std::fs;
use std::io::{BufWriter, Write as _};

use common::{Driver, catalog, opening, play};
use lz4_flex::frame::FrameEncoder;
use upkeeper::base::Stream;
use upkeeper::record::{Nowhere, Session};
use upkeeper::save::{self, RunFile, SaveError};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The most that any input may make the process use, in KiB.
const MOST_MEMORY: u64 = 64 << 10;

/// The most that this process has used so far, in KiB.
fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("Linux tells");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("is there");
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number")
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

#[test]
fn no_file_can_do_harm() {
    let catalog = catalog();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.upk");
    let begun = opening("vault", 6, &catalog);
    let file = RunFile::create(&path, &begun).expect("creates");
    let header = fs::read(&path).expect("reads");
    let mut session = Session::begin(begun, &catalog, file).expect("begins");
    play(&mut session, &mut Driver::new(6), 280);
    drop(session);
    let whole = fs::read(&path).expect("reads");
    let commands = save::open(&path).expect("opens").tape.commands().to_vec();

    let mut stream = Stream::new(6, "flips", &[]);
    let (mut refused, mut shortened) = (0, 0);
    for _ in 0..20_000 {
        let mut bytes = whole.clone();
        for _ in 0..=stream.below(3) {
            let place = stream.below(bytes.len() as u32) as usize;
            bytes[place] ^= 1 << stream.below(8);
        }
        fs::write(&path, &bytes).expect("writes");
        match save::open(&path) {
            Ok(reel) => {
                assert!(commands.starts_with(reel.tape.commands()), "no prefix");
                assert!(reel.damage.is_some() || reel.torn.is_some(), "not noticed");
                shortened += 1;
            }
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 0 && shortened > 0);

    // Lengths that lie, checksums that do not.
    let keyframe_bomb = [&[0, 0, 0][..], &compress_often(&[0; 1 << 16], 3_000)].concat();
    assert!(keyframe_bomb.len() < 1 << 20, "200 MB in a frame that is short enough");
    let long_list = [&[0, 0, 0][..], &compress(&[0xfd; 64])].concat();
    for (name, frame) in [
        ("keyframe bomb", forge(b'K', &keyframe_bomb)),
        ("command bomb", forge(b'C', &compress_often(&[7; 1 << 16], 40))),
        ("endless list", forge(b'K', &long_list)),
        ("list of 2^64", forge(b'd', &[&[0; 18][..], &[0xfd], &[0xff; 8]].concat())),
        ("second header", forge(b'H', b"")),
        ("length", vec![b'K', 0xff, 0xff, 0xff, 0x7f, 0, 0, 0, 0]),
    ] {
        fs::write(&path, [&header[..], &frame, &forge(b'm', &[1])].concat()).expect("writes");
        let opens = save::load(&path).and_then(|loaded| loaded.session(&catalog, Nowhere));
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

    let peak = peak_memory();
    assert!(peak < MOST_MEMORY, "{peak} KiB");
}
