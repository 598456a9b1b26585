//! `save minimise` and `replay rebase`: runs with other commands, and with the same under other
//! rules.

use std::fs;

use crate::program::{Bench, PROGRAM, Ran, command, run};

/// A judge: the run comes to turn 3.
fn third_turn() -> String {
    format!("'{PROGRAM}' save dump {{}} | grep -Eq '^  \"turn\": ([3-9]|[0-9]{{2,}})'")
}

fn minimise(bench: &Bench, condition: &str, more: &str) -> Ran {
    let own = ["save", "minimise", "run.upk", "--while", condition];
    let args: Vec<&str> = own.into_iter().chain(more.split(' ')).collect();
    Ran::of(run(&bench.path(""), &args))
}

#[test]
fn a_shell_command_says_what_matters() {
    let bench = Bench::new();
    let report = minimise(&bench, &third_turn(), "--out few.upk --format json").is(0, "").json();
    assert_eq!(report["schema"], "upkeeper.minimise/1");
    assert_eq!((&report["commands"], &report["complete"]), (&300.into(), &true.into()));
    let left = report["left"].as_u64().expect("a number");
    assert!((1..=3).contains(&left), "{left} commands are left");
    let script = bench.run("replay export few.upk --to commands").out;
    assert_eq!(script.lines().count() as u64, left);
    let verified = bench.json("replay verify few.upk");
    assert_eq!((&verified["ok"], &verified["turns"]), (&true.into(), &3.into()));
    assert_eq!(verified["origin"], "branch");

    let by_name = "test -s \"$UPKEEPER_FILE\"";
    let ran = minimise(&bench, by_name, "--out none.upk --jobs 1").is(0, "");
    assert!(ran.out.starts_with("none.upk: 0 of 300 commands after "), "{}", ran.out);
    minimise(&bench, "false", "--out no.upk").is(1, "run.upk: the run itself is of no interest");
    assert!(!bench.path("no.upk").exists());
    minimise(&bench, "true", "--out no.upk --jobs 0").is(2, "");
}

#[test]
fn folders_of_killed_processes_are_removed() {
    let bench = Bench::new();
    let temporary = bench.path("tmp");
    let [killed, used] =
        ["killed", "used"].map(|name| temporary.join(format!("upkeeper-minimise-{name}")));
    for folder in [&killed, &used] {
        fs::create_dir_all(folder).expect("a folder");
    }
    fs::write(killed.join("lock"), "").expect("writes");
    let held = fs::File::create_new(used.join("lock")).expect("creates");
    held.lock().expect("locks");
    let args = ["save", "minimise", "run.upk", "--while", "true", "--out", "few.upk"];
    let ran = command(&bench.path("."), &args).env("TMPDIR", &temporary).output();
    Ran::of(ran.expect("runs")).is(0, "");
    assert!(!killed.exists() && used.exists());
    assert_eq!(fs::read_dir(&temporary).expect("a folder").count(), 1);
}

#[test]
fn what_led_to_the_state_that_matters_is_left_out() {
    let bench = Bench::new();
    let script = bench.run("replay export run.upk --to commands").out;
    let commands: Vec<&str> = script.lines().collect();
    let wanted = commands[150];
    let last = commands.iter().rposition(|&command| command == wanted).expect("is there");
    let condition =
        format!("'{PROGRAM}' replay export {{}} --to commands | grep -Fxq -- '{wanted}'");
    let report = minimise(&bench, &condition, "--cut --out few.upk --format json").is(0, "").json();
    assert_eq!((&report["skipped"], &report["left"]), (&last.into(), &1.into()));
    assert_eq!(bench.run("replay export few.upk --to commands").out.trim(), wanted);
    let verified = bench.json("replay verify few.upk");
    assert_eq!((&verified["ok"], &verified["origin"]), (&true.into(), &"cut".into()));
    minimise(&bench, "false", "--cut --out no.upk").is(1, "");
}

#[test]
fn commands_are_played_under_other_rules() {
    let bench = Bench::new();
    let report = bench.run("replay rebase run.upk --format json --out same.upk").is(0, "").json();
    assert_eq!((&report["fit"], &report["commands"]), (&300.into(), &300.into()));
    assert_eq!(report["from"], report["to"]);
    bench.run("save diff run.upk same.upk").is(0, "");

    // Without anything in the cart at the beginning.
    fs::create_dir(bench.path("data")).expect("creates");
    let rules = bench.run("data dump rules.ron").out;
    let begin = rules.find("kit: [").expect("a kit") + "kit: [".len();
    let end = begin + rules[begin..].find("\n    ],").expect("its end");
    bench.write("data/rules.ron", [&rules[..begin], &rules[end..]].concat());
    let modded = |line: &str| bench.run(&format!("--data data {line} --format json"));
    modded("data check").is(0, "");
    let other = modded("replay rebase run.upk --out other.upk");
    let report = other.json();
    assert_ne!(report["from"], report["to"]);
    let fit = report["fit"].as_u64().expect("a number");
    assert_eq!(other.code, i32::from(fit < 300), "{}", other.out);
    if fit < 300 {
        assert_eq!(report["rejected"][0]["number"].as_u64(), Some(fit + 1));
        let skipped = modded("replay rebase run.upk --skip --out skipped.upk").is(1, "");
        assert!(skipped.json()["fit"].as_u64() >= Some(fit));
    }
    let verified = modded("replay verify other.upk").json();
    assert_eq!((&verified["ok"], &verified["commands"]), (&true.into(), &fit.into()));
}
