//! Files that are torn, damaged, in use, somebody else's or of another time.

use std::fs;
use std::path::Path;

use base::Seed;
use engine::sim::{Command, Turns};
use runs::home::{UnfinishedState, WholePart, save_whole_part, unfinished_runs};
use runs::record::{Frame, Keyframe, MarkKind, Replay, Ruleset, RunHeader, Session, Sink};
use runs::save::{self, Migration, Overwrite, RunFile, RunReader, RunSource, SaveError};

use crate::run_file::runs::{frames, record};
use crate::support::content::catalog;
use crate::support::driver::opening;
use crate::support::lasting_seed::lasting_seed;

#[test]
fn every_prefix_of_a_run_file_is_a_run_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, part) = (folder.path().join("whole.upk"), folder.path().join("part.upk"));
    record(&whole, "vault", lasting_seed("vault", 3, 270), 270);
    let bytes = fs::read(&whole).expect("reads");
    let original = save::open(&whole).expect("opens").whole().expect("whole");
    let mut reader = RunReader::open(&whole).expect("opens");
    let mut boundaries = vec![reader.offset()];
    while reader.next_frame().expect("whole").is_some() {
        boundaries.push(reader.offset());
    }
    // Every length about the beginning of a frame, and some within each.
    let is_near = |length: usize| boundaries.iter().any(|&at| at.abs_diff(length as u64) <= 3);
    for length in (0..=bytes.len()).filter(|&own| own % 13 == 0 || is_near(own)) {
        fs::write(&part, &bytes[..length]).expect("writes");
        if (length as u64) < boundaries[0] {
            let error = save::load(&part).expect_err("no header");
            assert!(matches!(error, SaveError::NotOurs { .. } | SaveError::Damaged { .. }));
            continue;
        }
        let opened = save::open(&part).expect("a run file");
        assert!(opened.damage.is_none(), "{length}: {:?}", opened.damage);
        assert_eq!(opened.torn.is_none(), boundaries.contains(&(length as u64)), "{length}");
        assert!(original.commands().starts_with(opened.recording.commands()));
        // What a torn tail was cut off of can be played on.
        if length % 1_001 == 0 {
            let (mut session, torn) = save::resume(&part, catalog()).expect("resumes");
            assert_eq!(torn, opened.torn);
            assert_eq!(session.commands(), opened.recording.len());
            session.submit(Command::Wait).expect("accepted");
            drop(session);
            let recording = save::open(&part).expect("opens").whole().expect("whole");
            assert_eq!(recording.len(), opened.recording.len() + 1);
        }
    }
}

#[test]
fn damage_before_the_tail_names_the_frame_and_spares_what_stands_before_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.upk");
    record(&path, "cavern", lasting_seed("cavern", 5, 60), 60);
    let mut reader = RunReader::open(&path).expect("opens");
    for _ in 0..40 {
        reader.next_frame().expect("whole");
    }
    let offset = reader.offset();
    let mut bytes = fs::read(&path).expect("reads");
    bytes[offset as usize + 8] ^= 0x10;
    fs::write(&path, &bytes).expect("writes");
    let error = save::load(&path).expect_err("damaged");
    let SaveError::Damaged { damage, .. } = &error else { panic!("{error}") };
    assert_eq!((damage.frame, damage.offset), (41, offset));
    assert!(error.to_string().contains(&format!("frame 41 at byte {offset}")), "{error}");
    let opened = save::open(&path).expect("opens");
    assert!(opened.damage.is_some());
    // A keyframe, then a command and its digests, twenty times but for the last digests.
    assert_eq!(opened.recording.len(), 20);
    let mut replay = Replay::new(opened.recording, catalog()).expect("plays");
    replay.seek(19).expect("stands before the damage");
}

#[test]
fn the_header_keeps_the_word_for_a_seed_and_believes_no_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let seed = Seed::from_text("mop").0;
    let header = |name: &str, opening: &RunHeader| {
        let path = folder.path().join(name);
        RunFile::create(&path, opening).expect("creates");
        (fs::read(&path).expect("reads"), save::load(&path))
    };
    let plain = opening("vault", seed);
    let (_, loaded) = header("mop.upk", &plain.clone().named(" mop "));
    assert_eq!(loaded.expect("loads").header.run.word.as_deref(), Some("mop"));
    // Its own number says no more than the header does without it.
    let (bytes, loaded) = header("number.upk", &plain.clone().named(&seed.to_string()));
    assert_eq!(loaded.expect("loads").header.run.word, None);
    assert_eq!(bytes, header("plain.upk", &plain).0);
    for other in ["broom", "", "two\nlines", &"mop".repeat(30)] {
        assert_eq!(plain.clone().named(other).word, None, "{other}");
    }
    let liar = RunHeader { word: Some("broom".to_owned()), ..plain };
    let (_, loaded) = header("liar.upk", &liar);
    assert!(matches!(loaded, Err(SaveError::Damaged { .. })));
}

