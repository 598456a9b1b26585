//! A crash of ours leaves what is needed to find it. The program of the tests crashes on purpose.

use crate::program::{Ran, command};
#[cfg(all(feature = "tui", unix))]
use crate::program::{on_terminal, read_briefing};
use std::fs;
use std::path::{Path, PathBuf};

use runs::save;
use tempfile::TempDir;

fn run(home: &Path, at: &str, arguments: &[&str]) -> Ran {
    let mut process = command(home, arguments);
    process.env("UPKEEPER_PANIC_AT", at).env("TERM", "some-terminal");
    Ran::of(process.output().expect("runs"))
}

/// The folders that crashes have left.
fn bundles(home: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(home.join("crashes")) else { return Vec::new() };
    let mut bundles: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    bundles.sort();
    bundles
}

#[test]
fn a_crash_leaves_a_report_and_the_run_up_to_the_command() {
    let folder = TempDir::new().expect("a folder");
    let home = folder.path();
    let sim = ["sim", "--seed", "7", "--bot", "random", "--save", "run.upk"];
    let said = run(home, "5", &sim).is(70, "a fault of ours: on purpose").err;
    let [bundle] = &bundles(home)[..] else { panic!("not one bundle: {said}") };
    assert!(said.contains(&bundle.display().to_string()), "{said}");
    assert!(!said.contains("stack backtrace"), "{said}");
    let report = fs::read_to_string(bundle.join("report.txt")).expect("a report");
    for wanted in [
        "message: on purpose",
        "at: src/runs/record/session.rs:",
        "rules: ",
        "version: 0.",
        r#""sim" "--seed" "7" "--bot" "random" "--save" "run.upk""#,
        "TERM: some-terminal",
        "size: ",
        "run file: run.upk",
    ] {
        assert!(report.contains(wanted), "{wanted}: {report}");
    }
    assert!(!report.contains("command: none"), "{report}");
    assert!(report.contains("upkeeper::"), "no backtrace: {report}");
    let kept = save::open(&bundle.join("run.upk")).expect("opens").whole().expect("whole");
    assert_eq!(kept.len(), 5);

    // Another one at the same time has a folder of its own, and nobody's own mistake leaves any.
    run(home, "5", &["sim", "--seed", "8", "--bot", "random"]);
    assert_eq!(bundles(home).len(), 2);
    assert!(!bundles(home)[1].join("run.upk").exists(), "no run was recorded");
    run(home, "5", &["sim", "--kind", "castle"]).is(2, "");
    assert_eq!(bundles(home).len(), 2);
}

#[test]
fn where_no_folder_can_be_made_the_report_is_printed() {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("crashes"), "a file in its place").expect("writes");
    let ended = run(folder.path(), "3", &["sim", "--bot", "random"]);
    ended.is(70, "here is the report:").is(70, "TERM: some-terminal");
}

#[cfg(all(feature = "tui", unix))]
#[test]
fn a_crash_on_the_screens_gives_the_terminal_back() {
    let folder = TempDir::new().expect("a folder");
    let line = "play --kind cavern --seed 7";
    let mut pty = on_terminal(folder.path(), line).variable("UPKEEPER_PANIC_AT", "0").run();
    read_briefing(&mut pty);
    pty.send(".");
    pty.ends_with(70);
    let text = pty.text();
    assert!(text.contains("a fault of ours: on purpose"), "{text}");
    pty.screen(|screen| assert!(!screen.alternate_screen(), "the screen was not left"));
    assert_eq!(bundles(folder.path()).len(), 1);
    assert!(bundles(folder.path())[0].join("run.upk").exists());
}
