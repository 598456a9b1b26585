//! What can be made of a run: any of its states, and other runs.

use std::collections::BTreeSet;
use std::fs;

use base::{Purpose, Seed, Stream};
use content::Depth;
use engine::sim::{Command, Game, Setup, Turns};
use runs::record::{
    Dump, MAX_STATES, NullSink, Origin, Recording, Replay, Session, StateCache, VerifyLimits,
    branch, differences, verify,
};
use runs::save;
use runs::save::{Overwrite, RunReader, RunSource};

use crate::run_file::runs::{frames, record};
use crate::state::plain;
use crate::support::content::catalog;
use crate::support::driver::opening;
use crate::support::lasting_seed::lasting_seed;

#[test]
fn a_replay_stands_wherever_it_is_sent() {
    let (opening, frames) = frames("cavern", lasting_seed("cavern", 21, 400), 700);
    let mut replay = Replay::new(Recording::of_frames(opening, frames), catalog()).expect("plays");
    let length = replay.recording().len();
    assert!(length > 256 && replay.recording().keyframes() > 1, "too short to tell anything");
    let mut stream = Stream::new(Seed(1), Purpose::new("seek"), ());
    for _ in 0..40 {
        let commands = stream.below(length + 1);
        replay.seek(commands).expect("is there");
        assert_eq!(replay.at(), commands);
        if commands > 0 {
            assert_eq!(Some(replay.game().digest()), replay.recording().digest(commands));
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
fn cut_branched_and_compacted_runs_verify() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let chain = record(&path("run.upk"), "vault", lasting_seed("vault", 8, 300), 500);
    let check = |name: &str| {
        let mut reader = RunReader::open(&path(name)).expect("opens");
        let opening = reader.header().run.clone();
        let verdict = verify(&opening, catalog(), false, VerifyLimits::default(), &mut reader)
            .expect("can be examined");
        assert_eq!(verdict.mismatch, None, "{name}");
        (verdict, opening.origin)
    };
    let (whole, _) = check("run.upk");
    assert_eq!(whole.digest, chain.digest());

    let source = RunSource::open(&path("run.upk")).expect("opens");
    let bytes = save::compact(&source, &path("small.upk"), Overwrite::Never).expect("writes");
    assert_eq!(bytes, fs::metadata(path("small.upk")).expect("is there").len());
    assert!(bytes < 2 * u64::from(whole.commands) + 400, "{bytes} for {}", whole.commands);
    let (small, origin) = check("small.upk");
    assert_eq!((small, origin), (whole.clone(), Origin::Start));

    let recording = save::open(&path("run.upk")).expect("opens").whole().expect("whole");
    let mut replay = Replay::new(recording, catalog()).expect("plays");
    replay.seek(whole.commands / 2).expect("is there");
    let cut =
        save::write_cut(&replay, catalog(), &path("cut.upk"), Overwrite::Never).expect("writes");
    assert_eq!(cut.game().snapshot(), replay.game().snapshot());
    drop(cut);
    let (mut cut, _) = save::resume(&path("cut.upk"), catalog()).expect("resumes");
    assert!(cut.header().unranked_reason().is_some());
    for &command in &replay.recording().commands()[replay.at() as usize..] {
        cut.submit(command).expect("accepted");
    }
    replay.seek(whole.commands).expect("is there");
    assert_eq!(cut.game().digest(), replay.game().digest());
    assert_eq!(check("cut.upk").1, Origin::Cut);
    drop(cut);
    let source = RunSource::open(&path("cut.upk")).expect("opens");
    save::compact(&source, &path("small-cut.upk"), Overwrite::Never).expect("writes");
    check("small-cut.upk");

    let mut recording = replay.into_recording();
    drop(
        save::write_branch(&mut recording, 100, catalog(), &path("branch.upk"), Overwrite::Never)
            .expect("writes"),
    );
    let (branched, origin) = check("branch.upk");
    assert_eq!((branched.commands, origin), (100, Origin::Branch));
    let in_memory = branch(&mut recording, 100, catalog(), NullSink).expect("plays");
    assert_eq!(in_memory.chain().digest(), branched.digest);
}

#[test]
fn states_that_differ_are_told_apart_by_component_actor_and_field() {
    let begun = opening("vault", 4);
    let mut session = Session::begin(begun.clone(), catalog(), NullSink).expect("begins");
    let before = plain(&Dump::of_session(&session));
    assert_eq!(differences(&before, &before), []);
    session.submit(Command::Wait).expect("accepted");
    let mut snapshot = session.game().snapshot();
    let after = plain(&Dump::of_session(&session));
    let found = differences(&before, &after);
    let turn = found.iter().find(|difference| difference.field == "clock").expect("time passed");
    assert_eq!(
        (turn.component, turn.left.as_u64(), turn.right.as_u64()),
        ("shift", Some(0), Some(1))
    );

    snapshot.floor.actors[0].vitals.health -= 3;
    let hurt = Session::begin_from(&begun, snapshot, catalog(), NullSink).expect("begins");
    let found = differences(&after, &plain(&Dump::of_session(&hurt)));
    let states: Vec<_> =
        found.iter().filter(|difference| difference.component != "header").collect();
    assert_eq!(states.len(), 1, "{states:?}");
    assert_eq!((states[0].component, states[0].actor), ("actors", Some(0)));
    assert_eq!(states[0].field, "vitals.health");
}

#[test]
fn many_states_are_thinned_out_evenly() {
    let game = Game::new(Setup::shift("vault", Depth(1), Seed(7)), catalog()).expect("a level");
    let mut cache = StateCache::default();
    for commands in (0..=200_000).filter(|commands| commands % 64 == 0) {
        if cache.wants(commands) {
            cache.keep(commands, Turns(commands), game.snapshot());
        }
    }
    let kept: BTreeSet<u32> = (0..=200_000)
        .filter_map(|commands| cache.before(commands).map(|state| state.commands))
        .collect();
    assert!(kept.len() <= MAX_STATES, "{}", kept.len());
    assert!(kept.into_iter().eq((0..=200_000).step_by(1_024)));
    for commands in [0, 1_023, 1_024, 99_999, 200_000] {
        let before = cache.before(commands).expect("the first state is kept");
        assert_eq!(before.commands, commands / 1_024 * 1_024);
        assert_eq!(cache.commands_before(Turns(commands)), before.commands);
    }
    assert!(!cache.wants(2_048), "it has that one");
}
