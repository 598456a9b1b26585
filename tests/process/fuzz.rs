//! `sim --script` and `sim --fuzz`.

use std::fs;

use runs::save;
use serde_json::Value;

use crate::program::{Bench, command};

#[test]
fn a_script_plays_in_the_place_of_a_bot() {
    let bench = Bench::new();
    let script = bench.run(&["replay", "export", "run.upk", "--to", "commands"]).out;
    fs::write(bench.path("run.txt"), &script).expect("writes");
    let seed = bench.seed.to_string();
    let own = ["sim", "--seed", &seed, "--script", "run.txt"];
    let ran = bench.run(&[&own[..], &["--save", "again.upk"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let line = ran.json();
    assert_eq!((&line["bot"], &line["commands"]), (&"script".into(), &300.into()));
    assert_eq!(bench.run(&["save", "diff", "run.upk", "again.upk"]).code, 0);
    let verified = bench.run(&["replay", "verify", "again.upk", "--format", "json"]).json();
    assert_eq!(verified["digest"], line["digest"]);
    assert_eq!(verified["ranked"], false);

    fs::write(bench.path("bad.txt"), "wait # a turn\n\nuse 25; wait\n").expect("writes");
    let own = ["sim", "--seed", &seed, "--script", "bad.txt"];
    let refused = bench.run(&own);
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("bad.txt:3: use 25 is refused: "), "{}", refused.err);
    assert_eq!(refused.json()["commands"], 1);
    fs::write(bench.path("bad.txt"), "wait\nfly\n").expect("writes");
    let unread = bench.run(&own);
    assert_eq!(unread.code, 2);
    assert!(unread.err.contains("bad.txt: line 2: “fly” is no command"), "{}", unread.err);
    assert_eq!(bench.run(&[&own[..], &["--count", "2"]].concat()).code, 2);
    assert_eq!(bench.run(&[&own[..], &["--bot", "runner"]].concat()).code, 2);
}

#[test]
fn the_fuzzer_finds_nothing_in_a_few_runs_and_plays_a_script_with_every_check() {
    let bench = Bench::new();
    let own = ["sim", "--fuzz", "--commands", "80", "--count", "6", "--format", "json"];
    let ran = bench.run(&own);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let report = ran.json();
    assert_eq!(report["schema"], "upkeeper.fuzz/1");
    assert_eq!((&report["trials"], &report["failure"]), (&6.into(), &Value::Null));
    assert!(report["commands"].as_u64() >= Some(60), "{report}");
    let ran = bench.run(&["sim", "--fuzz", "--for", "1s", "--commands", "50", "--format", "text"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.ends_with("nothing found\n"), "{}", ran.out);

    fs::write(bench.path("run.txt"), "wait\nuse 25\nstep east\n").expect("writes");
    let script = ["sim", "--fuzz", "--kind", "vault", "--depth", "1", "--script", "run.txt"];
    let ran = bench.run(&script);
    assert_eq!((ran.code, ran.out.as_str()), (0, "run.txt: 3 commands, nothing found\n"));
    assert_eq!(bench.run(&["sim", "--for", "1s"]).code, 2);
    let soon = bench.run(&["sim", "--fuzz", "--for", "soon"]);
    assert_eq!(soon.code, 2);
    assert!(soon.err.contains("a time was expected"), "{}", soon.err);
}

/// The program of the tests panics at its eighth command.
#[test]
fn a_failure_is_minimised_and_kept() {
    let bench = Bench::new();
    let run = |arguments: &[&str]| {
        let mut process = command(&bench.path(""), arguments);
        let output = process.env("UPKEEPER_PANIC_AT", "7").output().expect("runs");
        let out = String::from_utf8(output.stdout).expect("UTF-8");
        (output.status.code(), out, String::from_utf8(output.stderr).expect("UTF-8"))
    };
    let (code, out, err) =
        run(&["sim", "--fuzz", "--count", "4", "--commands", "60", "--format", "json"]);
    assert_eq!(code, Some(1), "{out}{err}");
    let report: Value = serde_json::from_str(&out).expect("JSON");
    let failure = &report["failure"];
    let what = failure["what"].as_str().expect("words");
    assert!(what.starts_with("a panic at src/runs/record/session.rs:"), "{what}");
    assert!(what.ends_with(": on purpose") && err.is_empty(), "{what}{err}");
    assert_eq!(failure["commands"].as_array().map(Vec::len), Some(8));
    let name = |key: &str| failure[key].as_str().expect("a name").to_owned();
    let kept = save::open(&bench.path(&name("run"))).expect("opens").whole().expect("whole");
    assert_eq!(kept.len(), 7);
    let script = fs::read_to_string(bench.path(&name("script"))).expect("reads");
    assert_eq!(script.lines().count(), 8);
    let reproduce = name("reproduce");
    let arguments: Vec<&str> = reproduce.split(' ').skip(1).collect();
    let (code, out, _) = run(&arguments);
    assert_eq!(code, Some(1));
    assert!(out.starts_with("command 8, ") && out.contains(": on purpose"), "{out}");
    assert!(!bench.path("crashes").exists(), "what is caught is no crash");

    // What is there already stays, and is refused before anything is played.
    let own = ["sim", "--fuzz", "--count", "4", "--commands", "60", "--format", "json"];
    let before = fs::read(bench.path(&name("run"))).expect("reads");
    let (code, out, _) = run(&own);
    assert_eq!(code, Some(1));
    let again: Value = serde_json::from_str(&out).expect("JSON");
    let again = again["failure"]["run"].as_str().expect("a name");
    assert!(again.ends_with("-2.upk") && bench.path(again).exists(), "{again}");
    assert!(fs::read(bench.path(&name("run"))).expect("reads") == before);
    fs::write(bench.path("kept.txt"), "Dear Ann,").expect("writes");
    let (code, out, err) = run(&[&own[..], &["--save", "kept.upk"]].concat());
    assert_eq!((code, out.as_str()), (Some(73), ""), "{err}");
    assert!(err.contains("kept.txt: there is a file of that name"), "{err}");
    let (code, _, err) = run(&[&own[..], &["--save", "kept.txt", "--force"]].concat());
    assert_eq!(code, Some(2), "{err}");
    assert_eq!(fs::read_to_string(bench.path("kept.txt")).expect("reads"), "Dear Ann,");
    let (code, _, err) = run(&[&own[..], &["--save", "kept.upk", "--force"]].concat());
    assert_eq!(code, Some(1), "{err}");
    assert_eq!(fs::read_to_string(bench.path("kept.txt")).expect("reads").lines().count(), 8);
}
