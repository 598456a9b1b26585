//! The commands as scripts see them: exit codes, JSON on the standard output, words on the standard error.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};

use crate::support::content::catalog;
use crate::support::driver::{Driver, opening, play};
use crate::support::lasting_seed::lasting_seed;
use serde_json::Value;
use tempfile::TempDir;
use upkeeper::base::Seed;
use upkeeper::content::Depth;
use upkeeper::host::add_score;
use upkeeper::record::{Frame, Ruleset, RunHeader, Session, Sink as _, bot};
use upkeeper::save::{RunFile, RunId, Score};
use upkeeper::sim::{Command, End, Letter, RunStatus, Turns};

pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }
}

/// A folder with a run of 300 commands in it, and the means to run commands there.
pub(crate) struct Bench {
    folder: TempDir,
    pub(crate) seed: u64,
}

impl Bench {
    pub(crate) fn new() -> Bench {
        let catalog = catalog();
        let seed = lasting_seed("vault", 7, 300, &catalog);
        let bench = Bench { folder: tempfile::tempdir().expect("a folder"), seed };
        let begun = opening("vault", seed, &catalog);
        let file = RunFile::create(&bench.path("run.upk"), &begun).expect("creates");
        let mut session = Session::begin(begun, &catalog, file).expect("begins");
        play(&mut session, &mut Driver::new(seed), 300);
        bench
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn run(&self, args: &[&str]) -> Ran {
        let output = Process::new(env!("CARGO_BIN_EXE_upkeeper"))
            .args(args)
            .current_dir(self.folder.path())
            .env("UPKEEPER_HOME", self.folder.path())
            .stdin(Stdio::null())
            .output()
            .expect("runs");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Ran {
            code: output.status.code().expect("no signal"),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

fn flip(path: &Path, place: usize) {
    let mut bytes = fs::read(path).expect("reads");
    bytes[place] ^= 1;
    fs::write(path, bytes).expect("writes");
}

#[test]
fn verify_prints_one_object_a_run() {
    let bench = Bench::new();
    let ran = bench.run(&["replay", "verify", "run.upk", "--format", "json"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let report = ran.json();
    let wanted = [
        "bot",
        "commands",
        "day",
        "depth",
        "digest",
        "file",
        "grade",
        "kind",
        "mismatch",
        "modded",
        "mode",
        "name",
        "ok",
        "origin",
        "outcome",
        "overtaken",
        "ranked",
        "reason",
        "resumes",
        "ruleset",
        "schema",
        "score",
        "seed",
        "state",
        "turns",
        "word",
        "worked_turns",
    ];
    let mut found = keys(&report);
    found.sort_unstable();
    assert_eq!(found, wanted);
    assert_eq!(report["schema"], "upkeeper.verify/1");
    assert_eq!(report["ok"], true);
    assert_eq!(report["commands"], 300);
    assert_eq!(report["outcome"], "running");
    assert_eq!(report["mismatch"], Value::Null);
    assert_eq!(report["digest"].as_str().map(str::len), Some(16));
    let text = bench.run(&["replay", "verify", "run.upk"]);
    assert!(text.out.starts_with("run.upk: true; "), "{}", text.out);
    let two = bench.run(&["replay", "verify", "run.upk", "none.upk", "--format", "json"]);
    assert_eq!(two.code, 66);
    assert_eq!(two.json()["ok"], true);
}

#[test]
fn verify_says_no_to_a_run_that_was_not_played() {
    let bench = Bench::new();
    let catalog = catalog();
    // The header of one seed before the frames of another.
    let foreign = opening("vault", bench.seed + 1, &catalog);
    drop(RunFile::create(&bench.path("foreign.upk"), &foreign).expect("creates"));
    let own = opening("vault", bench.seed, &catalog);
    drop(RunFile::create(&bench.path("own.upk"), &own).expect("creates"));
    let header = fs::read(bench.path("foreign.upk")).expect("reads");
    let own_header = fs::read(bench.path("own.upk")).expect("reads");
    let whole = fs::read(bench.path("run.upk")).expect("reads");
    let forged = [&header, &whole[own_header.len()..]].concat();
    fs::write(bench.path("forged.upk"), forged).expect("writes");
    let ran = bench.run(&["replay", "verify", "forged.upk", "--format", "json"]);
    assert_eq!(ran.code, 1);
    let report = ran.json();
    assert_eq!(report["ok"], false);
    let mut found = keys(&report["mismatch"]);
    found.sort_unstable();
    assert_eq!(found, ["actor", "component", "expected", "found", "turn"]);
    assert_eq!(report["mismatch"]["turn"], 0);
}

#[test]
fn exit_codes_tell_what_is_wrong_with_a_file() {
    let bench = Bench::new();
    let catalog = catalog();
    fs::write(bench.path("letter.upk"), "Dear Ann,").expect("writes");
    fs::copy(bench.path("run.upk"), bench.path("damaged.upk")).expect("copies");
    let length = fs::metadata(bench.path("run.upk")).expect("is there").len() as usize;
    flip(&bench.path("damaged.upk"), length / 2);
    fs::copy(bench.path("run.upk"), bench.path("newer.upk")).expect("copies");
    flip(&bench.path("newer.upk"), 9);
    let mut other = opening("vault", 1, &catalog);
    other.ruleset = Ruleset(1);
    drop(RunFile::create(&bench.path("other.upk"), &other).expect("creates"));
    for (file, code, words) in [
        ("none.upk", 66, "there is no such file"),
        ("letter.upk", 65, "not a run file"),
        ("damaged.upk", 65, "is damaged"),
        ("newer.upk", 69, "format 257 is newer"),
        ("other.upk", 69, "ruleset 0000000000000001"),
    ] {
        for command in [&["replay", "verify"], &["save", "dump"]] {
            let ran = bench.run(&[command[0], command[1], file]);
            assert_eq!(ran.code, code, "{command:?} {file}: {}", ran.err);
            assert!(ran.err.contains(words), "{}", ran.err);
            assert_eq!(ran.out, "");
        }
    }
    assert_eq!(
        bench.run(&["save", "migrate", "run.upk"]).out,
        "run.upk: format 1, nothing to do\n"
    );
    assert_eq!(bench.run(&["save", "migrate", "newer.upk"]).code, 69);
    assert_eq!(bench.run(&["save", "frobnicate"]).code, 2);
    assert_eq!(bench.run(&["replay", "verify"]).code, 2);

    // What stands before the damage is recoverable.
    let cut = bench.run(&["save", "cut", "damaged.upk", "--out", "saved.upk"]);
    assert_eq!(cut.code, 0, "{}", cut.err);
    assert!(cut.err.contains("is damaged"));
    assert_eq!(bench.run(&["replay", "verify", "saved.upk"]).code, 0);
}

#[test]
fn a_torn_tail_is_told_and_dropped() {
    let bench = Bench::new();
    let bytes = fs::read(bench.path("run.upk")).expect("reads");
    fs::write(bench.path("run.upk"), &bytes[..bytes.len() - 3]).expect("writes");
    let ran = bench.run(&["replay", "verify", "run.upk", "--format", "json"]);
    assert_eq!(ran.code, 0);
    assert_eq!(ran.json()["commands"], 300);
    assert!(ran.err.contains("was not written whole"), "{}", ran.err);
    let info = bench.run(&["replay", "info", "run.upk", "--format", "json"]).json();
    assert!(info["torn"].as_u64().is_some_and(|bytes| bytes > 0));
}

#[test]
fn info_says_what_a_run_is() {
    let bench = Bench::new();
    let info = bench.run(&["save", "info", "run.upk", "--format", "json"]).json();
    assert_eq!(info["schema"], "upkeeper.info/1");
    assert_eq!((&info["kind"], &info["seed"]), (&"vault".into(), &bench.seed.to_string().into()));
    assert_eq!((&info["ranked"], &info["origin"]), (&false.into(), &"start".into()));
    assert_eq!(info["commands"], 300);
    let text = bench.run(&["replay", "info", "run.upk"]).out;
    let line =
        format!("Ann: shift, vault, depth 1, seed {}; played from its own start", bench.seed);
    assert!(text.contains(&line) && text.contains("claimed: "), "{text}");
}

#[test]
fn dump_and_diff_show_states() {
    let bench = Bench::new();
    let dump = bench.run(&["save", "dump", "run.upk"]).json();
    assert_eq!(dump["schema"], "upkeeper.dump/3");
    assert_eq!(dump["actors"][0]["kind"], "upkeeper");
    let height = dump["floor"]["height"].as_u64().expect("a number") as usize;
    assert_eq!(dump["floor"]["tiles"].as_array().map(Vec::len), Some(height));
    let verified = bench.run(&["replay", "verify", "run.upk", "--format", "json"]).json();
    assert_eq!(dump["turn"], verified["turns"]);

    let begin = bench.run(&["save", "dump", "run.upk", "--turn", "0"]).json();
    assert_eq!((&begin["turn"], &begin["commands"]), (&0.into(), &0.into()));
    assert_eq!(bench.run(&["save", "dump", "run.upk", "--turn", "100000"]).code, 2);

    assert_eq!(bench.run(&["save", "diff", "run.upk", "run.upk"]).code, 0);
    let cut = bench.run(&["save", "cut", "run.upk", "--command", "200", "--out", "cut.upk"]);
    assert_eq!(cut.code, 0, "{}", cut.err);
    let differ = bench.run(&["save", "diff", "run.upk", "cut.upk", "--format", "json"]);
    assert_eq!(differ.code, 1);
    let report = differ.json();
    assert_eq!(report["same"], false);
    let differences = report["differences"].as_array().expect("a list");
    assert!(differences.iter().any(|difference| difference["actor"] == 0));
    assert!(bench.run(&["save", "diff", "run.upk", "cut.upk"]).out.contains("shift.clock: "));
}

#[test]
fn exported_commands_lead_to_the_same_state() {
    let bench = Bench::new();
    let script = bench.run(&["replay", "export", "run.upk", "--to", "commands"]).out;
    assert_eq!(script.lines().count(), 300);
    let json = bench.run(&["replay", "export", "run.upk", "--to", "json"]).json();
    assert_eq!(json["commands"].as_array().map(Vec::len), Some(300));
    assert_eq!(json["commands"][0]["command"].as_str(), script.lines().next());

    let branch = ["replay", "branch", "run.upk", "--turn", "0", "--out", "branch.upk"];
    assert_eq!(bench.run(&branch).code, 0);
    let begin = ["save", "step", "branch.upk", "--commands", &script, "--out", "again.upk"];
    let ran = bench.run(&[&begin[..], &["--format", "json"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let last: Value =
        serde_json::from_str(ran.out.lines().last().expect("lines")).expect("an object");
    let digest = |file: &str, key: &str| {
        bench.run(&["replay", "verify", file, "--format", "json"]).json()[key].clone()
    };
    assert_eq!(digest("again.upk", "state"), digest("run.upk", "state"));
    // Another recording of the same play has another chain.
    assert_ne!(digest("again.upk", "digest"), digest("run.upk", "digest"));
    assert_eq!(last["digest"], digest("again.upk", "digest"));
    let info = bench.run(&["replay", "info", "again.upk", "--format", "json"]).json();
    assert_eq!((&info["ranked"], &info["origin"]), (&false.into(), &"branch".into()));
}

#[test]
fn step_refuses_what_the_rules_refuse() {
    let bench = Bench::new();
    let step = |script: &str| {
        bench.run(&["save", "step", "run.upk", "--commands", script, "--out", "on.upk"])
    };
    let refused = step("wait; use 25");
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("command 2 is refused"), "{}", refused.err);
    assert!(!bench.path("on.upk").exists());
    assert_eq!(step("fly").code, 2);
    let stepped = step("wait; wait");
    assert_eq!(stepped.code, 0, "{}", stepped.err);
    assert_eq!(stepped.out.lines().filter(|line| line.ends_with(": wait")).count(), 2);
    // Nothing but run files is written over.
    fs::write(bench.path("letter.txt"), "Dear Ann,").expect("writes");
    let over = bench.run(&["save", "cut", "run.upk", "--out", "letter.txt"]);
    assert_eq!(over.code, 73, "{}", over.err);
}

#[test]
fn a_small_file_holds_the_same_run() {
    let bench = Bench::new();
    assert_eq!(bench.run(&["save", "compact", "run.upk", "--out", "small.upk"]).code, 0);
    let size = |name: &str| fs::metadata(bench.path(name)).expect("is there").len();
    assert!(size("small.upk") * 10 < size("run.upk"));
    assert_eq!(bench.run(&["save", "diff", "run.upk", "small.upk"]).code, 0);
    assert_eq!(bench.run(&["replay", "verify", "small.upk"]).code, 0);
}

#[test]
fn a_run_is_never_written_over_itself() {
    let bench = Bench::new();
    let before = fs::read(bench.path("run.upk")).expect("reads");
    fs::create_dir(bench.path("folder")).expect("creates");
    for out in ["run.upk", "folder/../run.upk"] {
        for command in [
            &["save", "compact", "run.upk"][..],
            &["save", "cut", "run.upk", "--turn", "3"],
            &["save", "step", "run.upk", "--commands", "wait"],
            &["replay", "branch", "run.upk", "--command", "5"],
        ] {
            let ran = bench.run(&[command, &["--out", out]].concat());
            assert_eq!(ran.code, 2, "{command:?}: {}", ran.err);
            assert!(ran.err.contains("the run file itself"), "{}", ran.err);
            assert!(fs::read(bench.path("run.upk")).expect("reads") == before, "{command:?}");
        }
    }
}

#[test]
fn a_level_that_cannot_be_costs_no_file() {
    let bench = Bench::new();
    let before = fs::read(bench.path("run.upk")).expect("reads");
    for wrong in [["--kind", "spaceship"], ["--depth", "0"]] {
        let ran = bench.run(&[&["sim"], &wrong[..]].concat());
        assert_eq!(ran.code, 2, "{wrong:?}: {}", ran.err);
        for file in ["run.upk", "new.upk"] {
            let ran = bench.run(&[&["sim", "--force", "--save", file], &wrong[..]].concat());
            assert_eq!(ran.code, 2, "{wrong:?}: {}", ran.err);
        }
        assert!(fs::read(bench.path("run.upk")).expect("reads") == before, "{wrong:?}");
        assert!(!bench.path("new.upk").exists(), "{wrong:?}");
    }
}

#[test]
fn a_file_in_use_is_not_written_to() {
    let bench = Bench::new();
    let catalog = catalog();
    // A program that another test starts just now may still hold what this one has closed: it says so
    // itself, and by the time it is through it does not.
    let tries = (0..20).find_map(|_| {
        let writer = upkeeper::save::resume(&bench.path("run.upk"), &catalog);
        writer.inspect_err(|_| _ = bench.run(&["save", "info", "run.upk"])).ok()
    });
    let writer = tries.expect("resumes");
    bench.run(&["save", "cut", "run.upk", "--out", "cut.upk"]);
    let over = bench.run(&["save", "cut", "cut.upk", "--out", "run.upk", "--force"]);
    assert_eq!(over.code, 75, "{}", over.err);
    drop(writer);
}

#[test]
fn scores_are_listed_best_first_and_damage_is_passed_over() {
    let bench = Bench::new();
    assert!(bench.run(&["scores"]).out.starts_with("No shift"));
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
    let ran = bench.run(&["scores", "--format", "json"]);
    let lines: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0].get("word"), None, "nothing is said of a word where there is none");
    assert_eq!((&lines[0]["score"], &lines[1]["score"]), (&30.into(), &10.into()));
    assert!(ran.err.contains("1 lines cannot be read"), "{}", ran.err);
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
    let (mut session, _) = upkeeper::save::resume(&path, &catalog()).expect("resumes");
    session.submit(Command::Abandon).expect("accepted");
    let turn = session.game().view().clock().0;
    drop(session);
    for _ in 0..2 {
        let score = bench.run(&["scores", "--format", "json"]).json();
        assert_eq!((&score["run"], &score["turns"]), (&"ended.upk".into(), &turn.into()));
        assert_eq!((&score["verified"], &score["ranked"]), (&true.into(), &true.into()));
        assert_eq!(score["categories"], serde_json::json!({}), "who gives up races for nothing");
    }
}

/// A file that claims an end which nobody has played: its header, its first state, and the end.
fn forge_end(path: &Path, header: &RunHeader) {
    let catalog = catalog();
    let mut frames = Session::begin(header.clone(), &catalog, Vec::new()).expect("begins");
    frames.submit(Command::Abandon).expect("accepted");
    let mut frames = frames.into_sink();
    let Some(Frame::End(end)) = frames.last_mut() else { panic!("it is over") };
    (end.letter, end.score, end.outcome) = (Letter::S, 50_000, End::ClockedOut);
    RunFile::create(path, header).expect("creates").write(&frames).expect("writes");
}

#[test]
fn scores_and_info_believe_no_end_that_was_not_played() {
    let bench = Bench::new();
    let header = opening("vault", 3, &catalog());
    let path = bench.path("runs/forged.upk");
    forge_end(&path, &header);
    // Claimed in the list, too.
    let line = serde_json::json!({
        "name": "Eve", "mode": "shift", "kind": "vault", "depth": 1, "seed": "3", "outcome": "clocked_out",
        "grade": "S", "score": 50_000, "turns": 1, "commands": 1, "ranked": true, "verified": true,
        "digest": "0", "run": "forged.upk", "when": 0, "categories": {"clock-out": 1},
    });
    fs::write(bench.path("scores.jsonl"), format!("{line}\n")).expect("writes");
    for _ in 0..2 {
        let ran = bench.run(&["scores", "--format", "json"]);
        assert_eq!((ran.code, ran.out.as_str()), (0, ""));
        assert!(ran.err.contains("1 run files say what is not true"), "{}", ran.err);
    }
    let info = bench.run(&["save", "info", "runs/forged.upk"]);
    assert!(info.out.contains("claimed"), "{}", info.out);
    let info = bench.run(&["save", "info", "runs/forged.upk", "--format", "json"]).json();
    assert_eq!((&info["verified"], &info["ranked"]), (&false.into(), &false.into()));
    // A run whose file is gone is not verified any more, whatever the list says of it.
    fs::remove_file(&path).expect("removes");
    let score = bench.run(&["scores", "--format", "json"]).json();
    assert_eq!((&score["verified"], &score["place"]), (&false.into(), &Value::Null));
    assert_eq!(score["categories"], serde_json::json!({}));
    let text = bench.run(&["scores"]).out;
    assert!(text.starts_with("   –  50000 S  Eve: vault") && text.contains(", claimed"), "{text}");
    assert!(bench.run(&["scores", "--category", "clock-out"]).out.starts_with("No verified run"));
}

#[test]
fn runs_are_verified_once_and_again_when_their_file_changes() {
    let bench = Bench::new();
    let header = opening("vault", 3, &catalog());
    let path = bench.path("runs/short.upk");
    let file = RunFile::create(&path, &header).expect("creates");
    let mut session = Session::begin(header.clone(), &catalog(), file).expect("begins");
    session.submit(Command::Abandon).expect("accepted");
    drop(session);
    let list = bench.path("cache/verified.jsonl").display().to_string();
    let tells = |args: &[&str], known: u32, played: u32| {
        let err = bench.run(&[&["-v"], args].concat()).err;
        let line =
            format!("upkeeper: verified runs: {known} taken from {list}, {played} played again\n");
        assert!(err.contains(&line), "{args:?}: {err}");
    };
    tells(&["save", "info", "runs/short.upk"], 0, 0);
    tells(&["scores"], 0, 1);
    tells(&["scores"], 1, 0);
    tells(&["save", "info", "runs/short.upk", "run.upk", "--format", "json"], 1, 0);
    let played = |bench: &Bench| bench.run(&["-v", "scores"]).err.contains("to verify them");
    assert!(!played(&bench));
    // What was verified can be thrown away.
    fs::remove_dir_all(bench.path("cache")).expect("removes");
    assert!(played(&bench));
    // Another file of the same name and length is another file.
    let mut bytes = fs::read(&path).expect("reads");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&path, bytes).expect("writes");
    assert!(played(&bench));
}

#[test]
fn scores_of_a_category_are_told_by_kind_and_depth() {
    let bench = Bench::new();
    let catalog = catalog();
    for (kind, seed) in [("vault", 1), ("vault", 2), ("cavern", 1), ("vault", 1)] {
        let mut header = opening(kind, seed, &catalog);
        let mut player = bot::find("runner", Seed(seed)).expect("a bot");
        let name = format!(
            "runs/{kind}-{seed}-{}.upk",
            bench.seed + fs::read_dir(bench.path("runs")).map_or(0, Iterator::count) as u64
        );
        "Ann".clone_into(&mut header.name);
        let file = RunFile::create(&bench.path(&name), &header).expect("creates");
        let mut session = Session::begin(header, &catalog, file).expect("begins");
        while !matches!(session.status(), RunStatus::Over(_)) {
            let command = player.decide(&session.game().view());
            session.submit(command).expect("accepted");
        }
    }
    let list = |more: &[&str]| -> Vec<Value> {
        let args = ["scores", "--category", "clock-out", "--format", "json"];
        let out = bench.run(&[&args[..], more].concat()).out;
        out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
    };
    let all = list(&[]);
    let kinds: Vec<_> = all.iter().map(|line| line["kind"].as_str().expect("a kind")).collect();
    assert_eq!(kinds, ["cavern", "vault", "vault", "vault"]);
    let places: Vec<_> = all.iter().map(|line| line["place"].as_u64().expect("a place")).collect();
    assert_eq!(places, [1, 1, 2, 3]);
    let measures: Vec<_> =
        all[1..].iter().map(|line| line["measure"].as_u64().expect("turns")).collect();
    assert!(measures.is_sorted(), "{measures:?}");
    assert_eq!(list(&["--best"]).len(), 3);
    assert_eq!(list(&["--kind", "vault", "--seed", "1"]).len(), 2);
    assert_eq!(list(&["--depth", "2"]).len(), 0);
    let unknown = bench.run(&["scores", "--category", "any"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("there are clock-out, order, "), "{}", unknown.err);
}

#[test]
fn content_is_checked_with_file_line_and_field() {
    let bench = Bench::new();
    let check = bench.run(&["data", "check", "--format", "json"]);
    assert_eq!((check.code, &check.json()["modded"]), (0, &false.into()));
    let texts = bench.run(&["data", "dump", "traps.ron"]).out;
    let data = bench.path("mod");
    fs::create_dir(&data).expect("creates");
    fs::write(data.join("traps.ron"), texts.replacen("tier: 1", "tier: 2", 1)).expect("writes");
    fs::write(data.join("notes.txt"), "").expect("writes");
    let modded = bench.run(&["data", "check", "--data", "mod", "--format", "json"]);
    assert_eq!(modded.json()["modded"], true);
    assert!(modded.err.contains("notes.txt: no file of the content"), "{}", modded.err);
    // Runs of other content are of another ruleset.
    assert_eq!(bench.run(&["replay", "verify", "run.upk", "--data", "mod"]).code, 69);
    fs::write(data.join("traps.ron"), texts.replacen("percent: 50", "percent: 500", 1))
        .expect("writes");
    let faulty = bench.run(&["data", "check", "--data", "mod"]);
    assert_eq!(faulty.code, 78);
    assert!(faulty.err.contains("mod/traps.ron:5: dart.effects"), "{}", faulty.err);
    assert_eq!(bench.run(&["data", "dump", "none.ron"]).code, 2);
}

#[test]
fn a_shell_and_a_manual_reader_get_what_they_need() {
    let bench = Bench::new();
    for shell in ["bash", "zsh", "fish"] {
        let ran = bench.run(&["completions", shell]);
        assert!(ran.code == 0 && ran.out.contains("verify"), "{shell}");
    }
    let script = bench.run(&["completions", "bash"]).out;
    for name in ["cavern", "clock-out", "planner"] {
        assert!(script.contains(name), "{name}");
    }
    let manual = bench.run(&["man"]).out;
    assert_eq!(manual.matches(".TH ").count(), 1, "one page");
    let chapters: Vec<&str> = manual.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
    let expected = [
        "NAME",
        "SYNOPSIS",
        "DESCRIPTION",
        "GLOBAL OPTIONS",
        "COMMANDS",
        "SCRIPTS",
        "CONDITIONS",
        "FILES",
        "ENVIRONMENT",
        "EXIT STATUS",
        "EXAMPLES",
    ];
    assert_eq!(chapters, expected.map(|title| format!("\"{title}\"")));
    assert!(manual.contains(".SS \"save cut\"") && manual.contains("do\\-next\\-job"));
    let help = bench.run(&["--help"]).out;
    for chapter in ["Global options:", "Examples:", "Exit codes:", "Environment:", "Files:"] {
        assert!(help.contains(&format!("\n{chapter}\n")), "{chapter}: {help}");
    }
    let help = bench.run(&["save", "step", "--help"]).out;
    assert!(help.contains("Examples:") && help.contains("throw N at X Y"), "{help}");
    assert!(bench.run(&["seeds", "find", "--help"]).out.contains("stray_jobs"));
}

#[test]
fn verbose_says_what_is_done() {
    let bench = Bench::new();
    for (args, said) in [
        (&["replay", "verify", "run.upk"][..], "upkeeper: run.upk: "),
        (&["save", "dump", "run.upk"], "upkeeper: content: built in; ruleset "),
        (&["scores"], "upkeeper: runs in "),
        (&["gen", "vault"], "upkeeper: content: built in"),
        (&["sim", "--commands", "2"], "upkeeper: content: built in"),
    ] {
        let ran = bench.run(&[args, &["-v"]].concat());
        assert_eq!(ran.code, 0, "{args:?}");
        assert!(ran.err.contains(said), "{args:?}: {}", ran.err);
        assert_eq!(bench.run(args).err, "", "{args:?}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let bench = Bench::new();
    let mut child = Process::new(env!("CARGO_BIN_EXE_upkeeper"))
        .args(["save", "dump", "run.upk"])
        .current_dir(bench.folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("ends");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}
