//! Boards: runs that are played here or handed in, played again by the server and ranked; and runs
//! that lie.

use std::collections::BTreeSet;
use std::time::Duration;

use base::Seed;
use content::{Depth, SplitPoint};
use engine::sim::{Command, End, Letter, RunStatus, Setup};
use runs::record::{
    Frame, MarkKind, Ruleset, RunHeader, Session, Sink as _, SubmitError, TimedRun, VerifyLimits,
    outcome_name,
};
use runs::save::{RunWriter, SaveError};
use serde_json::Value;
use server::store::{Origin, RunFacts, RunResult, Store, StoreOptions, Submission};

use crate::refusals::expect_refusals;
use crate::running::{Running, Told, told, wait_until};
use crate::sessions::begin_shift_of;
use crate::support::bots;
use crate::support::content::catalog;
use crate::support::database::on_both;
use crate::support::pty::Pty;

/// A run by a bot that says it was played by a player, to its end.
pub(crate) fn played(name: &str, seed: u64) -> (RunHeader, Vec<Frame>) {
    let setup = Setup::shift("vault", Depth(1), Seed(seed));
    let header = RunHeader::new(name, setup, catalog());
    let mut session = Session::begin(header.clone(), catalog(), Vec::new()).expect("begins");
    session.mark(MarkKind::Start, 1_700_000_000_000).expect("memory");
    let mut bot = bots::bot("cautious", seed);
    while !matches!(session.status(), RunStatus::Over(_)) {
        let command = bot.decide(&session.game().view());
        if let Err(SubmitError::Unrecorded(error)) = session.submit_at(command, 1_700_000_000_000) {
            match error {}
        }
        assert!(session.commands() < 20_000, "{seed} has no end");
    }
    (header, session.into_sink())
}

pub(crate) fn file(header: &RunHeader, frames: &[Frame]) -> Vec<u8> {
    let mut writer = RunWriter::begin("a run", Vec::new(), header).expect("memory");
    writer.write(frames).expect("memory");
    writer.into_inner()
}

pub(crate) fn submit(server: &Running, key: &str, file: &[u8]) -> Told {
    told(&server.request_with("anybody", key, &["submit"], file))
}

/// The entries of the boards that are asked for.
pub(crate) fn entries(server: &Running, options: &[&str]) -> Vec<Value> {
    let request = [&["scores", "--format", "json"], options].concat();
    let out = server.ask("anybody", &request).done();
    out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
}

/// A server on a database, which the test can look into.
pub(crate) fn serve(url: &str, settings: &str) -> (Running, Store) {
    // Boards are asked for until something is on them, however many times that takes.
    let exempt = "[connections]\nexempt = [\"127.0.0.1\"]";
    let server = Running::start_with(&format!("store = {url:?}\n{settings}\n{exempt}"));
    (server, Store::open(url, StoreOptions::default()).expect("a store"))
}

on_both! {
    fn a_run_that_is_handed_in_is_ranked_apart(database) {
        let (server, store) = serve(database.url(), "");
        drop(server.join("Ann"));
        // Whatever name its file has, it is Ann's.
        let (header, frames) = played("Zoe", 1);
        let file = file(&header, &frames);
        let out = submit(&server, "Ann", &file).done();
        let lines: Vec<_> = out.lines().collect();
        assert!(lines[0].ends_with("commands; it is being verified now"), "{out}");
        assert!(lines[1].contains(": true: Clock out, "), "{out}");
        let run = &lines[0][..13];
        let board = entries(&server, &[]);
        let [entry] = &board[..] else { panic!("{board:?}") };
        for (field, value) in [
            ("schema", "upkeeper.board/1"),
            ("category", "clock-out"),
            ("origin", "submitted"),
            ("name", "Ann"),
            ("kind", "vault"),
            ("seed", "1"),
            ("unit", "turns"),
            ("run", run),
        ] {
            assert_eq!(entry[field], value, "{field}");
        }
        assert_eq!((entry["place"].as_u64(), entry["depth"].as_u64()), (Some(1), Some(1)));
        assert_eq!(entry["measure"], entry["worked_turns"]);
        let Told(_, text, _) = server.ask("anybody", &["scores", "--origin=submitted"]);
        assert!(text.starts_with("Clock out, handed in: vault, depth 1\n  1. "), "{text}");
        assert!(text.contains("  Ann: seed 1; ") && text.contains(run), "{text}");
        for other in [
            ["--origin", "live"],
            ["--kind", "crypt"],
            ["--depth", "2"],
            ["--seed", "2"],
        ] {
            assert_eq!(entries(&server, &other), [] as [Value; 0], "{other:?}");
        }
        // Everybody can have its file; handed in a second time it is known.
        let got = server.request("stranger", &["get", run]);
        assert_eq!(got.stdout, file);
        let out = submit(&server, "Ann", &file).done();
        assert!(out.starts_with(&format!("{run}: known: ")), "{out}");
        assert!(out.contains(&format!("{run}: true: Clock out, ")), "{out}");
        assert_eq!(store.run(run.parse().expect("a key")).expect("an answer").expect("a \
            run").origin, Origin::Submitted);
    }
}

