//! Runs as text to paste.

use base::{Purpose, Seed, Stream};
use runs::record::{Entry, Frame, Origin, RunHeader};
use runs::save::{CodeEnd, RunCode, RunCodeError};

use crate::run_file::runs::{bot_frames, frames, verified};

fn entries(frames: &[Frame]) -> Vec<Entry> {
    let entries = frames.iter().filter_map(|frame| match frame {
        Frame::Command(command) => Some(Entry::Command(*command)),
        Frame::Mark(mark) => Some(Entry::Mark(*mark)),
        _ => None,
    });
    entries.collect()
}

/// The code of a run in memory, whose end is known.
fn code_of(header: RunHeader, frames: &[Frame]) -> RunCode {
    let end = frames.iter().find_map(|frame| match frame {
        Frame::End(ending) => Some(CodeEnd::Over(*ending)),
        _ => None,
    });
    RunCode { header, entries: entries(frames), end: end.expect("is over") }
}

fn check_seeds(seeds: u64) {
    let mut longest = (0, 0);
    for seed in 1..=seeds {
        let (header, frames) = bot_frames("planner", "vault", seed);
        let code = code_of(header.clone(), &frames);
        let text = code.to_text().expect("can be a code");
        let read = RunCode::of_text(&text).expect("reads");
        assert_eq!(read, code, "seed {seed}");
        let own = verified(&header, &frames);
        let again = verified(&read.header, &read.frames().collect::<Vec<_>>());
        assert_eq!(again, own, "seed {seed}");
        assert!(own.is_true());
        // Marks tell the time to the millisecond, and take the room that takes.
        let entries = code.entries.into_iter().filter(|entry| matches!(entry, Entry::Command(_)));
        let bare = RunCode { entries: entries.collect(), ..code };
        longest = longest.max((bare.to_text().expect("can be a code").len(), text.len()));
    }
    println!(
        "vault of depth 1, planner, {seeds} seeds: the longest code, and the same with marks: \
         {longest:?}"
    );
    assert!(longest.1 < 1_500, "{longest:?}");
}

#[test]
fn a_won_vault_fits_into_a_message() {
    check_seeds(6);
}

#[test]
#[ignore = "200 shifts; a figure of NUMBERS.md"]
fn two_hundred_won_vaults_fit_into_a_message() {
    check_seeds(200);
}

#[test]
fn white_space_is_passed_over_and_nothing_else() {
    let (header, frames) = bot_frames("runner", "vault", 3);
    let code = code_of(header, &frames);
    let text = code.to_text().expect("can be a code");
    let lines: Vec<String> = text
        .as_bytes()
        .chunks(60)
        .map(|line| format!("  {}\r\n", String::from_utf8_lossy(line)))
        .collect();
    assert_eq!(RunCode::of_text(&lines.concat()).expect("reads"), code);

    let fault = |text: &str| RunCode::of_text(text).expect_err("was taken").to_string();
    assert_eq!(fault(""), "it is no code of a run: those begin with UPK1-");
    assert_eq!(fault("UPK1"), "it is no code of a run: those begin with UPK1-");
    assert_eq!(fault(&text.replace("UPK1", "UPK2")), "it is a code of version 2; here is known 1");
    assert_eq!(
        fault(&format!("{text}\u{1b}")),
        format!("character {} is '\\u{{1b}}', which no code has", text.len() + 1)
    );
    assert_eq!(fault(&"A".repeat((1 << 20) + 1)), "it is longer than 1048576 characters");
    let wrong = "its checksum is wrong: a character is missing, was added or is another one";
    for place in 5..text.len() {
        let (before, rest) = text.split_at(place);
        let other = if rest.starts_with('A') { "B" } else { "A" };
        assert_eq!(fault(&format!("{before}{other}{}", &rest[1..])), wrong, "at {place}");
        assert_eq!(fault(&format!("{before}{}", &rest[1..])), wrong, "without {place}");
        assert_eq!(fault(before), wrong, "up to {place}");
    }
    let cut = RunCode { header: code.header.with_origin(Origin::Cut), ..code };
    assert!(matches!(cut.to_text(), Err(RunCodeError::Origin(Origin::Cut))));
}

/// Codes with the right checksum and any content: refused or read, without panic and within bounds.
#[test]
fn forged_codes_come_to_an_end() {
    let (header, frames) = frames("vault", 5, 60);
    let end = CodeEnd::Open(engine::sim::Digest(7));
    let code = RunCode { header, entries: entries(&frames), end };
    let bytes = code.to_bytes().expect("can be a code");
    let mut stream = Stream::new(Seed(14), Purpose::new("forge"), ());
    let (mut read, mut refused) = (0, 0);
    for _ in 0..3_000 {
        let mut forged = bytes.clone();
        for _ in 0..=stream.below(3) {
            let place = stream.below(forged.len() as u32) as usize;
            match stream.below(3) {
                0 => forged[place] = stream.below(256) as u8,
                1 => forged.truncate(place.max(1)),
                _ => forged.insert(place, stream.below(256) as u8),
            }
        }
        match RunCode::of_bytes(&forged) {
            Ok(_) => read += 1,
            Err(_) => refused += 1,
        }
    }
    assert!(read > 100 && refused > 100, "{read} read, {refused} refused");
}
