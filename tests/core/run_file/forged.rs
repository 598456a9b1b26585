//! Files by somebody who knows their form and seals them anew: none of them is called ranked.

use std::sync::Arc;

use upkeeper::base::{Purpose, Seed, Stream};
use upkeeper::content::{Catalog, Depth};
use upkeeper::levelgen::{Request, generate};
use upkeeper::record::{
    Frame, Mark, MarkKind, Milestone, Origin, RunHeader, Session, Sink, UnrankedReason,
    Verification, VerifyLimits, verify,
};
use upkeeper::save::{RunReader, RunWriter};
use upkeeper::sim::{
    ActorId, ActorRecord, Command, Digest, End, Game, Letter, Mess, Mode, RunStatus, Setup,
    Snapshot, Turns,
};

use crate::support::content::catalog;
use crate::support::driver::{Driver, opening};

/// A run to its end, with marks.
fn marked_run(seed: u64, catalog: &Arc<Catalog>) -> (RunHeader, Vec<Frame>) {
    let opening = opening("vault", seed, catalog);
    let mut session = Session::begin(opening.clone(), catalog, Vec::new()).expect("begins");
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

/// Writes the frames as a file, reads it and verifies it. `None` if it is refused before it is played.
fn verdict(header: &RunHeader, frames: &[Frame], catalog: &Arc<Catalog>) -> Option<Verification> {
    let mut writer = RunWriter::begin("forged", Vec::new(), header).ok()?;
    writer.write(frames).ok()?;
    let bytes = writer.into_inner();
    let mut reader = RunReader::new("forged", bytes.as_slice()).ok()?;
    let header = reader.header().run.clone();
    verify(&header, catalog, false, VerifyLimits::default(), &mut reader).ok()
}

/// What a run proves: its header, commands, marks and end. Digests and keyframes can be left out.
fn essence(frames: &[Frame]) -> Vec<&Frame> {
    let is_essential = |frame: &&Frame| !matches!(frame, Frame::Digest(_) | Frame::Keyframe(_));
    frames.iter().filter(is_essential).collect()
}

struct Forger(Stream);

impl Forger {
    fn place(&mut self, frames: &[Frame]) -> usize {
        self.0.below(frames.len() as u32) as usize
    }

    /// The place of some frame of a sort.
    fn place_of(&mut self, frames: &[Frame], is_wanted: fn(&Frame) -> bool) -> Option<usize> {
        let places: Vec<usize> =
            (0..frames.len()).filter(|&place| is_wanted(&frames[place])).collect();
        (!places.is_empty()).then(|| places[self.0.below(places.len() as u32) as usize])
    }

    fn forge(&mut self, header: &mut RunHeader, frames: &mut Vec<Frame>, other: &[Frame]) {
        let (a, b) = (self.place(frames), self.place(frames));
        match self.0.below(12) {
            0 => _ = frames.remove(a),
            1 => frames.insert(a, frames[b].clone()),
            2 => frames.swap(a, b),
            3 => {
                // The beginning of one run, the end of another.
                let from = self.place(other);
                frames.truncate(a);
                frames.extend_from_slice(&other[from..]);
            }
            4 => {
                let is_command = |frame: &Frame| matches!(frame, Frame::Command(_));
                if let Some(place) = self.place_of(frames, is_command) {
                    let commands = [Command::Wait, Command::Explore, Command::NextJob];
                    frames[place] = Frame::Command(commands[self.0.below(3) as usize]);
                }
            }
            5 => self.forge_end(frames),
            6 => self.forge_keyframe(frames),
            7 => {
                let is_digest = |frame: &Frame| matches!(frame, Frame::Digest(_));
                if let Some(place) = self.place_of(frames, is_digest)
                    && let Frame::Digest(digest) = &mut frames[place]
                {
                    digest.whole = Digest(u64::from(self.0.below(u32::MAX)));
                }
            }
            8 => self.forge_header(header),
            9 => frames.truncate(a),
            10 => {
                let kinds = [Milestone::OrderDone, Milestone::ClockedOut, Milestone::Over];
                let kind = MarkKind::Milestone(kinds[self.0.below(3) as usize]);
                frames.insert(a, Frame::Mark(Mark { kind, turn: Turns(3), time: 7 }));
            }
            _ => {
                let is_mark = |frame: &Frame| matches!(frame, Frame::Mark(_));
                if let Some(place) = self.place_of(frames, is_mark)
                    && let Frame::Mark(mark) = &mut frames[place]
                {
                    mark.time = mark.time.wrapping_sub(500);
                }
            }
        }
    }

    fn forge_end(&mut self, frames: &mut [Frame]) {
        let Some(Frame::End(end)) = frames.last_mut() else { return };
        match self.0.below(4) {
            0 => end.score = 50_000,
            1 => end.letter = Letter::S,
            2 => end.outcome = End::ClockedOut,
            _ => end.commands = 7,
        }
        if end.outcome == End::Abandoned {
            end.score += 1;
        }
    }

    fn forge_keyframe(&mut self, frames: &mut [Frame]) {
        let is_keyframe = |frame: &Frame| matches!(frame, Frame::Keyframe(_));
        let Some(place) = self.place_of(frames, is_keyframe) else { return };
        let Frame::Keyframe(keyframe) = &mut frames[place] else { return };
        match self.0.below(3) {
            0 => keyframe.snapshot.floor.actors[0].vitals.health = 9_000,
            1 => {
                keyframe.turn = Turns(1);
                keyframe.snapshot.shift.clock = Turns(1);
            }
            _ => keyframe.commands += 1,
        }
    }

    fn forge_header(&mut self, header: &mut RunHeader) {
        match self.0.below(6) {
            0 => "Bob".clone_into(&mut header.name),
            1 => header.setup.seed = Seed(99),
            2 => header.setup.mode = Mode::Shift { kind: "vault".to_owned(), depth: Depth(9) },
            3 => header.setup.options.modded = true,
            4 => header.bot = Some("planner".to_owned()),
            _ => header.origin = Origin::Cut,
        }
    }
}

#[test]
fn no_forged_file_is_ranked() {
    forge_many(1_000);
}

#[test]
#[ignore = "takes a minute"]
fn no_forged_file_of_ten_thousand_is_ranked() {
    forge_many(10_000);
}

/// Mutations, splices, edited states and edited ends, one to three in a file, each sealed as its writer would have done.
fn forge_many(count: u32) {
    let catalog = catalog();
    let runs: Vec<_> = (1..=6).map(|seed| marked_run(seed, &catalog)).collect();
    let honest: Vec<Verification> = runs
        .iter()
        .map(|(header, frames)| verdict(header, frames, &catalog).expect("plays"))
        .collect();
    for honest in &honest {
        assert_eq!((&honest.mismatch, honest.unranked, honest.resumes), (&None, None, 1));
    }
    let mut forger = Forger(Stream::new(Seed(14), Purpose::new("forgeries"), ()));
    let (mut forged, mut played) = (0, 0);
    while forged < count {
        let (first, second) = (forger.0.below(6) as usize, forger.0.below(6) as usize);
        let (mut header, mut frames) = runs[first].clone();
        for _ in 0..=forger.0.below(3) {
            if !frames.is_empty() {
                forger.forge(&mut header, &mut frames, &runs[second].1);
            }
        }
        let is_honest = |(known, own): &(RunHeader, Vec<Frame>)| {
            *known == header && essence(own) == essence(&frames)
        };
        if runs.iter().any(is_honest) && !has_forged_state(&frames, &runs[first].1) {
            continue;
        }
        forged += 1;
        if let Some(verdict) = verdict(&header, &frames, &catalog) {
            played += 1;
            // Another word for the same command, such as to explore for to go on exploring, is no forgery: every state is
            // the same.
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

/// Whether a digest or keyframe is none that the run has.
fn has_forged_state(frames: &[Frame], honest: &[Frame]) -> bool {
    let of_state = |frame: &&Frame| matches!(frame, Frame::Digest(_) | Frame::Keyframe(_));
    frames.iter().filter(of_state).any(|frame| !honest.contains(frame))
}

#[test]
fn a_cut_with_an_edited_state_says_what_it_is() {
    let catalog = catalog();
    let (header, frames) = marked_run(3, &catalog);
    let Frame::Keyframe(first) = &frames[0] else { panic!("a run begins with its state") };
    let mut snapshot = first.snapshot.clone();
    snapshot.run.belongings.coins.0 += 500;
    let session = Session::begin_from(&header, snapshot, &catalog, Vec::new());
    let mut session = session.expect("can be");
    session.submit(Command::Abandon).expect("accepted");
    let cut = header.with_origin(Origin::Cut);
    let verdict =
        |header: &RunHeader| verdict(header, session.sink(), &catalog).expect("can be examined");
    let honest = verdict(&cut);
    assert_eq!(honest.mismatch, None);
    assert_eq!(honest.unranked, Some(UnrankedReason::Origin(Origin::Cut)));
    // The same state cannot be told to be the first one of a run.
    assert_eq!(verdict(&header).unranked, Some(UnrankedReason::Untrue));
}

#[test]
fn verification_gives_up_at_its_limits() {
    let catalog = catalog();
    let (header, frames) = marked_run(2, &catalog);
    let verify = |limits| {
        let frames = frames.iter().cloned().map(Ok::<_, upkeeper::save::SaveError>);
        verify(&header, &catalog, false, limits, frames).expect("can be examined")
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
    let catalog = catalog();
    let (header, frames) = marked_run(1, &catalog);
    let frames = frames.iter().cloned().map(Ok::<_, upkeeper::save::SaveError>);
    let limits = VerifyLimits::default();
    let verdict = verify(&header, &catalog, true, limits, frames).expect("can be examined");
    assert_eq!(verdict.mismatch.map(|mismatch| mismatch.component), Some("setup"));
    assert_eq!(verdict.unranked, Some(UnrankedReason::Untrue));
}

/// A few bytes of commands on a large and crowded floor would cost whoever verifies them hours.
#[test]
fn states_of_floors_that_are_too_large_or_crowded_are_refused() {
    let catalog = catalog();
    let refusal = |width, height, edit: fn(&mut Snapshot)| {
        let sizes = (Some(width), Some(height));
        let mut request = Request::new("cavern", Seed(5), Depth(1));
        (request.width, request.height) = sizes;
        let level = generate(&request, &catalog).expect("a level");
        let setup = Setup::shift("cavern", Depth(1), Seed(5));
        let game = Game::on_level(setup.clone(), &level, &Mess::default(), &catalog);
        let mut snapshot = game.snapshot();
        edit(&mut snapshot);
        Game::restore(setup, snapshot, &catalog).err().map(|error| error.to_string())
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
    let catalog = catalog();
    let honest = opening("vault", 7, &catalog);
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