/// Earlier versions hashed the bytes of a word. Their files are true, and the word stands for no
/// other seed than either.
#[test]
fn a_word_stands_for_the_seed_of_its_composed_form_or_of_its_bytes() {
    let (composed, decomposed) = ("Caf\u{e9}", "Cafe\u{301}");
    let [seed, earlier] = [Seed::from_text(decomposed), Seed::from_bytes_of(decomposed)];
    let word = |seed: Seed, word: &str| {
        let plain = opening("vault", seed.0);
        RunHeader { word: Some(word.to_owned()), ..plain }.check_texts()
    };
    for (seed, text) in [(seed, composed), (seed, decomposed), (earlier, decomposed)] {
        assert_eq!(word(seed, text), Ok(()), "{text:?}");
    }
    assert!(word(earlier, composed).is_err());
    // A new run has the composed word, or none.
    let named = |seed: Seed| opening("vault", seed.0).named(decomposed).word;
    assert_eq!(named(seed).as_deref(), Some(composed));
    assert_eq!(named(earlier), None);
    let setup = opening("vault", seed.0).setup;
    assert_eq!(RunHeader::new(decomposed, setup, catalog()).name, composed);
}

#[test]
fn a_keyframe_of_another_turn_is_damage() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.upk");
    let (begun, mut written) = frames("vault", 1, 0);
    let Frame::Keyframe(first) = &mut written[0] else { panic!("it begins with a state") };
    first.turn = Turns(7);
    let mut file = RunFile::create(&path, &begun).expect("creates");
    Sink::write(&mut file, &written).expect("writes");
    drop(file);
    let Err(SaveError::Damaged { damage, .. }) = save::resume(&path, catalog()) else {
        panic!("it is played")
    };
    assert_eq!(damage.frame, 1);
    assert!(damage.why.contains("turn 7"), "{damage}");
}

#[test]
fn a_keyframe_is_written_as_it_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.upk");
    let (begun, written) = frames("cavern", lasting_seed("cavern", 9, 300), 300);
    let mut file = RunFile::create(&path, &begun).expect("creates");
    Sink::write(&mut file, &written).expect("writes");
    let read: Vec<Frame> =
        RunReader::open(&path).expect("opens").collect::<Result<_, _>>().expect("whole");
    assert_eq!(read, written);
    let is_keyframe = |frame: &&Frame| matches!(frame, Frame::Keyframe(_));
    let Some(Frame::Keyframe(last)) = read.iter().rfind(is_keyframe) else { panic!("none") };
    let Keyframe { commands, turn, snapshot, .. } = &**last;
    assert!(*commands >= 256 && snapshot.shift.clock == *turn);
}

#[test]
fn there_is_one_writer_at_a_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.upk");
    let begun = opening("vault", 1);
    let file = RunFile::create(&path, &begun).expect("creates");
    let session = Session::begin(begun.clone(), catalog(), file).expect("begins");
    assert!(matches!(save::resume(&path, catalog()), Err(SaveError::InUse { .. })));
    assert!(matches!(RunFile::replace(&path, &begun), Err(SaveError::InUse { .. })));
    assert!(matches!(RunFile::create(&path, &begun), Err(SaveError::Create { .. })));
    // Readers are welcome, and have lost nothing by the attempts.
    assert_eq!(save::load(&path).expect("loads").keyframes, 1);
    drop(session);
    assert!(save::resume(&path, catalog()).is_ok());
}

#[test]
fn nothing_is_written_over_unasked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("letter.txt");
    fs::write(&path, "Dear Ann,").expect("writes");
    let begun = opening("vault", 1);
    let refused = RunFile::draft(&path, &begun, Overwrite::Never);
    assert!(matches!(refused, Err(SaveError::WouldOverwrite { .. })));
    // One that comes while the draft is written is not written over either.
    let other = folder.path().join("other.upk");
    let mut file = RunFile::draft(&other, &begun, Overwrite::Never).expect("creates");
    fs::write(&other, "Dear Bob,").expect("writes");
    assert!(matches!(file.install(), Err(SaveError::WouldOverwrite { .. })));
    let read = |path| fs::read_to_string(path).expect("reads");
    assert_eq!((read(&path), read(&other)), ("Dear Ann,".to_owned(), "Dear Bob,".to_owned()));
    let refused = RunFile::draft(folder.path(), &begun, Overwrite::Force);
    assert!(matches!(refused, Err(SaveError::NoRegularFile { .. })));
    drop(file);
    assert_eq!(fs::read_dir(folder.path()).expect("reads").count(), 2, "no draft is left");
}