#[test]
fn what_cannot_be_ranked_is_refused_with_a_word_and_a_code() {
    let settings = "[accounts]\nmax_submission_megabytes = 1\nsubmission_burst = 6";
    let server = Running::start_with(settings).with_account("Ann");
    let (header, frames) = played("Ann", 1);
    let whole = file(&header, &frames);
    let other_rules = RunHeader { ruleset: Ruleset(7), ..header.clone() };
    let refusals = [
        (&b"GIF89a"[..], 65, "not a run file"),
        (&whole[..whole.len() / 2], 65, ""),
        (&file(&header, &frames[..frames.len() - 1])[..], 65, "not come to its end"),
        (&file(&other_rules, &frames)[..], 69, "ruleset 0000000000000007"),
        (&vec![b'x'; 3 << 20][..], 65, "larger than any run may be"),
    ];
    for (file, expected, words) in refusals {
        let said = submit(&server, "Ann", file).refused(expected);
        assert!(said.starts_with("upkeeper: ") && said.contains(words), "{words}: {said}");
    }
    told(&server.request_with("guest", "Ann", &["submit"], &whole)).refused(77);
    submit(&server, "nobody", &whole).refused(77);
    // Six have come from here: guests are not counted.
    let said = submit(&server, "Ann", &whole).refused(75);
    assert!(said.contains("too many runs at once"), "{said}");
    for limit in ["submission_size", "submission_rate"] {
        expect_refusals(&server, limit, 1);
    }
    for request in [["--category", "speed"], ["--kind", "castle"], ["--most", "3"]] {
        server.ask("Ann", &[&["scores"][..], &request].concat()).refused(2);
    }
    let out = server.ask("Ann", &["help"]).done();
    assert!(out.contains("submit < FILE\n") && out.contains("get RUN"), "{out}");
}

on_both! {
    fn the_own_best_run_is_raced_against(database) {
        let (server, store) = serve(database.url(), "");
        for name in ["Ann", "Bea"] {
            drop(server.join(name));
        }
        for account in store.accounts("", 2).expect("accounts") {
            let settings = "timer = 'both'\ncompare = 'best'\nghost = 'best'\n";
            store.keep_settings(account.id, settings).expect("kept");
        }
        let (header, frames) = played("Ann", 1);
        assert_eq!(submit(&server, "Ann", &file(&header, &frames)).0, Some(0));
        let mut ann = server.log_in("Ann");
        begin_shift_of(&mut ann, "1");
        ann.wait_for("The run to race against is here:");
        ann.wait_for("The ghost is here:");
        // What others have played is no rival.
        let mut bea = server.log_in("Bea");
        begin_shift_of(&mut bea, "1");
        bea.wait_for("No run to race against: there is no verified run of yours yet");
        assert!(!bea.text().contains("is here: "), "{}", bea.text());
    }
}

#[test]
fn a_run_that_lies_is_kept_and_not_shown() {
    let server = Running::start().with_account("Ann");
    let (header, mut frames) = played("Ann", 1);
    let honest = file(&header, &frames);
    let Some(Frame::End(end)) = frames.last_mut() else { panic!("a run ends") };
    end.score += 1;
    let lie = file(&header, &frames);
    let Told(code, out, said) = submit(&server, "Ann", &lie);
    assert_eq!(code, Some(1), "{out}{said}");
    assert!(said.contains(": untrue: from turn ") && said.contains("end"), "{said}");
    let run = &out[..13];
    assert_eq!(entries(&server, &[]), [] as [Value; 0]);
    // Its owner can have it back, others cannot.
    assert_eq!(server.request("Ann", &["get", run]).stdout, lie);
    assert_eq!(server.ask("stranger", &["get", run]).0, Some(77));
    // The digest that it claims is free for the run that has it.
    submit(&server, "Ann", &honest).done();
    assert_eq!(entries(&server, &[]).len(), 1);
}

