//! The commands as scripts see them: exit codes, JSON on the standard output, words on the standard
//! error.

use std::fs;
use std::os::unix::fs::symlink;

use runs::record::Ruleset;
use runs::save::RunFile;
use serde_json::{Value, json};

use crate::program::Bench;
use crate::support::content::catalog;
use crate::support::driver::opening;

fn keys(value: &Value) -> String {
    let mut keys: Vec<&str> =
        value.as_object().expect("an object").keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys.join(" ")
}

/// The content of a file with one bit changed.
fn flipped(bench: &Bench, name: &str, place: usize) -> Vec<u8> {
    let mut bytes = bench.read(name);
    bytes[place] ^= 1;
    bytes
}

#[test]
fn verify_prints_one_object_a_run() {
    let bench = Bench::new();
    let report = bench.run("replay verify run.upk --format json").done().json();
    assert_eq!(
        keys(&report),
        "bot commands day depth digest file grade kind mismatch modded mode name ok origin outcome \
         overtaken ranked reason resumes ruleset schema score seed state turns word worked_turns"
    );
    assert_eq!((&report["schema"], &report["ok"]), (&"upkeeper.verify/1".into(), &true.into()));
    assert_eq!((&report["commands"], &report["outcome"]), (&300.into(), &"running".into()));
    assert_eq!(report["mismatch"], Value::Null);
    assert_eq!(report["digest"].as_str().map(str::len), Some(16));
    let text = bench.run("replay verify run.upk");
    assert!(text.out.starts_with("run.upk: true; "), "{}", text.out);
    let two = bench.run("replay verify run.upk none.upk --format json").is(66, "");
    assert_eq!(two.json()["ok"], true);
}

#[test]
fn verify_says_no_to_a_run_that_was_not_played() {
    let bench = Bench::new();
    // The header of one seed before the frames of another.
    let header = |seed| {
        drop(
            RunFile::replace(&bench.path("header.upk"), &opening("vault", seed)).expect("creates"),
        );
        bench.read("header.upk")
    };
    let frames = bench.read("run.upk")[header(bench.seed).len()..].to_vec();
    bench.write("forged.upk", [header(bench.seed + 1), frames].concat());
    let report = bench.run("replay verify forged.upk --format json").is(1, "").json();
    assert_eq!(report["ok"], false);
    assert_eq!(keys(&report["mismatch"]), "actor component expected found turn");
    assert_eq!(report["mismatch"]["turn"], 0);
}

#[test]
fn exit_codes_tell_what_is_wrong_with_a_file() {
    let bench = Bench::new();
    let middle = bench.read("run.upk").len() / 2;
    bench.write("letter.upk", "Dear Ann,");
    bench.write("damaged.upk", flipped(&bench, "run.upk", middle));
    bench.write("newer.upk", flipped(&bench, "run.upk", 9));
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
        for command in ["replay verify", "save dump"] {
            let ran = bench.run(&format!("{command} {file}")).is(code, words);
            assert_eq!(ran.out, "");
        }
    }
    let migrated = bench.run("save migrate run.upk").out;
    assert_eq!(migrated, "run.upk: format 1, nothing to do\n");
    bench.run("save migrate newer.upk").is(69, "");
    bench.run("save frobnicate").is(2, "");
    bench.run("replay verify").is(2, "");
    // What stands before the damage is recoverable.
    bench.run("save cut damaged.upk --out saved.upk").is(0, "is damaged");
    bench.run("replay verify saved.upk").is(0, "");
}

#[test]
fn a_torn_tail_is_told_and_dropped() {
    let bench = Bench::new();
    let bytes = bench.read("run.upk");
    bench.write("run.upk", &bytes[..bytes.len() - 3]);
    let ran = bench.run("replay verify run.upk --format json").is(0, "was not written whole");
    assert_eq!(ran.json()["commands"], 300);
    assert!(bench.json("replay info run.upk")["torn"].as_u64().is_some_and(|bytes| bytes > 0));
}

#[test]
fn info_says_what_a_run_is() {
    let bench = Bench::new();
    let info = bench.json("save info run.upk");
    let told = ["schema", "kind", "seed", "ranked", "origin", "commands"].map(|key| &info[key]);
    let seed = bench.seed.to_string();
    assert_eq!(json!(told), json!(["upkeeper.info/1", "vault", seed, false, "start", 300]));
    let text = bench.run("replay info run.upk").out;
    let line = format!("Ann: shift, vault, depth 1, seed {seed}; played from its own start");
    assert!(text.contains(&line) && text.contains("claimed: "), "{text}");
}