#[test]
fn a_draft_takes_its_place_whole_or_leaves_no_trace() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.upk");
    record(&path, "vault", 1, 10);
    let before = fs::read(&path).expect("reads");
    let begun = opening("vault", 2);
    drop(RunFile::draft(&path, &begun, Overwrite::Force).expect("creates"));
    assert_eq!(fs::read(&path).expect("reads"), before);
    assert_eq!(fs::read_dir(folder.path()).expect("reads").count(), 1);
    let file = RunFile::draft(&path, &begun, Overwrite::Force).expect("creates");
    let mut session = Session::begin(begun, catalog(), file).expect("begins");
    assert_eq!(fs::read(&path).expect("reads"), before);
    session.sink_mut().install().expect("installs");
    session.submit(Command::Wait).expect("accepted");
    assert_eq!(fs::read_dir(folder.path()).expect("reads").count(), 1);
    let loaded = save::load(&path).expect("loads");
    assert_eq!((loaded.header.run.setup.seed, loaded.total), (Seed(2), 1));
    assert!(matches!(save::resume(&path, catalog()), Err(SaveError::InUse { .. })));
    // Made small onto itself, by way of a draft, it is the same run.
    drop(session);
    let source = RunSource::open(&path).expect("opens");
    save::compact(&source, &path, Overwrite::Force).expect("writes");
    assert_eq!(save::load(&path).expect("loads").total, 1);
}

#[test]
fn newer_formats_and_other_rules_are_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.upk");
    let mut begun = opening("vault", 1);
    begun.ruleset = Ruleset(7);
    drop(RunFile::create(&path, &begun).expect("creates"));
    assert!(matches!(save::resume(&path, catalog()), Err(SaveError::UnknownRuleset { .. })));
    assert_eq!(save::migrate(&path).expect("format 1"), Migration::NothingToDo { format: 1 });
    let mut bytes = fs::read(&path).expect("reads");
    bytes[8] = 2;
    fs::write(&path, &bytes).expect("writes");
    for error in [save::load(&path).err(), save::migrate(&path).err()] {
        let Some(SaveError::NewerFormat { found: 2, known: 1, .. }) = error else {
            panic!("{error:?}")
        };
    }
}

#[test]
fn unfinished_runs_are_listed_by_the_time_of_their_last_mark() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(unfinished_runs(&folder.path().join("none"), catalog()).is_empty());
    // The files are older the later they were played.
    for (name, seed) in [("a.upk", 1), ("b.upk", 2), ("c.upk", 3)] {
        let path = folder.path().join(name);
        record(&path, "vault", seed, 10);
        let (mut session, _) = save::resume(&path, catalog()).expect("resumes");
        session.mark(MarkKind::Leave, seed * 1_000).expect("marked");
        drop(session);
        let file = fs::File::options().append(true).open(&path).expect("opens");
        let hours = std::time::Duration::from_hours(10 - seed);
        file.set_modified(std::time::UNIX_EPOCH + hours).expect("is ours");
    }
    let path = folder.path().join("c.upk");
    let (mut session, _) = save::resume(&path, catalog()).expect("resumes");
    session.submit(Command::Abandon).expect("accepted");
    drop(session);
    assert!(save::ends_in_end(&path));
    assert!(!save::ends_in_end(&folder.path().join("a.upk")));
    let found = unfinished_runs(folder.path(), catalog());
    let found: Vec<_> = found.iter().map(|run| (run.id.as_str(), run.played)).collect();
    assert_eq!(found, [("b.upk", 2_000), ("a.upk", 1_000)]);
}

#[test]
fn a_damaged_run_is_listed_and_saved_up_to_the_damage() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.upk");
    record(&path, "vault", 1, 40);
    let whole = fs::read(&path).expect("reads");
    let listed = |path: &Path| {
        let mut found = unfinished_runs(path.parent().expect("a folder"), catalog());
        found.retain(|run| run.id.as_str() == "a.upk");
        match found.pop().expect("it is listed").state {
            UnfinishedState::Damaged { whole, error } => (whole, error.to_string()),
            _ => panic!("it is damaged"),
        }
    };
    for bytes in [&b"rubbish"[..], b"", &whole[..9]] {
        fs::write(&path, bytes).expect("writes");
        assert_eq!(listed(&path).0, WholePart::Nothing);
        assert!(save_whole_part(&path, catalog()).is_err());
    }
    let parts: Vec<&[u8]> = whole.split(|&byte| byte == b'\n').collect();
    fs::write(&path, parts.join(&b"\r\n"[..])).expect("writes");
    let (_, error) = listed(&path);
    assert!(error.contains("damaged"), "{error}");
    let mut flipped = whole.clone();
    let place = flipped.len() - 300;
    flipped[place] ^= 1;
    fs::write(&path, &flipped).expect("writes");
    let (part, error) = listed(&path);
    let WholePart::Until(turn) = part else { panic!("{part:?}: {error}") };
    assert!(error.contains("is damaged") && turn > Turns(0), "{error}");
    let (saved, session) = save_whole_part(&path, catalog()).expect("saved");
    assert_eq!((saved.as_str(), session.game().turns()), ("a-saved.upk", turn));
    assert!(session.header().unranked_reason().is_some());
    drop(session);
    assert_eq!(fs::read(&path).expect("reads"), flipped, "the damaged file stays");
    assert_eq!(listed(&path).0, WholePart::Saved(saved));
    // A second time replaces nothing.
    assert!(save_whole_part(&path, catalog()).is_err());
}
