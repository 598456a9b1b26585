//! The run file: what a keyframe costs, how long loading takes, how fast runs are verified.
//!
//! Figures of others to compare with: bincode 2 through serde takes 148 µs to encode and decode
//! 100 KB (`bare` is the same here, of our own state); Brogue replays a run of 20,000 turns whole
//! to load it (`load_20_000_turns_replayed` is the same here) and verifies 2,200 turns a second in
//! 5.0 bytes a turn.

mod common {
    pub(crate) mod long;
}
#[path = "../tests/support"]
mod support {
    pub(crate) mod content;
    pub(crate) mod driver;
    pub(crate) mod lasting_seed;
}

use common::long::{self, Long};
use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use engine::sim::Snapshot;
use runs::record::{Frame, NullSink, Session, Sink, VerifyLimits, verify};
use runs::save::{self, Overwrite, RunReader, RunSource};
use support::content::catalog;
use support::driver::{Driver, opening, play};
use support::lasting_seed::lasting_seed;

fn main() {
    let catalog = long::catalog();
    let long = Long::new(&catalog);
    let source = RunSource::open(&long.path).expect("opens");
    let small = long.folder.path().join("small.upk");
    let bytes = save::compact(&source, &small, Overwrite::Force).expect("writes");
    let whole = std::fs::metadata(&long.path).expect("is there").len();
    let hundredths = |bytes: u64| bytes * 100 / u64::from(long.turns);
    let tell = |bytes| format!("{}.{:02}", hundredths(bytes) / 100, hundredths(bytes) % 100);
    println!("bytes a turn: {} as recorded, {} compacted", tell(whole), tell(bytes));
    divan::main();
}

fn snapshot() -> Snapshot {
    let catalog = catalog();
    let seed = lasting_seed("cavern", 1, 200);
    let mut session = Session::begin(opening("cavern", seed), catalog, NullSink).expect("begins");
    play(&mut session, &mut Driver::new(seed), 200);
    session.game().snapshot()
}

mod state {
    use super::{Bencher, BytesCount, Frame, black_box, opening, snapshot};
    use runs::record::{Chain, Keyframe};
    use runs::save::{RunFile, open};

    /// bincode alone.
    #[divan::bench]
    fn bare(bencher: Bencher) {
        let snapshot = snapshot();
        let config = bincode::config::standard();
        let bytes = bincode::serde::encode_to_vec(&snapshot, config).expect("encodes");
        bencher.counter(BytesCount::new(bytes.len())).bench(|| {
            let bytes = bincode::serde::encode_to_vec(&snapshot, config).expect("encodes");
            let back: (engine::sim::Snapshot, usize) =
                bincode::serde::decode_from_slice(&bytes, config).expect("decodes");
            black_box(back)
        });
    }

    /// The same as a keyframe in a file: packed, with its checksum, written and read.
    #[divan::bench]
    fn keyframe_in_a_file(bencher: Bencher) {
        let snapshot = snapshot();
        let begun = opening("cavern", 1);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("run.upk");
        let chain = Chain::start(&begun, engine::sim::Digest(0));
        let keyframe = Keyframe { commands: 0, turn: snapshot.shift.clock, chain, snapshot };
        let frame = [Frame::Keyframe(Box::new(keyframe))];
        bencher.bench_local(|| {
            let mut file = RunFile::replace(&path, &begun).expect("creates");
            runs::record::Sink::write(&mut file, &frame).expect("writes");
            let mut recording = open(&path).expect("opens").whole().expect("whole");
            black_box(recording.keyframe_before(0).expect("is there"))
        });
    }
}

#[divan::bench(sample_count = 20)]
fn load_20_000_turns(bencher: Bencher) {
    let catalog = long::catalog();
    let long = Long::new(&catalog);
    bencher.counter(ItemsCount::new(long.turns)).bench_local(|| {
        let loaded = save::load(&long.path).expect("loads");
        loaded.session(&catalog, NullSink).expect("plays").commands()
    });
}

