//! `save minimise` and `replay rebase`: runs with other commands, and with the same under other
//! rules.

use std::fs;

use crate::program::{Bench, Ran, command};

/// A judge: the run comes to turn 3.
fn third_turn() -> String {
    let program = env!("CARGO_BIN_EXE_upkeeper");
    format!("'{program}' save dump {{}} | grep -Eq '^  \"turn\": ([3-9]|[0-9]{{2,}})'")
}

#[test]
fn a_shell_command_says_what_matters() {
    let bench = Bench::new();
    let minimise = |condition: &str, more: &[&str]| {
        let own = ["save", "minimise", "run.upk", "--while", condition, "--out", "few.upk"];
        bench.run(&[&own[..], more].concat())
    };
    let ran = minimise(&third_turn(), &["--format", "json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let report = ran.json();
    assert_eq!(report["schema"], "upkeeper.minimise/1");
    assert_eq!((&report["commands"], &report["complete"]), (&300.into(), &true.into()));
    let left = report["left"].as_u64().expect("a number");
    assert!((1..=3).contains(&left), "{left} commands are left");
    let script = bench.run(&["replay", "export", "few.upk", "--to", "commands"]).out;
    assert_eq!(script.lines().count() as u64, left);
    let verified = bench.run(&["replay", "verify", "few.upk", "--format", "json"]).json();
    assert_eq!((&verified["ok"], &verified["turns"]), (&true.into(), &3.into()));
    assert_eq!(verified["origin"], "branch");

    fs::remove_file(bench.path("few.upk")).expect("is there");
    let by_name = "test -s \"$UPKEEPER_FILE\"";
    let ran = minimise(by_name, &["--jobs", "1"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.starts_with("few.upk: 0 of 300 commands after "), "{}", ran.out);

    fs::remove_file(bench.path("few.upk")).expect("is there");
    let never = minimise("false", &[]);
    assert_eq!(never.code, 1);
    assert!(never.err.contains("run.upk: the run itself is of no interest"), "{}", never.err);
    assert!(!bench.path("few.upk").exists());
    assert_eq!(minimise("true", &["--jobs", "0"]).code, 2);
}

#[test]
fn folders_of_killed_processes_are_removed() {
    let bench = Bench::new();
    let temporary = bench.path("tmp");
    let (killed, used) =
        ["killed", "used"].map(|name| temporary.join(format!("upkeeper-minimise-{name}"))).into();
    for folder in [&killed, &used] {
        fs::create_dir_all(folder).expect("a folder");
    }
    fs::write(killed.join("lock"), "").expect("writes");
    let held = fs::File::create_new(used.join("lock")).expect("creates");
    held.lock().expect("locks");
    let args = ["save", "minimise", "run.upk", "--while", "true", "--out", "few.upk"];
    let ran = command(&bench.path("."), &args).env("TMPDIR", &temporary).output();
    let ran = Ran::of(ran.expect("runs"));
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(!killed.exists() && used.exists());
    assert_eq!(fs::read_dir(&temporary).expect("a folder").count(), 1);
}

#[test]
fn what_led_to_the_state_that_matters_is_left_out() {
    let bench = Bench::new();
    let script = bench.run(&["replay", "export", "run.upk", "--to", "commands"]).out;
    let commands: Vec<&str> = script.lines().collect();
    let wanted = commands[150];
    let last = commands.iter().rposition(|&command| command == wanted).expect("is there");
    let program = env!("CARGO_BIN_EXE_upkeeper");
    let condition =
        format!("'{program}' replay export {{}} --to commands | grep -Fxq -- '{wanted}'");
    let args = ["save", "minimise", "run.upk", "--while", &condition, "--cut", "--out", "few.upk"];
    let ran = bench.run(&[&args[..], &["--format", "json"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let report = ran.json();
    assert_eq!((&report["skipped"], &report["left"]), (&last.into(), &1.into()));
    assert_eq!(bench.run(&["replay", "export", "few.upk", "--to", "commands"]).out.trim(), wanted);
    let verified = bench.run(&["replay", "verify", "few.upk", "--format", "json"]).json();
    assert_eq!((&verified["ok"], &verified["origin"]), (&true.into(), &"cut".into()));

    let never =
        bench.run(&["save", "minimise", "run.upk", "--while", "false", "--cut", "--out", "no.upk"]);
    assert_eq!(never.code, 1);
}

#[test]
fn commands_are_played_under_other_rules() {
    let bench = Bench::new();
    let rebase = ["replay", "rebase", "run.upk", "--format", "json"];
    let same = bench.run(&[&rebase[..], &["--out", "same.upk"]].concat());
    assert_eq!(same.code, 0, "{}", same.err);
    let report = same.json();
    assert_eq!((&report["fit"], &report["commands"]), (&300.into(), &300.into()));
    assert_eq!(report["from"], report["to"]);
    assert_eq!(bench.run(&["save", "diff", "run.upk", "same.upk"]).code, 0);

    // Without anything in the cart at the beginning.
    fs::create_dir(bench.path("data")).expect("creates");
    let rules = bench.run(&["data", "dump", "rules.ron"]).out;
    let begin = rules.find("kit: [").expect("a kit") + "kit: [".len();
    let end = begin + rules[begin..].find("\n    ],").expect("its end");
    let bare = [&rules[..begin], &rules[end..]].concat();
    fs::write(bench.path("data/rules.ron"), bare).expect("writes");
    let modded = |args: &[&str]| bench.run(&[&["--data", "data"][..], args].concat());
    assert_eq!(modded(&["data", "check"]).code, 0);
    let other = modded(&[&rebase[..], &["--out", "other.upk"]].concat());
    let report = other.json();
    assert_ne!(report["from"], report["to"]);
    let fit = report["fit"].as_u64().expect("a number");
    assert_eq!(other.code, i32::from(fit < 300), "{}", other.out);
    if fit < 300 {
        assert_eq!(report["rejected"][0]["number"].as_u64(), Some(fit + 1));
        let skipped = modded(&[&rebase[..], &["--skip", "--out", "skipped.upk"]].concat());
        assert_eq!(skipped.code, 1);
        assert!(skipped.json()["fit"].as_u64() >= Some(fit));
    }
    let verified = modded(&["replay", "verify", "other.upk", "--format", "json"]).json();
    assert_eq!((&verified["ok"], &verified["commands"]), (&true.into(), &fit.into()));
}
