//! The run file: whatever happens to one, what is read of it is true.

mod common;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use common::{Driver, catalog, lasting_seed, opening, play};
use upkeeper::base::{Seed, Stream};
use upkeeper::content::Catalog;
use upkeeper::record::{
    Chain, Dump, Frame, Keyframe, Mismatch, Nowhere, Opening, Origin, Replay, Ruleset, Session,
    Tape, branch, differences, verify,
};
use upkeeper::save::{self, Migration, Reader, RunFile, SaveError};
use upkeeper::sim::{Command, Digest, Status, Turns};

/// Plays a run into a file.
fn record(path: &Path, kind: &str, seed: u64, commands: u32, catalog: &Arc<Catalog>) -> Chain {
    let opening = opening(kind, seed, catalog);
    let file = RunFile::create(path, &opening).expect("creates");
    let mut session = Session::begin(opening, catalog, file).expect("begins");
    play(&mut session, &mut Driver::new(seed), commands);
    session.chain()
}

/// The same in memory.
fn frames(kind: &str, seed: u64, commands: u32, catalog: &Arc<Catalog>) -> (Opening, Vec<Frame>) {
    let opening = opening(kind, seed, catalog);
    let mut session = Session::begin(opening.clone(), catalog, Vec::new()).expect("begins");
    play(&mut session, &mut Driver::new(seed), commands);
    (opening, session.into_sink())
}