#[test]
fn a_run_of_a_bot_is_on_no_board() {
    let server = Running::start().with_account("Ann");
    let (header, _) = played("Ann", 1);
    let header = RunHeader::of_bot("cautious", header.setup, catalog());
    let mut session = Session::begin(header.clone(), catalog(), Vec::new()).expect("begins");
    let mut bot = bots::bot("cautious", 1);
    while !matches!(session.status(), RunStatus::Over(_)) {
        let _ = session.submit(bot.decide(&session.game().view()));
    }
    let out = submit(&server, "Ann", &file(&header, session.sink())).done();
    assert!(out.contains("unranked: a bot played it"), "{out}");
    assert!(out.contains(": true: it counts on no board"), "{out}");
    assert_eq!(entries(&server, &[]), [] as [Value; 0]);
}

#[test]
fn a_run_that_is_played_here_comes_on_the_live_board() {
    let server = Running::start_with("[connections]\nexempt = [\"127.0.0.1\"]");
    let mut ann = server.join("Ann");
    serve_shift(&mut ann);
    wait_until("Ann's run on the board", || entries(&server, &["--origin", "live"]).len() == 1);
    let board = entries(&server, &[]);
    assert_eq!((board.len(), &board[0]["origin"]), (1, &"live".into()));
    // Once more from the closet is a run of its own, and counts nowhere.
    ann.press("o", "key: begin");
    ann.press("\r", "Health ");
    clock_out(&mut ann);
    ann.wait_for("once more, unranked");
    ann.press("\x1b[6~", "It is not ranked.");
    assert_eq!(entries(&server, &[]).len(), 1);
    let mut bea = server.join("Bea");
    bea.press("b", "Clock out, played here: vault, depth 1");
    bea.wait_for("  1  Ann ");
    bea.press("o", "Nobody is on this board yet.");
    bea.press("o", "  1  Ann ");
    bea.press("s", "vault, depth 1, seed 2");
    bea.press("s\t", "The whole order, played here");
    bea.press("\x1b[Z", "ssh HOST get");
    bea.press("\r", "  command ");
    bea.press("\x1b", "  1  Ann ");
    // One's own run is marked.
    let mut ann = server.log_in("Ann");
    ann.wait_for("New shift");
    ann.press("b", "  1  Ann, you ");
}

/// Walks from the closet to the exit of a floor where nothing is in the way, clocks out, and sees
/// the raid to its end.
fn serve_shift(pty: &mut Pty) {
    pty.press("n", "Seed");
    pty.press("\x1b[B\x1b[B2\r", "key: begin");
    pty.press("\r", "Health ");
    clock_out(pty);
}

fn clock_out(pty: &mut Pty) {
    for _ in 0..100 {
        if pty.text().contains("Sure?") {
            break;
        }
        pty.send(">");
        // What a key does is shown before the next one is pressed.
        std::thread::park_timeout(Duration::from_millis(100));
    }
    pty.wait_for("Sure?");
    pty.press("Y", "to the end");
    pty.press(">", "the result");
    pty.send("\r");
}

#[test]
fn boards_are_read_out_line_by_line() {
    let server = Running::start().with_account("Ann");
    let (header, frames) = played("Ann", 1);
    submit(&server, "Ann", &file(&header, &frames)).done();
    let mut pty = server.log_in_with("Ann", "TERM", "dumb");
    pty.wait_for("New shift");
    pty.press("b", "Clock out, played here");
    pty.press("o", "Clock out, handed in: vault, depth 1");
    pty.wait_for("1  Ann, you");
    pty.wait_for("ssh HOST get");
}

