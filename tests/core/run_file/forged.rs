//! Files by somebody who knows their form and seals them anew: none of them is called ranked.

use crate::support::journeys::try_edited;

use base::Seed;
use content::Depth;
use engine::sim::{ActorId, ActorRecord, Command, Game, Mess, Mode, RunStatus, Setup, Snapshot};
use levels::{Request, generate};
use runs::record::{
    Frame, MarkKind, Origin, RunHeader, Session, Sink, UnrankedReason, Verification, VerifyLimits,
    verify,
};
use runs::save::{RunReader, RunWriter};

use super::runs::whole;
use crate::support::driver::{Driver, opening};
use crate::support::forger::Forger;
use crate::support::quick::quick_catalog as catalog;

/// A run to its end, with marks.
fn marked_run(seed: u64) -> (RunHeader, Vec<Frame>) {
    let opening = opening("vault", seed);
    let mut session = Session::begin(opening.clone(), catalog(), Vec::new()).expect("begins");
    session.mark(MarkKind::Start, 1_000).expect("memory");
    let mut driver = Driver::new(seed);
    for number in 0..90 {
        let Some(command) = driver.next(session.game()) else { break };
        session.submit_at(command, 1_000 + number).expect("accepted");
        if number == 40 {
            session.mark(MarkKind::Leave, 2_000).expect("memory");
            session.mark(MarkKind::Resume, 3_000).expect("memory");
        }
    }
    if !matches!(session.status(), RunStatus::Over(_)) {
        session.submit_at(Command::Abandon, 9_000).expect("accepted");
    }
    (opening, session.into_sink())
}

/// Writes the frames as a file, reads it and verifies it. `None` if it is refused before it is
/// played.
fn verdict(header: &RunHeader, frames: &[Frame]) -> Option<Verification> {
    let mut writer = RunWriter::begin("forged", Vec::new(), header).ok()?;
    writer.write(frames).ok()?;
    let bytes = writer.into_inner();
    let mut reader = RunReader::new("forged", bytes.as_slice()).ok()?;
    let header = reader.header().run.clone();
    verify(&header, catalog(), false, VerifyLimits::default(), &mut reader).ok()
}

#[test]
fn no_forged_file_is_ranked() {
    forge_many(300);
}

#[test]
#[ignore = "takes a minute"]
fn no_forged_file_of_ten_thousand_is_ranked() {
    forge_many(10_000);
}

/// Mutations, splices, edited states and edited ends, one to three in a file, each sealed as its
/// writer would have done.
fn forge_many(count: u32) {
    let runs: Vec<_> = (1..=6).map(marked_run).collect();
    let honest: Vec<Verification> =
        runs.iter().map(|(header, frames)| verdict(header, frames).expect("plays")).collect();
    for honest in &honest {
        assert_eq!((&honest.mismatch, honest.unranked, honest.resumes), (&None, None, 1));
    }
    let mut forger = Forger::new(14);
    let (mut forged, mut played) = (0, 0);
    while forged < count {
        let (first, second) = (forger.0.below(6) as usize, forger.0.below(6) as usize);
        let (mut header, mut frames) = runs[first].clone();
        for _ in 0..=forger.0.below(3) {
            if !frames.is_empty() {
                forger.forge(&mut header, &mut frames, &runs[second].1);
            }
        }
        if is_honest(&header, &frames, &runs, &runs[first].1) {
            continue;
        }
        forged += 1;
        if let Some(verdict) = verdict(&header, &frames) {
            played += 1;
            // Another word for the same command, such as to explore for to go on exploring, is no
            // forgery: every state is the same.
            let is_same_play = honest.contains(&verdict);
            assert!(
                verdict.unranked.is_some() || is_same_play,
                "forgery {forged} of run {first} is ranked: {header:?}; {}",
                first_difference(&frames, &runs[first].1)
            );
        }
    }
    assert!(played > count / 2, "only {played} were played at all");
}

/// Whether a forgery of a run proves what one of some runs does, and claims no state that the run
/// does not have.
fn is_honest(
    header: &RunHeader,
    frames: &[Frame],
    runs: &[(RunHeader, Vec<Frame>)],
    own: &[Frame],
) -> bool {
    let is_same =
        |(known, own): &(RunHeader, Vec<Frame>)| known == header && essence(own) == essence(frames);
    runs.iter().any(is_same) && !has_forged_state(frames, own)
}

/// What a run proves: its header, commands, marks and end. Digests and keyframes can be left out.
fn essence(frames: &[Frame]) -> Vec<&Frame> {
    let is_essential = |frame: &&Frame| !matches!(frame, Frame::Digest(_) | Frame::Keyframe(_));
    frames.iter().filter(is_essential).collect()
}

/// Whether a digest or keyframe is none that the run has.
fn has_forged_state(frames: &[Frame], honest: &[Frame]) -> bool {
    let of_state = |frame: &&Frame| matches!(frame, Frame::Digest(_) | Frame::Keyframe(_));
    frames.iter().filter(of_state).any(|frame| !honest.contains(frame))
}

/// The first frame of a forgery that differs from the run's, for the message of a failed test.
fn first_difference(frames: &[Frame], honest: &[Frame]) -> String {
    let differs = |place: &usize| frames.get(*place) != honest.get(*place);
    match (0..frames.len().max(honest.len())).find(differs) {
        Some(place) => {
            format!("frame {place}: {:?}, not {:?}", frames.get(place), honest.get(place))
        }
        None => "in no frame".to_owned(),
    }
}

