//! `sim --script` and `sim --fuzz`.

use runs::save;
use serde_json::Value;

use crate::program::{Bench, Ran, command};

#[test]
fn a_script_plays_in_the_place_of_a_bot() {
    let bench = Bench::new();
    bench.write("run.txt", bench.run("replay export run.upk --to commands").out);
    let sim = |rest: &str| bench.run(&format!("sim --seed {} --script {rest}", bench.seed));
    let line = sim("run.txt --save again.upk").is(0, "").json();
    assert_eq!((&line["bot"], &line["commands"]), (&"script".into(), &300.into()));
    bench.run("save diff run.upk again.upk").is(0, "");
    let verified = bench.json("replay verify again.upk");
    assert_eq!((&verified["digest"], &verified["ranked"]), (&line["digest"], &false.into()));

    bench.write("bad.txt", "wait # a turn\n\nuse 25; wait\n");
    let refused = sim("bad.txt").is(1, "bad.txt:3: use 25 is refused: ");
    assert_eq!(refused.json()["commands"], 1);
    bench.write("bad.txt", "wait\nfly\n");
    sim("bad.txt").is(2, "bad.txt: line 2: “fly” is no command");
    sim("bad.txt --count 2").is(2, "");
    sim("bad.txt --bot runner").is(2, "");
}

#[test]
fn the_fuzzer_finds_nothing_in_a_few_runs_and_plays_a_script_with_every_check() {
    let bench = Bench::new();
    let own = "sim --fuzz --commands 80 --count 6 --format json";
    let report = bench.run(own).is(0, "").json();
    assert_eq!(report["schema"], "upkeeper.fuzz/1");
    assert_eq!((&report["trials"], &report["failure"]), (&6.into(), &Value::Null));
    assert!(report["commands"].as_u64() >= Some(60), "{report}");
    let ran = bench.run("sim --fuzz --for 1s --commands 50 --format text").is(0, "");
    assert!(ran.out.ends_with("nothing found\n"), "{}", ran.out);

    bench.write("run.txt", "wait\nuse 25\nstep east\n");
    let ran = bench.run("sim --fuzz --kind vault --depth 1 --script run.txt").is(0, "");
    assert_eq!(ran.out, "run.txt: 3 commands, nothing found\n");
    bench.run("sim --for 1s").is(2, "");
    bench.run("sim --fuzz --for soon").is(2, "a time was expected");
}

/// The program of the tests panics at its eighth command.
#[test]
fn a_failure_is_minimised_and_kept() {
    let bench = Bench::new();
    let run = |line: &str| {
        let arguments: Vec<&str> = line.split(' ').collect();
        let mut process = command(&bench.path(""), &arguments);
        Ran::of(process.env("UPKEEPER_PANIC_AT", "7").output().expect("runs"))
    };
    let own = "sim --fuzz --count 4 --commands 60 --format json";
    let ran = run(own).is(1, "");
    let (report, err) = (ran.json(), ran.err);
    let failure = &report["failure"];
    let what = failure["what"].as_str().expect("words");
    assert!(what.starts_with("a panic at src/runs/record/session.rs:"), "{what}");
    assert!(what.ends_with(": on purpose") && err.is_empty(), "{what}{err}");
    assert_eq!(failure["commands"].as_array().map(Vec::len), Some(8));
    let name = |key: &str| failure[key].as_str().expect("a name").to_owned();
    let kept = save::open(&bench.path(&name("run"))).expect("opens").whole().expect("whole");
    assert_eq!(kept.len(), 7);
    let lines = |name: &str| String::from_utf8(bench.read(name)).expect("UTF-8").lines().count();
    assert_eq!(lines(&name("script")), 8);
    let reproduced = run(name("reproduce").split_once(' ').expect("a command").1).is(1, "").out;
    assert!(reproduced.starts_with("command 8, ") && reproduced.contains(": on purpose"));
    assert!(!bench.path("crashes").exists(), "what is caught is no crash");

    // What is there already stays, and is refused before anything is played.
    let before = bench.read(&name("run"));
    let again = run(own).is(1, "").json();
    let again = again["failure"]["run"].as_str().expect("a name");
    assert!(again.ends_with("-2.upk") && bench.path(again).exists(), "{again}");
    assert!(bench.read(&name("run")) == before);
    bench.write("kept.txt", "Dear Ann,");
    let refused = run(&format!("{own} --save kept.upk"));
    assert_eq!(refused.is(73, "kept.txt: there is a file of that name").out, "");
    run(&format!("{own} --save kept.txt --force")).is(2, "");
    assert_eq!(bench.read("kept.txt"), b"Dear Ann,");
    run(&format!("{own} --save kept.upk --force")).is(1, "");
    assert_eq!(lines("kept.txt"), 8);
}