/// The same commands as the first so many of a run, and then what a bot does after a wait, under
/// another name: sealed as whoever has a program of this game can.
fn copied(
    (header, frames): &(RunHeader, Vec<Frame>),
    name: &str,
    commands: u32,
) -> (RunHeader, Vec<Frame>) {
    let header = RunHeader { name: name.to_owned(), ..header.clone() };
    let mut session = Session::begin(header.clone(), catalog(), Vec::new()).expect("begins");
    session.mark(MarkKind::Start, 1_800_000_000_000).expect("memory");
    for frame in frames {
        if let Frame::Command(command) = frame
            && session.commands() < commands
        {
            session.submit_at(*command, 1_800_000_000_001).expect("it was played");
        }
    }
    let mut bot = bots::bot("cautious", 1);
    let mut wait = Some(Command::Wait);
    while !matches!(session.status(), RunStatus::Over(_)) {
        let command = wait.take().unwrap_or_else(|| bot.decide(&session.game().view()));
        // What the rules refuse is not recorded.
        let _ = session.submit_at(command, 1_800_000_000_002);
        assert!(session.commands() < 20_000, "it has no end");
    }
    (header, session.into_sink())
}

/// A run whose order was done, and with how many commands.
fn run_of_an_order() -> ((RunHeader, Vec<Frame>), u32) {
    let order = catalog().find_category("order").expect("a category");
    let runs = (1..100).map(|seed| played("Ann", seed));
    let mut done = runs.filter_map(|(header, frames)| {
        let frames_of = frames.iter().cloned().map(Ok::<_, SaveError>);
        let run = TimedRun::verify(&header, catalog(), false, VerifyLimits::default(), frames_of);
        let run = run.expect("a true run");
        let moment = run.timer.reached(SplitPoint::OrderDone)?;
        run.result(order).qualifies().then_some(((header, frames), moment.commands))
    });
    done.next().expect("somebody does the whole order")
}

on_both! {
    fn nobody_hands_in_what_another_has_played(database) {
        let (server, _) = serve(database.url(), "");
        drop(server.join("Ann"));
        drop(server.join("Eve"));
        let (run, commands) = run_of_an_order();
        let out = submit(&server, "Ann", &file(&run.0, &run.1)).done();
        assert!(out.contains("The whole order, "), "{out}");
        let of_ann = &out[..13];
        // The file as it is, and under another name with its own marks and seals.
        for (header, frames) in [run.clone(), copied(&run, "Eve", u32::MAX)] {
            let said = submit(&server, "Eve", &file(&header, &frames)).refused(77);
            assert!(said.contains("somebody else has played that run"), "{said}");
        }
        // Only as far as it counts.
        let (header, frames) = copied(&run, "Eve", commands);
        let Told(code, _, said) = submit(&server, "Eve", &file(&header, &frames));
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains(&format!("somebody else has played it: run {of_ann} ")), "{said}");
        // Her own copy is known to be hers.
        let (header, frames) = copied(&run, "Ann", u32::MAX);
        let out = submit(&server, "Ann", &file(&header, &frames)).done();
        assert!(out.starts_with(&format!("{of_ann}: known: ")), "{out}");
        let names: BTreeSet<_> = entries(&server, &["--category", "order"]).iter()
            .map(|entry| entry["name"].to_string()).collect();
        assert_eq!(names, BTreeSet::from(["\"Ann\"".to_owned()]));
    }
}

/// What the door would make of a run file if it believed all of it; of one without an end, that it
/// has a good one.
pub(crate) fn submission(number: u64, header: &RunHeader, frames: &[Frame]) -> Submission {
    let Setup { seed, mode, .. } = &header.setup;
    let facts = RunFacts {
        ruleset: Ruleset::of(catalog()).to_string(),
        mode: mode.name().to_owned(),
        kind: mode.kind().to_owned(),
        depth: mode.depth().0.into(),
        seed: seed.to_string(),
        word: None,
        day: None,
        name: "Eve".to_owned(),
        is_ranked: true,
    };
    let end = frames.iter().rev().find_map(|frame| match frame {
        Frame::End(end) => Some(*end),
        _ => None,
    });
    let result = RunResult {
        outcome: outcome_name(RunStatus::Over(end.map_or(End::ClockedOut, |end| end.outcome)))
            .to_owned(),
        is_overtaken: end.is_some_and(|end| end.outcome == End::Dawn),
        grade: end.map_or(Letter::S, |end| end.letter).character().to_string(),
        score: end.map_or(1_000, |end| end.score),
        clock: 1,
        worked_turns: 1,
        commands: end.map_or(1, |end| end.commands),
        digest: format!("{number:016x}"),
    };
    Submission { facts, result, play: format!("{number:016x}"), bytes: file(header, frames) }
}