/// The same without keyframes: every command played again.
#[divan::bench(sample_count = 5)]
fn load_20_000_turns_replayed(bencher: Bencher) {
    let catalog = long::catalog();
    let long = Long::new(&catalog);
    let small = long.folder.path().join("small.upk");
    let source = RunSource::open(&long.path).expect("opens");
    save::compact(&source, &small, Overwrite::Force).expect("writes");
    bencher.counter(ItemsCount::new(long.turns)).bench_local(|| {
        let loaded = save::load(&small).expect("loads");
        loaded.session(&catalog, NullSink).expect("plays").commands()
    });
}

#[divan::bench(sample_count = 5)]
fn verify_20_000_turns(bencher: Bencher) {
    let catalog = long::catalog();
    let long = Long::new(&catalog);
    bencher.counter(ItemsCount::new(long.turns)).bench_local(|| {
        let mut reader = RunReader::open(&long.path).expect("opens");
        let opening = reader.header().run.clone();
        let verdict = verify(&opening, &catalog, false, VerifyLimits::default(), &mut reader)
            .expect("can be examined");
        assert_eq!(verdict.mismatch, None);
        verdict.digest
    });
}

/// Jumps both ways in a run of 100,000 commands without keyframes, as compacted files have none.
mod jump {
    use super::{Bencher, Driver, ItemsCount, black_box, long};
    use runs::record::{Recording, Replay};

    const COMMANDS: u32 = 100_000;

    /// Places far from each other and from where the replay keeps states.
    const PLACES: [u32; 8] = [99_999, 1_631, 73_487, 50_000, 92_787, 25_587, 60_787, 12_787];

    /// At its end, where it comes by all states, as it does when it is opened to be watched.
    fn replay(catalog: &std::sync::Arc<content::Catalog>) -> Replay {
        let mut session = long::begin(catalog, Vec::new());
        let first = session.sink().first().cloned().expect("a run begins with its state");
        let mut driver = Driver::new(1);
        let mut frames = vec![first];
        while frames.len() <= COMMANDS as usize {
            let command = driver.next(session.game()).expect("no dawn ends it");
            if session.submit(command).is_ok() {
                frames.push(super::Frame::Command(command));
            }
            session.sink_mut().clear();
        }
        Replay::new(Recording::of_frames(long::header(catalog), frames), catalog).expect("plays")
    }

    fn to_end(replay: &mut Replay) -> Result<(), impl std::fmt::Debug> {
        replay.seek(replay.recording().len())
    }

    /// From the start, with no state kept: what every jump back cost before states were.
    #[divan::bench(sample_count = 3)]
    fn to_the_end_for_the_first_time(bencher: Bencher) {
        let catalog = long::catalog();
        bencher.with_inputs(|| replay(&catalog)).bench_local_values(|mut replay| {
            to_end(&mut replay).expect("plays");
            replay.turn()
        });
    }

    #[divan::bench(sample_count = 20)]
    fn eight_places(bencher: Bencher) {
        let catalog = long::catalog();
        let mut replay = replay(&catalog);
        to_end(&mut replay).expect("plays");
        bencher.counter(ItemsCount::new(PLACES.len())).bench_local(|| {
            for place in PLACES {
                replay.seek(place).expect("plays");
                black_box(replay.turn());
            }
        });
    }
}

/// What recording costs a turn, without the disk.
#[divan::bench(sample_count = 20)]
fn record_a_night(bencher: Bencher) {
    let catalog = catalog();
    let seed = lasting_seed("vault", 1, 300);
    bencher.counter(ItemsCount::new(300_usize)).bench_local(|| {
        let begun = opening("vault", seed);
        let mut session = Session::begin(begun, catalog, Count(0)).expect("begins");
        play(&mut session, &mut Driver::new(seed), 300);
        session.into_sink().0
    });
}

/// Counts the frames and keeps none.
struct Count(usize);

impl Sink for Count {
    type Error = std::convert::Infallible;

    fn write(&mut self, frames: &[Frame]) -> Result<(), std::convert::Infallible> {
        self.0 += frames.len();
        Ok(())
    }
}
