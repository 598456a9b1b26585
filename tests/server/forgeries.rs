//! Forged run files, handed in without a server: through what the door and the worker do, in one
//! process whose memory is measured.

#![expect(clippy::disallowed_types, reason = "it tells how long it took")]

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::process::Command;
use std::time::Instant;

use base::Stream;
use runs::record::{Frame, RunHeader};
use server::dry_run;
use server::store::Verdict;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::boards::{file, played};
use crate::support::content::catalog;
use crate::support::forger::Forger;

/// The most by which all forgeries together may raise the memory of a process, in KiB.
const MAX_GROWTH: u64 = 64 << 10;
/// How many forgeries the process makes that is started by the tests below.
const COUNT: &str = "UPKEEPER_FORGERIES";
/// How many honest runs there are to forge.
const RUNS: u64 = 4;
/// The bytes of a run file before its first frame.
const MAGIC_BYTES: usize = 10;

#[test]
fn no_forged_file_is_accepted() {
    forge_in_a_process(1_200);
}

#[test]
#[ignore = "takes a minute"]
fn none_of_ten_thousand_forged_files_is_accepted() {
    println!("{}", forge_in_a_process(10_000));
}

/// Forges so many files in a process of its own. Returns what it prints.
fn forge_in_a_process(count: u32) -> String {
    let this = env::current_exe().expect("a test knows where it is");
    let arguments = ["--ignored", "--exact", "--nocapture", "forgeries::in_a_process_of_its_own"];
    let output = Command::new(this).args(arguments).env(COUNT, count.to_string()).output();
    let output = output.expect("the tests start");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.contains("1 passed"), "{text}{said}");
    text
}

/// The most memory that this process has had so far, in KiB.
fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("Linux tells");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("is there");
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number")
}

/// A run, its file, and the states in which it is measured.
struct Honest {
    header: RunHeader,
    frames: Vec<Frame>,
    file: Vec<u8>,
}

#[test]
#[ignore = "measures the memory of its process: the tests above start it in one of its own"]
fn in_a_process_of_its_own() {
    let count = env::var(COUNT).ok().and_then(|count| count.parse().ok()).unwrap_or(100);
    let runs: Vec<_> = (1..=RUNS)
        .map(|seed| {
            let (header, frames) = played("Ann", seed);
            let file = file(&header, &frames);
            Honest { header, frames, file }
        })
        .collect();
    let honest: BTreeSet<String> = runs.iter().flat_map(|run| states(&run.file)).collect();
    assert!(!honest.is_empty(), "none of the runs counts anywhere");
    let (before, begun) = (peak_memory(), Instant::now());
    let mut forger = Forger::new(15);
    let (mut refused, mut untrue, mut same) = (0, 0, 0);
    for number in 0..count {
        let forged = forge(&runs, &mut forger);
        match dry_run(&forged, catalog()) {
            Err(_) => refused += 1,
            Ok(Verdict::Untrue { .. }) => untrue += 1,
            // Where nothing that counts was changed, it is the run of somebody else.
            Ok(Verdict::True { measures, .. }) => {
                same += 1;
                for (category, measured) in measures {
                    assert!(honest.contains(&measured.state), "{number} counts in {category}");
                }
            }
        }
    }
    let grown = peak_memory() - before;
    println!(
        "{count} forged files in {:?}: {refused} refused at the door, {untrue} untrue, {same} the \
         run of another; memory {before} KiB and {grown} more",
        begun.elapsed()
    );
    assert!(grown <= MAX_GROWTH, "{grown} KiB more");
    assert!(refused > 0 && untrue > 0, "{refused} refused, {untrue} untrue");
}

/// The states in which a true run is measured.
fn states(file: &[u8]) -> Vec<String> {
    match dry_run(file, catalog()) {
        Ok(Verdict::True { measures, .. }) => {
            measures.into_values().map(|measured| measured.state).collect()
        }
        other => panic!("an honest run: {other:?}"),
    }
}

