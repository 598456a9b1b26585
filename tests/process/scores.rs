//! `scores`, `save info` and what the list of verified runs is worth.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use base::Seed;
use content::Depth;
use engine::sim::{Command, End, Letter, Turns};
use runs::home::add_score;
use runs::record::{Frame, RunHeader, Session, Sink as _};
use runs::save::{RunFile, RunId, Score};
use serde_json::Value;

use crate::program::{Bench, record_bot};
use crate::support::content::catalog;
use crate::support::driver::opening;

#[test]
fn scores_are_listed_best_first_and_damage_is_passed_over() {
    let bench = Bench::new();
    assert!(bench.run("scores").out.starts_with("No shift"));
    let score = |points: u32| Score {
        name: "Ann".to_owned(),
        mode: "shift".to_owned(),
        day: None,
        kind: "vault".to_owned(),
        depth: Depth(1),
        seed: Seed(7),
        word: None,
        outcome: "clocked_out".to_owned(),
        overtaken: false,
        grade: Letter::B,
        score: points,
        clock: Turns(300),
        turns: Turns(300),
        commands: 310,
        ranked: true,
        verified: false,
        categories: BTreeMap::new(),
        digest: "0".repeat(16),
        run: RunId::of_file(Path::new("run.upk")).expect("a name"),
        when: 0,
    };
    let list = bench.path("scores.jsonl");
    add_score(&list, &score(10)).expect("writes");
    // Torn by a loss of power.
    fs::write(&list, fs::read_to_string(&list).expect("reads") + "{\"name\":\"A").expect("writes");
    add_score(&list, &score(30)).expect("writes");
    let ran = bench.run("scores --format json");
    let lines = ran.json_lines();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0].get("word"), None, "nothing is said of a word where there is none");
    assert_eq!((&lines[0]["score"], &lines[1]["score"]), (&30.into(), &10.into()));
    assert!(ran.err.contains("1 lines cannot be read"), "{}", ran.err);

    // Earlier versions wrote the worked turns alone.
    let earlier = fs::read_to_string(&list).expect("reads").replace("\"worked_turns\":300,", "");
    fs::write(&list, earlier).expect("writes");
    let ran = bench.run("scores --format json");
    assert!(ran.err.contains("1 lines cannot be read"), "{}", ran.err);
    assert!(ran.json_lines().iter().all(|line| line["worked_turns"] == 300));
}

#[test]
fn a_run_that_ended_without_its_score_is_listed() {
    let bench = Bench::new();
    let runs = bench.path("runs");
    fs::create_dir(&runs).expect("creates");
    fs::copy(bench.path("run.upk"), runs.join("open.upk")).expect("copies");
    fs::write(runs.join("rubbish.upk"), "rubbish").expect("writes");
    let path = runs.join("ended.upk");
    fs::copy(bench.path("run.upk"), &path).expect("copies");
    let (mut session, _) = runs::save::resume(&path, catalog()).expect("resumes");
    session.submit(Command::Abandon).expect("accepted");
    let turn = session.game().view().clock().0;
    drop(session);
    for _ in 0..2 {
        let score = bench.json("scores");
        assert_eq!((&score["run"], &score["turns"]), (&"ended.upk".into(), &turn.into()));
        assert_eq!((&score["verified"], &score["ranked"]), (&true.into(), &true.into()));
        assert_eq!(score["categories"], serde_json::json!({}), "who gives up races for nothing");
    }
}

/// A file that claims an end which nobody has played: its header, its first state, and the end.
fn forge_end(path: &Path, header: &RunHeader) {
    let mut frames = Session::begin(header.clone(), catalog(), Vec::new()).expect("begins");
    frames.submit(Command::Abandon).expect("accepted");
    let mut frames = frames.into_sink();
    let Some(Frame::End(end)) = frames.last_mut() else { panic!("it is over") };
    (end.letter, end.score, end.outcome) = (Letter::S, 50_000, End::ClockedOut);
    RunFile::create(path, header).expect("creates").write(&frames).expect("writes");
}

