//! The commands as scripts see them: exit codes, JSON on the standard output, words on the standard
//! error.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command as Process, Stdio};

use runs::record::Ruleset;
use runs::save::RunFile;
use serde_json::Value;

use crate::program::Bench;
use crate::support::content::catalog;
use crate::support::driver::opening;

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
    // The header of one seed before the frames of another.
    let foreign = opening("vault", bench.seed + 1);
    drop(RunFile::create(&bench.path("foreign.upk"), &foreign).expect("creates"));
    let own = opening("vault", bench.seed);
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
    fs::write(bench.path("letter.upk"), "Dear Ann,").expect("writes");
    fs::copy(bench.path("run.upk"), bench.path("damaged.upk")).expect("copies");
    let length = fs::metadata(bench.path("run.upk")).expect("is there").len() as usize;
    flip(&bench.path("damaged.upk"), length / 2);
    fs::copy(bench.path("run.upk"), bench.path("newer.upk")).expect("copies");
    flip(&bench.path("newer.upk"), 9);
    let mut other = opening("vault", 1);
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
    assert_eq!(dump["schema"], "upkeeper.dump/4");
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
    assert_eq!(last["worked_turns"], digest("again.upk", "worked_turns"));
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
    // A program that another test starts just now may still hold what this one has closed: it says
    // so itself, and by the time it is through it does not.
    let tries = (0..20).find_map(|_| {
        let writer = runs::save::resume(&bench.path("run.upk"), catalog());
        writer.inspect_err(|_| _ = bench.run(&["save", "info", "run.upk"])).ok()
    });
    let writer = tries.expect("resumes");
    bench.run(&["save", "cut", "run.upk", "--out", "cut.upk"]);
    let over = bench.run(&["save", "cut", "cut.upk", "--out", "run.upk", "--force"]);
    assert_eq!(over.code, 75, "{}", over.err);
    drop(writer);
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
    // What may have no end is not read to it.
    fs::write(data.join("traps.ron"), " ".repeat((16 << 20) + 1)).expect("writes");
    let long = bench.run(&["data", "check", "--data", "mod"]);
    assert_eq!(long.code, 65);
    assert!(long.err.contains("traps.ron: it is longer than 16777216 bytes"), "{}", long.err);
    fs::remove_file(data.join("traps.ron")).expect("is there");
    symlink("/dev/null", data.join("traps.ron")).expect("links");
    let device = bench.run(&["data", "check", "--data", "mod"]);
    assert_eq!(device.code, 65);
    assert!(device.err.contains("traps.ron: it is no regular file"), "{}", device.err);
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
        .current_dir(bench.path(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("ends");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}