#[test]
fn a_cut_with_an_edited_state_says_what_it_is() {
    let (header, frames) = marked_run(3);
    let Frame::Keyframe(first) = &frames[0] else { panic!("a run begins with its state") };
    let mut snapshot = first.snapshot.clone();
    snapshot.run.belongings.coins.0 += 500;
    let session = Session::begin_from(&header, snapshot, catalog(), Vec::new());
    let mut session = session.expect("can be");
    session.submit(Command::Abandon).expect("accepted");
    let cut = header.with_origin(Origin::Cut);
    let verdict = |header: &RunHeader| verdict(header, session.sink()).expect("can be examined");
    let honest = verdict(&cut);
    assert_eq!(honest.mismatch, None);
    assert_eq!(honest.unranked, Some(UnrankedReason::Origin(Origin::Cut)));
    // The same state cannot be told to be the first one of a run.
    assert_eq!(verdict(&header).unranked, Some(UnrankedReason::Untrue));
}

#[test]
fn verification_gives_up_at_its_limits() {
    let (header, frames) = marked_run(2);
    let verify = |limits| {
        verify(&header, catalog(), false, limits, whole(frames.clone())).expect("can be examined")
    };
    let all = verify(VerifyLimits::default());
    assert!(all.is_true());
    let few = verify(VerifyLimits::of_commands(10));
    assert!(!few.is_true() && few.exceeded.is_some());
    assert_eq!(few.commands, 10);
    let crowded = verify(VerifyLimits { actor_turns: 20, ..VerifyLimits::default() });
    assert!(!crowded.is_true() && crowded.commands < 20);
}

#[test]
fn content_that_is_not_built_in_is_not_denied() {
    let (header, frames) = marked_run(1);
    let limits = VerifyLimits::default();
    let verdict = verify(&header, catalog(), true, limits, whole(frames)).expect("is examined");
    assert_eq!(verdict.mismatch.map(|mismatch| mismatch.component), Some("setup"));
    assert_eq!(verdict.unranked, Some(UnrankedReason::Untrue));
}

/// A few bytes of commands on a large and crowded floor would cost whoever verifies them hours.
#[test]
fn states_of_floors_that_are_too_large_or_crowded_are_refused() {
    let refusal = |width, height, edit: fn(&mut Snapshot)| {
        let mut request = Request::new("cavern", Seed(5), Depth(1));
        (request.width, request.height) = (Some(width), Some(height));
        let level = generate(&request, catalog()).expect("a level");
        let setup = Setup::shift("cavern", Depth(1), Seed(5));
        let game = Game::on_level(setup, &level, &Mess::default(), catalog());
        try_edited(&game, edit).err().map(|error| error.to_string())
    };
    let keep = |_: &mut Snapshot| {};
    assert_eq!(refusal(128, 128, keep), None);
    let refused = refusal(200, 200, keep).expect("is refused");
    assert!(refused.contains("40000") || refused.contains("200×200"), "{refused}");
    let crowd = |snapshot: &mut Snapshot| {
        let actors = &mut snapshot.floor.actors;
        let one = actors[0];
        for _ in 0..400 {
            let id = ActorId(actors.last().expect("the player").id.0 + 1);
            actors.push(ActorRecord { id, ..one });
        }
        snapshot.run.next_id += 1_000;
    };
    let refused = refusal(60, 40, crowd).expect("is refused");
    assert!(refused.contains("are more than 256"), "{refused}");
}

/// C0, DEL, C1, and what turns the direction of writing or cannot be seen.
fn hidden_characters() -> impl Iterator<Item = char> {
    let ranges = [
        0..=0x1f,
        0x7f..=0x9f,
        0xad..=0xad,
        0x61c..=0x61c,
        0x200e..=0x200f,
        0x2028..=0x202e,
        0x2066..=0x206f,
        0xfeff..=0xfeff,
        0xfff9..=0xfffb,
    ];
    ranges.into_iter().flatten().filter_map(char::from_u32)
}

#[test]
fn no_text_of_a_header_can_hide_what_it_is() {
    let honest = opening("vault", 7);
    let with = |text: &str| {
        let mut headers = [(); 4].map(|()| honest.clone());
        text.clone_into(&mut headers[0].name);
        headers[1].bot = Some(text.to_owned());
        headers[2].setup.mode = Mode::Shift { kind: text.to_owned(), depth: Depth(1) };
        headers[3].word = Some(text.to_owned());
        headers[3].setup.seed = Seed::from_text(text);
        headers
    };
    let refusal = |header: &RunHeader| {
        let bytes = RunWriter::begin("forged", Vec::new(), header).ok()?.into_inner();
        RunReader::new("forged", bytes.as_slice()).err().map(|error| error.to_string())
    };
    for header in with("mop the floor ✓") {
        assert_eq!(refusal(&header), None);
    }
    let hidden = hidden_characters().map(|c| format!("Ann{c}Bob"));
    for text in hidden.chain(["x".repeat(65)]) {
        for header in with(&text) {
            let error = refusal(&header).expect("is refused");
            assert!(error.starts_with("forged: frame 0 at byte 10 is damaged: its "), "{error}");
            assert!(!error.contains(&text) && error.chars().all(|c| !c.is_control()), "{error:?}");
        }
    }
}