#[test]
fn scores_and_info_believe_no_end_that_was_not_played() {
    let bench = Bench::new();
    forge_end(&bench.path("runs/forged.upk"), &opening("vault", 3));
    // Claimed in the list, too.
    let line = serde_json::json!({
        "name": "Eve", "mode": "shift", "kind": "vault", "depth": 1, "seed": "3",
            "outcome": "clocked_out",
        "grade": "S", "score": 50_000, "turns": 1, "worked_turns": 1, "commands": 1,
            "ranked": true, "verified": true,
        "digest": "0", "run": "forged.upk", "when": 0, "categories": {"clock-out": 1},
    });
    bench.write("scores.jsonl", format!("{line}\n"));
    for _ in 0..2 {
        let ran = bench.run("scores --format json").is(0, "1 run files say what is not true");
        assert_eq!(ran.out, "");
    }
    let info = bench.run("save info runs/forged.upk").out;
    assert!(info.contains("claimed"), "{info}");
    let info = bench.json("save info runs/forged.upk");
    assert_eq!((&info["verified"], &info["ranked"]), (&false.into(), &false.into()));
    // A run whose file is gone is not verified any more, whatever the list says of it.
    fs::remove_file(bench.path("runs/forged.upk")).expect("removes");
    let score = bench.json("scores");
    assert_eq!((&score["verified"], &score["place"]), (&false.into(), &Value::Null));
    assert_eq!(score["categories"], serde_json::json!({}));
    let text = bench.run("scores").out;
    assert!(text.starts_with("   –  50000 S  Eve: vault") && text.contains(", claimed"), "{text}");
    assert!(bench.run("scores --category clock-out").out.starts_with("No verified run"));
}

#[test]
fn runs_are_verified_once_and_again_when_their_file_changes() {
    let bench = Bench::new();
    let header = opening("vault", 3);
    let file = RunFile::create(&bench.path("runs/short.upk"), &header).expect("creates");
    let mut session = Session::begin(header, catalog(), file).expect("begins");
    session.submit(Command::Abandon).expect("accepted");
    drop(session);
    let list = bench.path("cache/verified.jsonl").display().to_string();
    let tells = |line: &str, known: u32, played: u32| {
        let err = bench.run(&format!("-v {line}")).err;
        let told =
            format!("upkeeper: verified runs: {known} taken from {list}, {played} played again\n");
        assert!(err.contains(&told), "{line}: {err}");
    };
    tells("save info runs/short.upk", 0, 0);
    tells("scores", 0, 1);
    tells("scores", 1, 0);
    tells("save info runs/short.upk run.upk --format json", 1, 0);
    let is_played = || bench.run("-v scores").err.contains("to verify them");
    assert!(!is_played());
    // What was verified can be thrown away.
    fs::remove_dir_all(bench.path("cache")).expect("removes");
    assert!(is_played());
    // Another file of the same name and length is another file.
    let mut bytes = bench.read("runs/short.upk");
    *bytes.last_mut().expect("bytes") ^= 1;
    bench.write("runs/short.upk", bytes);
    assert!(is_played());
}

#[test]
fn scores_of_a_category_are_told_by_kind_and_depth() {
    let bench = Bench::new();
    for (kind, seed) in [("vault", 1), ("vault", 2), ("cavern", 1), ("vault", 1)] {
        // The last one plays as the first did; only the name makes it another run.
        let mut header = opening(kind, seed);
        let name = format!(
            "runs/{kind}-{seed}-{}.upk",
            bench.seed + fs::read_dir(bench.path("runs")).map_or(0, Iterator::count) as u64
        );
        header.name.clone_from(&name);
        record_bot(&bench.path(&name), header, "runner", None, u32::MAX);
    }
    let list = |more: &str| {
        bench.run(&format!("scores --category clock-out --format json {more}")).json_lines()
    };
    let all = list("");
    let kinds: Vec<_> = all.iter().map(|line| line["kind"].as_str().expect("a kind")).collect();
    assert_eq!(kinds, ["cavern", "vault", "vault", "vault"]);
    let places: Vec<_> = all.iter().map(|line| line["place"].as_u64().expect("a place")).collect();
    assert_eq!(places, [1, 1, 2, 3]);
    let measures: Vec<_> =
        all[1..].iter().map(|line| line["measure"].as_u64().expect("turns")).collect();
    assert!(measures.is_sorted(), "{measures:?}");
    assert_eq!(list("--best").len(), 3);
    assert_eq!(list("--kind vault --seed 1").len(), 2);
    assert_eq!(list("--depth 2").len(), 0);
    bench.run("scores --category any").is(2, "there are clock-out, order, ");
}