#[test]
fn dump_and_diff_show_states() {
    let bench = Bench::new();
    let dump = bench.run("save dump run.upk").json();
    assert_eq!(dump["schema"], "upkeeper.dump/4");
    assert_eq!(dump["actors"][0]["kind"], "upkeeper");
    let height = dump["floor"]["height"].as_u64().expect("a number") as usize;
    assert_eq!(dump["floor"]["tiles"].as_array().map(Vec::len), Some(height));
    assert_eq!(dump["turn"], bench.json("replay verify run.upk")["turns"]);
    let begin = bench.run("save dump run.upk --turn 0").json();
    assert_eq!((&begin["turn"], &begin["commands"]), (&0.into(), &0.into()));
    bench.run("save dump run.upk --turn 100000").is(2, "");

    bench.run("save diff run.upk run.upk").is(0, "");
    bench.run("save cut run.upk --command 200 --out cut.upk").is(0, "");
    let report = bench.run("save diff run.upk cut.upk --format json").is(1, "").json();
    assert_eq!(report["same"], false);
    let differences = report["differences"].as_array().expect("a list");
    assert!(differences.iter().any(|difference| difference["actor"] == 0));
    assert!(bench.run("save diff run.upk cut.upk").out.contains("shift.clock: "));
}

#[test]
fn exported_commands_lead_to_the_same_state() {
    let bench = Bench::new();
    let script = bench.run("replay export run.upk --to commands").out;
    assert_eq!(script.lines().count(), 300);
    let exported = bench.run("replay export run.upk --to json").json();
    assert_eq!(exported["commands"].as_array().map(Vec::len), Some(300));
    assert_eq!(exported["commands"][0]["command"].as_str(), script.lines().next());

    bench.run("replay branch run.upk --turn 0 --out branch.upk").is(0, "");
    let step = format!("save step branch.upk --commands '{script}' --out again.upk --format json");
    let last = bench.run(&step).is(0, "").json_lines().pop().expect("lines");
    let told = |file: &str, key: &str| bench.json(&format!("replay verify {file}"))[key].clone();
    assert_eq!(told("again.upk", "state"), told("run.upk", "state"));
    // Another recording of the same play has another chain.
    assert_ne!(told("again.upk", "digest"), told("run.upk", "digest"));
    assert_eq!(last["digest"], told("again.upk", "digest"));
    assert_eq!(last["worked_turns"], told("again.upk", "worked_turns"));
    let info = bench.json("replay info again.upk");
    assert_eq!((&info["ranked"], &info["origin"]), (&false.into(), &"branch".into()));
}

#[test]
fn step_refuses_what_the_rules_refuse() {
    let bench = Bench::new();
    let step =
        |script: &str| bench.run(&format!("save step run.upk --commands '{script}' --out on.upk"));
    step("wait; use 25").is(1, "command 2 is refused");
    assert!(!bench.path("on.upk").exists());
    step("fly").is(2, "");
    let stepped = step("wait; wait").is(0, "");
    assert_eq!(stepped.out.lines().filter(|line| line.ends_with(": wait")).count(), 2);
    // Nothing but run files is written over.
    bench.write("letter.txt", "Dear Ann,");
    bench.run("save cut run.upk --out letter.txt").is(73, "");
}

#[test]
fn a_small_file_holds_the_same_run() {
    let bench = Bench::new();
    bench.run("save compact run.upk --out small.upk").is(0, "");
    assert!(bench.read("small.upk").len() * 10 < bench.read("run.upk").len());
    bench.run("save diff run.upk small.upk").is(0, "");
    bench.run("replay verify small.upk").is(0, "");
}

#[test]
fn a_run_is_never_written_over_itself() {
    let bench = Bench::new();
    let before = bench.read("run.upk");
    fs::create_dir(bench.path("folder")).expect("creates");
    for out in ["run.upk", "folder/../run.upk"] {
        for command in [
            "save compact run.upk",
            "save cut run.upk --turn 3",
            "save step run.upk --commands wait",
            "replay branch run.upk --command 5",
        ] {
            bench.run(&format!("{command} --out {out}")).is(2, "the run file itself");
            assert!(bench.read("run.upk") == before, "{command}");
        }
    }
}