fn saved_and_loaded_equals_never_interrupted(kind: &str) {
    let catalog = catalog();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.upk");
    for seed in 0..200 {
        let begun = opening(kind, seed, &catalog);
        let mut straight = Session::begin(begun.clone(), &catalog, Nowhere).expect("begins");
        let file = RunFile::replace(&path, &begun).expect("creates");
        let mut session = Session::begin(begun, &catalog, file).expect("begins");
        let mut driver = Driver::new(seed);
        for number in 1..=400 {
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

#[test]
fn a_vault_saved_and_loaded_every_50_commands_is_the_run_never_interrupted() {
    saved_and_loaded_equals_never_interrupted("vault");
}

#[test]
fn a_cavern_saved_and_loaded_every_50_commands_is_the_run_never_interrupted() {
    saved_and_loaded_equals_never_interrupted("cavern");
}

#[test]
fn every_prefix_of_a_run_file_is_a_run_file() {
    let catalog = catalog();
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, part) = (folder.path().join("whole.upk"), folder.path().join("part.upk"));
    record(&whole, "vault", lasting_seed("vault", 3, 270, &catalog), 270, &catalog);
    let bytes = fs::read(&whole).expect("reads");
    let original = save::open(&whole).expect("opens").whole().expect("whole");
    let mut reader = Reader::open(&whole).expect("opens");
    let mut boundaries = vec![reader.offset()];
    while reader.next_frame().expect("whole").is_some() {
        boundaries.push(reader.offset());
    }
    for length in 0..=bytes.len() {
        fs::write(&part, &bytes[..length]).expect("writes");
        if (length as u64) < boundaries[0] {
            let error = save::load(&part).expect_err("no header");
            assert!(matches!(error, SaveError::NotOurs { .. } | SaveError::Damaged { .. }));
            continue;
        }
        let reel = save::open(&part).expect("a run file");
        assert!(reel.damage.is_none(), "{length}: {:?}", reel.damage);
        assert_eq!(reel.torn.is_none(), boundaries.contains(&(length as u64)), "{length}");
        assert!(original.commands().starts_with(reel.tape.commands()));
        // What a torn tail was cut off of can be played on.
        if length % 997 == 0 {
            let (mut session, torn) = save::resume(&part, &catalog).expect("resumes");
            assert_eq!(torn, reel.torn);
            assert_eq!(session.commands(), reel.tape.len());
            session.submit(Command::Wait).expect("accepted");
            drop(session);
            let tape = save::open(&part).expect("opens").whole().expect("whole");
            assert_eq!(tape.len(), reel.tape.len() + 1);
        }
    }
}

#[test]
fn damage_before_the_tail_names_the_frame_and_spares_what_stands_before_it() {
    let catalog = catalog();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.upk");
    record(&path, "cavern", lasting_seed("cavern", 5, 60, &catalog), 60, &catalog);
    let mut reader = Reader::open(&path).expect("opens");
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
    let reel = save::open(&path).expect("opens");
    assert!(reel.damage.is_some());
    // A keyframe, then a command and its digests, twenty times but for the last digests.
    assert_eq!(reel.tape.len(), 20);
    let mut replay = Replay::new(reel.tape, &catalog).expect("plays");
    replay.seek(19).expect("stands before the damage");
}

#[test]
fn there_is_one_writer_at_a_time() {
    let catalog = catalog();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.upk");
    let begun = opening("vault", 1, &catalog);
    let file = RunFile::create(&path, &begun).expect("creates");
    let session = Session::begin(begun.clone(), &catalog, file).expect("begins");
    assert!(matches!(save::resume(&path, &catalog), Err(SaveError::InUse { .. })));
    assert!(matches!(RunFile::replace(&path, &begun), Err(SaveError::InUse { .. })));
    assert!(matches!(RunFile::create(&path, &begun), Err(SaveError::Create { .. })));
    // Readers are welcome, and have lost nothing by the attempts.
    assert_eq!(save::load(&path).expect("loads").keyframes, 1);
    drop(session);
    assert!(save::resume(&path, &catalog).is_ok());
}

#[test]
fn nothing_but_run_files_is_written_over() {
    let catalog = catalog();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("letter.txt");
    fs::write(&path, "Dear Ann,").expect("writes");
    let refused = RunFile::replace(&path, &opening("vault", 1, &catalog));
    assert!(matches!(refused, Err(SaveError::WouldOverwrite { .. })));
    assert_eq!(fs::read_to_string(&path).expect("reads"), "Dear Ann,");
}

#[test]
fn a_draft_takes_its_place_whole_or_leaves_no_trace() {
    let catalog = catalog();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.upk");
    record(&path, "vault", 1, 10, &catalog);
    let before = fs::read(&path).expect("reads");
    let begun = opening("vault", 2, &catalog);
    drop(RunFile::draft(&path, &begun).expect("creates"));
    assert_eq!(fs::read(&path).expect("reads"), before);
    assert_eq!(fs::read_dir(folder.path()).expect("reads").count(), 1);
    let file = RunFile::draft(&path, &begun).expect("creates");
    let mut session = Session::begin(begun, &catalog, file).expect("begins");
    assert_eq!(fs::read(&path).expect("reads"), before);
    session.sink_mut().install().expect("installs");
    session.submit(Command::Wait).expect("accepted");
    assert_eq!(fs::read_dir(folder.path()).expect("reads").count(), 1);
    let loaded = save::load(&path).expect("loads");
    assert_eq!((loaded.header.opening.setup.seed, loaded.total), (Seed(2), 1));
    assert!(matches!(save::resume(&path, &catalog), Err(SaveError::InUse { .. })));
    // Made small onto itself, by way of a draft, it is the same run.
    drop(session);
    save::compact(&path, &path).expect("writes");
    assert_eq!(save::load(&path).expect("loads").total, 1);
}

#[test]
fn newer_formats_and_other_rules_are_refused_by_name() {
    let catalog = catalog();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.upk");
    let mut begun = opening("vault", 1, &catalog);
    begun.ruleset = Ruleset(7);
    drop(RunFile::create(&path, &begun).expect("creates"));
    assert!(matches!(save::resume(&path, &catalog), Err(SaveError::UnknownRuleset { .. })));
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
fn the_newest_unfinished_run_is_found() {
    let catalog = catalog();
    let folder = tempfile::tempdir().expect("a folder");
    assert!(save::newest_unfinished(&folder.path().join("none"), &catalog).is_none());
    for (name, seed) in [("a.upk", 1), ("b.upk", 2), ("c.upk", 3)] {
        let path = folder.path().join(name);
        record(&path, "vault", seed, 10, &catalog);
        let file = fs::File::options().append(true).open(&path).expect("opens");
        let hour = std::time::Duration::from_hours(seed);
        file.set_modified(std::time::UNIX_EPOCH + hour).expect("is ours");
    }
    fs::write(folder.path().join("d.upk"), "rubbish").expect("writes");
    // A header without a state, of a level that cannot be.
    drop(RunFile::create(&folder.path().join("e.upk"), &opening("spaceship", 1, &catalog)));
    let path = folder.path().join("c.upk");
    let (mut session, _) = save::resume(&path, &catalog).expect("resumes");
    session.submit(Command::Abandon).expect("accepted");
    drop(session);
    let (newest, session) = save::newest_unfinished(folder.path(), &catalog).expect("one");
    assert_eq!(newest, folder.path().join("b.upk"));
    assert_eq!((session.opening().setup.seed, session.commands()), (Seed(2), 10));
    assert_eq!(save::list(folder.path()).count(), 5);
    assert!(save::load(&path).expect("loads").end.is_some());
}

fn mismatch(opening: &Opening, frames: &[Frame], catalog: &Arc<Catalog>) -> Mismatch {
    let frames = frames.iter().cloned().map(Ok::<_, SaveError>);
    let verdict = verify(opening, catalog, frames).expect("can be examined");
    verdict.mismatch.expect("is not true")
}

fn place_of(frames: &[Frame], nth: usize, is_wanted: impl Fn(&Frame) -> bool) -> usize {
    let mut places = frames.iter().enumerate().filter(|(_, frame)| is_wanted(frame));
    places.nth(nth).expect("there is one").0
}

/// A run to its end, abandoned where it does not end by itself.
fn finished(seed: u64, catalog: &Arc<Catalog>) -> (Opening, Vec<Frame>, Chain) {
    let opening = opening("vault", seed, catalog);
    let mut session = Session::begin(opening.clone(), catalog, Vec::new()).expect("begins");
    play(&mut session, &mut Driver::new(seed), 300);
    if !matches!(session.status(), Status::Over(_)) {
        session.submit(Command::Abandon).expect("accepted");
    }
    let chain = session.chain();
    (opening, session.into_sink(), chain)
}

#[test]
fn what_was_recorded_is_true() {
    let catalog = catalog();
    for seed in 0..10 {
        let (opening, frames, chain) = finished(seed, &catalog);
        let frames = frames.into_iter().map(Ok::<_, SaveError>);
        let verdict = verify(&opening, &catalog, frames).expect("can be examined");
        assert_eq!(verdict.mismatch, None);
        assert_eq!(verdict.digest, chain.digest());
        assert!(matches!(verdict.status, Status::Over(_)));
    }
}

#[test]
fn what_was_changed_is_found() {
    let catalog = catalog();
    let (opening, frames, _) = finished(lasting_seed("vault", 11, 299, &catalog), &catalog);
    let is_command = |frame: &Frame| matches!(frame, Frame::Command(_));

    let mut changed = frames.clone();
    let place = place_of(
        &frames,
        20,
        |frame| matches!(frame, Frame::Command(command) if *command != Command::Wait),
    );
    changed[place] = Frame::Command(Command::Wait);
    let found = mismatch(&opening, &changed, &catalog);
    let number = frames[..=place].iter().filter(|frame| is_command(frame)).count() as u32;
    assert_eq!(found.command, number);

    let mut dropped = frames.clone();
    dropped.drain(place..place + 2);
    assert_ne!(mismatch(&opening, &dropped, &catalog).component, "end");

    let mut told_of_an_actor = frames.clone();
    let place = place_of(&frames, 5, |frame| matches!(frame, Frame::Check(_)));
    let Frame::Check(check) = &mut told_of_an_actor[place] else { unreachable!() };
    (check.whole, check.parts[1]) = (Digest(check.whole.0 ^ 1), check.parts[1] ^ 1);
    let last = check.actors.len() - 1;
    check.actors[last] ^= 1;
    let expected = check.whole.to_string();
    let found = mismatch(&opening, &told_of_an_actor, &catalog);
    assert_eq!((found.component, found.command), ("actors", 6));
    assert!(found.actor.is_some_and(|id| id > 0), "{found:?}");
    assert_eq!(found.expected, expected);

    let mut keyframed = frames.clone();
    let place = place_of(&frames, 1, |frame| matches!(frame, Frame::Keyframe(_)));
    let Frame::Keyframe(keyframe) = &mut keyframed[place] else { unreachable!() };
    keyframe.snapshot.actors[0].vitals.health -= 1;
    let found = mismatch(&opening, &keyframed, &catalog);
    assert_eq!((found.component, found.actor), ("actors", Some(0)));
    assert_eq!(found.turn, frames_turn(&frames[place]));

    let mut dated = frames.clone();
    let Frame::Keyframe(keyframe) = &mut dated[place] else { unreachable!() };
    keyframe.turn = Turns(keyframe.turn.0 + 1);
    assert_eq!(mismatch(&opening, &dated, &catalog).component, "keyframe");

    let last = frames.len() - 1;
    let mut ended = frames.clone();
    let Frame::End(ending) = &mut ended[last] else { panic!("it ended") };
    ending.score += 1;
    assert_eq!(mismatch(&opening, &ended, &catalog).component, "end");

    let mut more = frames.clone();
    more.push(Frame::Command(Command::Wait));
    assert_eq!(mismatch(&opening, &more, &catalog).component, "end");

    let mut sown = opening.clone();
    sown.setup.seed = Seed(sown.setup.seed.0 + 1);
    let found = mismatch(&sown, &frames, &catalog);
    assert_eq!((found.turn, found.command), (Turns(0), 0));

    let mut nowhere = opening.clone();
    let upkeeper::sim::Mode::Shift { kind, .. } = &mut nowhere.setup.mode;
    *kind = "spaceship".to_owned();
    assert_eq!(mismatch(&nowhere, &frames, &catalog).component, "setup");
}

fn frames_turn(frame: &Frame) -> Turns {
    match frame {
        Frame::Keyframe(keyframe) => keyframe.turn,
        _ => unreachable!("asked of keyframes"),
    }
}

#[test]
fn a_replay_stands_wherever_it_is_sent() {
    let catalog = catalog();
    let (opening, frames) =
        frames("cavern", lasting_seed("cavern", 21, 400, &catalog), 700, &catalog);
    let mut replay = Replay::new(Tape::of_frames(opening, frames), &catalog).expect("plays");
    let length = replay.tape().len();
    assert!(length > 256 && replay.tape().keyframes() > 1, "too short to tell anything");
    let mut stream = Stream::new(1, "seek", &[]);
    for _ in 0..40 {
        let commands = stream.below(length + 1);
        replay.seek(commands).expect("is there");
        assert_eq!(replay.at(), commands);
        if commands > 0 {
            assert_eq!(Some(replay.game().digest()), replay.tape().digest(commands));
            assert!(replay.back().expect("is there"));
            assert_eq!(replay.at(), commands - 1);
        }
        let turn = Turns(stream.below(replay.turn().0 + 1));
        replay.seek_turn(turn).expect("is there");
        assert!(replay.turn() >= turn);
        assert!(!replay.back().expect("is there") || replay.turn() < turn);
    }
    assert!(replay.seek(length + 1).is_err());
    replay.seek(0).expect("is there");
    assert!(!replay.back().expect("is there"));
}

#[test]
fn what_is_made_of_a_run_is_true_as_well() {
    let catalog = catalog();
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let chain =
        record(&path("run.upk"), "vault", lasting_seed("vault", 8, 300, &catalog), 500, &catalog);
    let check = |name: &str| {
        let mut reader = Reader::open(&path(name)).expect("opens");
        let opening = reader.header().opening.clone();
        let verdict = verify(&opening, &catalog, &mut reader).expect("can be examined");
        assert_eq!(verdict.mismatch, None, "{name}");
        (verdict, opening.origin)
    };
    let (whole, _) = check("run.upk");
    assert_eq!(whole.digest, chain.digest());

    let bytes = save::compact(&path("run.upk"), &path("small.upk")).expect("writes");
    assert_eq!(bytes, fs::metadata(path("small.upk")).expect("is there").len());
    assert!(bytes < 2 * u64::from(whole.commands) + 400, "{bytes} for {}", whole.commands);
    let (small, origin) = check("small.upk");
    assert_eq!((small, origin), (whole.clone(), Origin::Played));

    let tape = save::open(&path("run.upk")).expect("opens").whole().expect("whole");
    let mut replay = Replay::new(tape, &catalog).expect("plays");
    replay.seek(whole.commands / 2).expect("is there");
    let cut = save::write_cut(&replay, &catalog, &path("cut.upk")).expect("writes");
    assert_eq!(cut.game().snapshot(), replay.game().snapshot());
    drop(cut);
    let (mut cut, _) = save::resume(&path("cut.upk"), &catalog).expect("resumes");
    assert!(!cut.opening().is_ranked());
    for &command in &replay.tape().commands()[replay.at() as usize..] {
        cut.submit(command).expect("accepted");
    }
    replay.seek(whole.commands).expect("is there");
    assert_eq!(cut.game().digest(), replay.game().digest());
    assert_eq!(check("cut.upk").1, Origin::Cut);
    drop(cut);
    save::compact(&path("cut.upk"), &path("small-cut.upk")).expect("writes");
    check("small-cut.upk");

    let mut tape = replay.into_tape();
    drop(save::write_branch(&mut tape, 100, &catalog, &path("branch.upk")).expect("writes"));
    let (branched, origin) = check("branch.upk");
    assert_eq!((branched.commands, origin), (100, Origin::Branched));
    let in_memory = branch(&mut tape, 100, &catalog, Nowhere).expect("plays");
    assert_eq!(in_memory.chain().digest(), branched.digest);
}

#[test]
fn states_that_differ_are_told_apart_by_component_actor_and_field() {
    let catalog = catalog();
    let begun = opening("vault", 4, &catalog);
    let mut session = Session::begin(begun.clone(), &catalog, Nowhere).expect("begins");
    let before = Dump::of_session(&session);
    assert_eq!(differences(&before, &before).expect("plain data"), []);
    session.submit(Command::Wait).expect("accepted");
    let mut snapshot = session.game().snapshot();
    let after = Dump::of_session(&session);
    let found = differences(&before, &after).expect("plain data");
    let turn = found.iter().find(|difference| difference.field == "turn").expect("time passed");
    assert_eq!(
        (turn.component, turn.left.as_u64(), turn.right.as_u64()),
        ("night", Some(0), Some(1))
    );

    snapshot.actors[0].vitals.health -= 3;
    let hurt = Session::begin_from(&begun, snapshot, &catalog, Nowhere).expect("begins");
    let found = differences(&after, &Dump::of_session(&hurt)).expect("plain data");
    let states: Vec<_> = found.iter().filter(|difference| difference.component != "run").collect();
    assert_eq!(states.len(), 1, "{states:?}");
    assert_eq!((states[0].component, states[0].actor), ("actors", Some(0)));
    assert_eq!(states[0].field, "health");
}

#[test]
fn a_sink_that_fails_is_offered_the_same_frames_again() {
    /// Takes nothing while it is full.
    #[derive(Default)]
    struct Disk {
        full: bool,
        frames: Vec<Frame>,
    }
    impl upkeeper::record::Sink for Disk {
        type Error = &'static str;
        fn write(&mut self, frames: &[Frame]) -> Result<(), &'static str> {
            if self.full {
                return Err("full");
            }
            self.frames.extend_from_slice(frames);
            Ok(())
        }
    }
    let catalog = catalog();
    let begun = opening("vault", 2, &catalog);
    let mut session = Session::begin(begun.clone(), &catalog, Disk::default()).expect("begins");
    session.submit(Command::Wait).expect("accepted");
    session.sink_mut().full = true;
    assert!(session.submit(Command::Wait).is_err());
    assert!(session.submit(Command::Wait).is_err());
    assert_eq!(session.commands(), 2, "nothing happens while the record lags behind");
    session.sink_mut().full = false;
    session.submit(Command::Wait).expect("accepted");
    let frames = session.into_sink().frames;
    assert_eq!(frames.iter().filter(|frame| matches!(frame, Frame::Command(_))).count(), 3);
    let verdict = verify(&begun, &catalog, frames.into_iter().map(Ok::<_, SaveError>));
    assert_eq!(verdict.expect("can be examined").mismatch, None);
}

#[test]
fn a_keyframe_of_another_turn_is_damage() {
    let catalog = catalog();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.upk");
    let (begun, mut written) = frames("vault", 1, 0, &catalog);
    let Frame::Keyframe(first) = &mut written[0] else { panic!("it begins with a state") };
    first.turn = Turns(7);
    let mut file = RunFile::create(&path, &begun).expect("creates");
    upkeeper::record::Sink::write(&mut file, &written).expect("writes");
    drop(file);
    let Err(SaveError::Damaged { damage, .. }) = save::resume(&path, &catalog) else {
        panic!("it is played")
    };
    assert_eq!(damage.frame, 1);
    assert!(damage.why.contains("turn 7"), "{damage}");
}

#[test]
fn a_keyframe_is_written_as_it_is_read() {
    let catalog = catalog();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run.upk");
    let (begun, written) =
        frames("cavern", lasting_seed("cavern", 9, 300, &catalog), 300, &catalog);
    let mut file = RunFile::create(&path, &begun).expect("creates");
    upkeeper::record::Sink::write(&mut file, &written).expect("writes");
    let read: Vec<Frame> =
        Reader::open(&path).expect("opens").collect::<Result<_, _>>().expect("whole");
    assert_eq!(read, written);
    let is_keyframe = |frame: &&Frame| matches!(frame, Frame::Keyframe(_));
    let Some(Frame::Keyframe(last)) = read.iter().rfind(is_keyframe) else { panic!("none") };
    let Keyframe { commands, turn, snapshot, .. } = &**last;
    assert!(*commands >= 256 && snapshot.clock == *turn);
}
