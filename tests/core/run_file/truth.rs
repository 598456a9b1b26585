//! What was recorded is true, and what was changed is found.

use base::Seed;
use content::Depth;
use engine::sim::{Command, Digest, Mode, RunStatus, Turns};
use runs::record::{Chain, Frame, Mismatch, RunHeader, Session};

use super::runs::verified;
use crate::support::content::catalog;
use crate::support::driver::{Driver, opening, play};
use crate::support::lasting_seed::lasting_seed;

fn mismatch(opening: &RunHeader, frames: &[Frame]) -> Mismatch {
    verified(opening, frames).mismatch.expect("is not true")
}

fn place_of(frames: &[Frame], nth: usize, is_wanted: impl Fn(&Frame) -> bool) -> usize {
    let mut places = frames.iter().enumerate().filter(|(_, frame)| is_wanted(frame));
    places.nth(nth).expect("there is one").0
}

/// A run to its end, abandoned where it does not end by itself.
fn finished(seed: u64) -> (RunHeader, Vec<Frame>, Chain) {
    let opening = opening("vault", seed);
    let mut session = Session::begin(opening.clone(), catalog(), Vec::new()).expect("begins");
    play(&mut session, &mut Driver::new(seed), 300);
    if !matches!(session.status(), RunStatus::Over(_)) {
        session.submit(Command::Abandon).expect("accepted");
    }
    let chain = session.chain();
    (opening, session.into_sink(), chain)
}

#[test]
fn recorded_runs_verify() {
    for seed in 0..10 {
        let (opening, frames, chain) = finished(seed);
        let verdict = verified(&opening, &frames);
        assert_eq!(verdict.mismatch, None);
        assert_eq!(verdict.digest, chain.digest());
        assert!(matches!(verdict.status, RunStatus::Over(_)));
    }
}

#[test]
fn verification_finds_changed_and_dropped_commands_and_forged_digests() {
    let tells_of_others =
        |frame: &Frame| matches!(frame, Frame::Digest(check) if check.actors.len() > 1);
    let runs = (11..).map(|from| finished(lasting_seed("vault", from, 299)));
    let mut inhabited = runs.filter(|(_, frames, _)| frames.iter().any(tells_of_others));
    let (opening, frames, _) = inhabited.next().expect("some vault is inhabited");
    let is_command = |frame: &Frame| matches!(frame, Frame::Command(_));

    let mut changed = frames.clone();
    let place = place_of(
        &frames,
        20,
        |frame| matches!(frame, Frame::Command(command) if *command != Command::Wait),
    );
    changed[place] = Frame::Command(Command::Wait);
    let found = mismatch(&opening, &changed);
    let number = frames[..=place].iter().filter(|frame| is_command(frame)).count() as u32;
    assert_eq!(found.command, number);

    let mut dropped = frames.clone();
    dropped.drain(place..place + 2);
    assert_ne!(mismatch(&opening, &dropped).component, "end");

    let mut told_of_an_actor = frames.clone();
    let place = place_of(&frames, 0, tells_of_others);
    let number = frames[..=place].iter().filter(|frame| is_command(frame)).count() as u32;
    let Frame::Digest(check) = &mut told_of_an_actor[place] else { unreachable!() };
    (check.whole, check.parts[1]) = (Digest(check.whole.0 ^ 1), check.parts[1] ^ 1);
    let last = check.actors.len() - 1;
    check.actors[last] ^= 1;
    let expected = check.whole.to_string();
    let found = mismatch(&opening, &told_of_an_actor);
    assert_eq!((found.component, found.command), ("actors", number));
    assert!(found.actor.is_some_and(|id| id > 0), "{found:?}");
    assert_eq!(found.expected, expected);

    let mut keyframed = frames.clone();
    let place = place_of(&frames, 1, |frame| matches!(frame, Frame::Keyframe(_)));
    let Frame::Keyframe(keyframe) = &mut keyframed[place] else { unreachable!() };
    keyframe.snapshot.floor.actors[0].vitals.health -= 1;
    let found = mismatch(&opening, &keyframed);
    assert_eq!((found.component, found.actor), ("actors", Some(0)));
    assert_eq!(found.turn, frames_turn(&frames[place]));

    let mut dated = frames.clone();
    let Frame::Keyframe(keyframe) = &mut dated[place] else { unreachable!() };
    keyframe.turn = Turns(keyframe.turn.0 + 1);
    assert_eq!(mismatch(&opening, &dated).component, "keyframe");

    let last = frames.len() - 1;
    let mut ended = frames.clone();
    let Frame::End(ending) = &mut ended[last] else { panic!("it ended") };
    ending.score += 1;
    assert_eq!(mismatch(&opening, &ended).component, "end");

    let mut more = frames.clone();
    more.push(Frame::Command(Command::Wait));
    assert_eq!(mismatch(&opening, &more).component, "end");

    let mut sown = opening.clone();
    sown.setup.seed = Seed(sown.setup.seed.0 + 1);
    let found = mismatch(&sown, &frames);
    assert_eq!((found.turn, found.command), (Turns(0), 0));

    let mut nowhere = opening.clone();
    nowhere.setup.mode = Mode::Shift { kind: "spaceship".to_owned(), depth: Depth(1) };
    assert_eq!(mismatch(&nowhere, &frames).component, "setup");
}

fn frames_turn(frame: &Frame) -> Turns {
    match frame {
        Frame::Keyframe(keyframe) => keyframe.turn,
        _ => unreachable!("asked of keyframes"),
    }
}