/// A forged file: of edited frames that are sealed anew, of edited bytes in whole frames, or of
/// edited bytes.
fn forge(runs: &[Honest], forger: &mut Forger) -> Vec<u8> {
    let run = &runs[forger.0.below(RUNS as u32) as usize];
    let other = &runs[forger.0.below(RUNS as u32) as usize];
    match forger.0.below(4) {
        0 | 1 => {
            let (mut header, mut frames) = (run.header.clone(), run.frames.clone());
            for _ in 0..=forger.0.below(3) {
                if !frames.is_empty() {
                    forger.forge(&mut header, &mut frames, &other.frames);
                }
            }
            file(&header, &frames)
        }
        2 => reseal(&run.file, &mut forger.0),
        _ => mutilate(&run.file, &other.file, &mut forger.0),
    }
}

/// Changes the content of some frames, as their bytes, and gives them checksums that fit.
fn reseal(file: &[u8], stream: &mut Stream) -> Vec<u8> {
    let (magic, mut rest) = file.split_at(MAGIC_BYTES);
    let mut frames = Vec::new();
    while let Some((frame, after)) = split_frame(rest) {
        frames.push(frame);
        rest = after;
    }
    assert!(rest.is_empty() && frames.len() > 1, "the file is not of frames");
    for _ in 0..=stream.below(3) {
        let at = stream.below(frames.len() as u32) as usize;
        let (kind, payload) = &mut frames[at];
        match stream.below(8) {
            0 => *kind = b"HCDKME"[stream.below(6) as usize],
            1 => payload.truncate(stream.below(payload.len() as u32 + 1) as usize),
            2 => payload.extend([0xff; 9]),
            _ if payload.is_empty() => {}
            _ => {
                let place = stream.below(payload.len() as u32) as usize;
                payload[place] = stream.next_u64() as u8;
            }
        }
    }
    let mut bytes = magic.to_vec();
    for (kind, payload) in frames {
        bytes.push(kind);
        let mut length = payload.len();
        while length >= 0x80 {
            bytes.push(length as u8 | 0x80);
            length >>= 7;
        }
        bytes.push(length as u8);
        bytes.extend((xxh3_64_with_seed(&payload, kind.into()) as u32).to_le_bytes());
        bytes.extend(payload);
    }
    bytes
}

type RawFrame = (u8, Vec<u8>);

/// The kind and the content of the first frame, and what follows it.
fn split_frame(bytes: &[u8]) -> Option<(RawFrame, &[u8])> {
    let (&kind, mut rest) = bytes.split_first()?;
    let (mut length, mut shift) = (0, 0);
    loop {
        let (&byte, after) = rest.split_first()?;
        rest = after;
        length |= usize::from(byte & 0x7f) << shift;
        shift += 7;
        if byte < 0x80 {
            break;
        }
    }
    let (_, rest) = rest.split_at_checked(4)?;
    let (payload, rest) = rest.split_at_checked(length)?;
    Some(((kind, payload.to_vec()), rest))
}

/// Changes bytes, takes some out, repeats some, or ends with those of another file.
fn mutilate(file: &[u8], other: &[u8], stream: &mut Stream) -> Vec<u8> {
    let mut bytes = file.to_vec();
    let place = |bytes: &[u8], stream: &mut Stream| stream.below(bytes.len() as u32) as usize;
    for _ in 0..=stream.below(2) {
        let (from, to) = (place(&bytes, stream), place(&bytes, stream));
        let (from, to) = (from.min(to), from.max(to));
        match stream.below(5) {
            0 => bytes[from] ^= 1 << stream.below(8),
            1 => _ = bytes.drain(from..to),
            2 => bytes
                .splice(from..from, file[from.min(file.len())..to.min(file.len())].to_vec())
                .for_each(drop),
            3 => {
                bytes.truncate(from);
                bytes.extend_from_slice(&other[place(other, stream)..]);
            }
            _ => bytes.truncate(to),
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}