#[test]
fn a_level_that_cannot_be_costs_no_file() {
    let bench = Bench::new();
    let before = bench.read("run.upk");
    for wrong in ["--kind spaceship", "--depth 0"] {
        for save in ["", "--force --save run.upk", "--force --save new.upk"] {
            bench.run(&format!("sim {save} {wrong}")).is(2, "");
        }
        assert!(bench.read("run.upk") == before, "{wrong}");
        assert!(!bench.path("new.upk").exists(), "{wrong}");
    }
}

#[test]
fn a_file_in_use_is_not_written_to() {
    let bench = Bench::new();
    // A program that another test starts just now may still hold what this one has closed: it says
    // so itself, and by the time it is through it does not.
    let tries = (0..20).find_map(|_| {
        let writer = runs::save::resume(&bench.path("run.upk"), catalog());
        writer.inspect_err(|_| _ = bench.run("save info run.upk")).ok()
    });
    let writer = tries.expect("resumes");
    bench.run("save cut run.upk --out cut.upk");
    bench.run("save cut cut.upk --out run.upk --force").is(75, "");
    drop(writer);
}

#[test]
fn content_is_checked_with_file_line_and_field() {
    let bench = Bench::new();
    assert_eq!(bench.run("data check --format json").is(0, "").json()["modded"], false);
    let texts = bench.run("data dump traps.ron").out;
    fs::create_dir(bench.path("mod")).expect("creates");
    bench.write("mod/traps.ron", texts.replacen("tier: 1", "tier: 2", 1));
    bench.write("mod/notes.txt", "");
    let told = "notes.txt: no file of the content";
    let modded = bench.run("data check --data mod --format json").is(0, told);
    assert_eq!(modded.json()["modded"], true);
    // Runs of other content are of another ruleset.
    bench.run("replay verify run.upk --data mod").is(69, "");
    bench.write("mod/traps.ron", texts.replacen("percent: 50", "percent: 500", 1));
    bench.run("data check --data mod").is(78, "mod/traps.ron:5: dart.effects");
    // What may have no end is not read to it.
    bench.write("mod/traps.ron", " ".repeat((16 << 20) + 1));
    bench.run("data check --data mod").is(65, "traps.ron: it is longer than 16777216 bytes");
    fs::remove_file(bench.path("mod/traps.ron")).expect("is there");
    symlink("/dev/null", bench.path("mod/traps.ron")).expect("links");
    bench.run("data check --data mod").is(65, "traps.ron: it is no regular file");
    bench.run("data dump none.ron").is(2, "");
}

#[test]
fn a_shell_and_a_manual_reader_get_what_they_need() {
    let bench = Bench::new();
    let has = |line: &str, texts: &[&str]| {
        let out = bench.run(line).is(0, "").out;
        for text in texts {
            assert!(out.contains(text), "{line}: {text}: {out}");
        }
    };
    has("completions bash", &["verify", "cavern", "clock-out", "planner"]);
    has("completions zsh", &["verify"]);
    has("completions fish", &["verify"]);
    has("man", &[".SS \"save cut\"", "do\\-next\\-job"]);
    has("--help", &["\nGlobal options:\n", "\nExamples:\n", "\nExit codes:\n"]);
    has("--help", &["\nEnvironment:\n", "\nFiles:\n"]);
    has("save step --help", &["Examples:", "throw N at X Y"]);
    has("seeds find --help", &["stray_jobs"]);
    let manual = bench.run("man").out;
    assert_eq!(manual.matches(".TH ").count(), 1, "one page");
    let chapters = manual.lines().filter_map(|line| line.strip_prefix(".SH "));
    let chapters: Vec<&str> = chapters.map(|name| name.trim_matches('"')).collect();
    let first = ["NAME", "SYNOPSIS", "DESCRIPTION", "GLOBAL OPTIONS", "COMMANDS", "SCRIPTS"];
    let rest = ["CONDITIONS", "FILES", "ENVIRONMENT", "EXIT STATUS", "EXAMPLES"];
    assert_eq!(chapters, [&first[..], &rest].concat());
}

#[test]
fn verbose_says_what_is_done() {
    let bench = Bench::new();
    for (line, said) in [
        ("replay verify run.upk", "upkeeper: run.upk: "),
        ("save dump run.upk", "upkeeper: content: built in; ruleset "),
        ("scores", "upkeeper: runs in "),
        ("gen vault", "upkeeper: content: built in"),
        ("sim --commands 2", "upkeeper: content: built in"),
    ] {
        bench.run(&format!("{line} -v")).is(0, said);
        assert_eq!(bench.run(line).err, "", "{line}");
    }
}
