//! Runs that have not come to their end: all are in reach, and the damaged ones are named and saved
//! as far as they go.

use crate::program::on_terminal;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use tempfile::TempDir;

use crate::support::pty::Pty;

fn start(home: &Path, line: &str) -> Pty {
    on_terminal(home, line).size(110, 40).run()
}

/// Begins a shift, waits some turns and leaves it.
fn play_shift(home: &Path, seed: &str, turns: usize) {
    let mut pty = start(home, &format!("play --kind cavern --seed {seed} --name Ann"));
    pty.wait_for("key: begin");
    pty.press("\r", "Dawn");
    pty.send(&".".repeat(turns));
    pty.press("S", "Continue: ");
    pty.send("q");
    pty.wait_exit();
}

/// The file of the run with a seed.
fn run_of(home: &Path, seed: &str) -> PathBuf {
    let files = fs::read_dir(home.join("runs")).expect("a folder of runs");
    let part = format!("-{seed}-");
    files
        .map(|entry| entry.expect("an entry").path())
        .find(|path| path.to_string_lossy().contains(&part))
        .expect("a run")
}

fn name_of(path: &Path) -> String {
    path.file_name().expect("a name").to_string_lossy().into_owned()
}

#[test]
fn every_run_is_in_reach_and_the_newest_is_that_played_last() {
    let home = TempDir::new().expect("a folder");
    let mut pty = start(home.path(), "play --mode campaign --seed 3");
    pty.wait_for("Home Post");
    pty.press("S", "Continue: a journey");
    pty.send("n");
    pty.wait_for_words("Unfinished: a journey");
    pty.press("\r", "key: begin");
    pty.press("\rS", "Unfinished runs: 2");
    // The file of the journey is touched; it was not played.
    let journey = run_of(home.path(), "3");
    let file = fs::File::options().append(true).open(&journey).expect("opens");
    file.set_modified(UNIX_EPOCH + Duration::from_hours(1_000_000)).expect("is ours");
    pty.send("q");
    pty.wait_exit();
    let mut pty = start(home.path(), "");
    pty.wait_for("Unfinished runs: 2");
    assert!(!pty.text().contains("Continue: a journey"), "{}", pty.text());
    pty.press("u", "a journey");
    pty.press("\x1b[B\r", "Home Post");
    pty.press("S", "Continue: a journey");
    pty.send("q");
    pty.wait_exit();
    let stem = journey.file_stem().expect("a name").to_string_lossy().into_owned();
    for name in ["", &stem, &name_of(&journey), journey.to_str().expect("a plain name")] {
        let mut pty = start(home.path(), &format!("play --resume {name}"));
        pty.wait_for("Home Post");
        pty.send("Sq");
        pty.wait_exit();
    }
    let mut pty = start(home.path(), "play --resume nobody");
    pty.ends_with(66);
    pty.wait_for_words("there is no such run");
    assert!(pty.text().contains(&stem[..8]), "{}", pty.text());
}

#[test]
fn who_begins_another_run_by_the_command_line_is_told_of_the_first() {
    let home = TempDir::new().expect("a folder");
    play_shift(home.path(), "7", 2);
    let mut pty = start(home.path(), "play --kind vault --seed 8");
    pty.wait_for("key: begin");
    pty.send("\r");
    pty.wait_for_words("Unfinished: cavern, depth 1, turn 2. It is kept, and stays on the title.");
    pty.signal("TERM");
    pty.wait_exit();
}

#[test]
fn a_damaged_run_is_named_and_saved_up_to_the_damage() {
    let home = TempDir::new().expect("a folder");
    play_shift(home.path(), "5", 1);
    play_shift(home.path(), "6", 40);
    let path = run_of(home.path(), "6");
    let whole = fs::read(&path).expect("reads");
    let mut flipped = whole.clone();
    let middle = flipped.len() - flipped.len() / 8;
    flipped[middle] ^= 1;
    fs::write(&path, &flipped).expect("writes");
    // Resuming the newest names it instead of taking another.
    let mut pty = start(home.path(), "play --resume");
    pty.ends_with(65);
    pty.wait_for_words(&name_of(&path));
    pty.wait_for_words("it can be saved: by Unfinished runs on the title");
    let mut pty = start(home.path(), "");
    pty.wait_for_words("is damaged. Up to turn");
    pty.wait_for("Continue: cavern");
    pty.press("u", "Up to turn");
    pty.wait_for_words("is damaged:");
    pty.press("\r", "You take up the shift where you left it.");
    pty.press(".S", "Unfinished runs: 3");
    assert!(!pty.text().contains("is damaged"), "{}", pty.text());
    pty.send("q");
    pty.wait_exit();
    assert_eq!(fs::read(&path).expect("reads"), flipped);
    assert!(home.path().join("runs").join(name_of(&path).replace(".upk", "-saved.upk")).exists());
}

#[test]
fn an_empty_or_converted_run_is_named() {
    let home = TempDir::new().expect("a folder");
    play_shift(home.path(), "6", 5);
    let path = run_of(home.path(), "6");
    let whole = fs::read(&path).expect("reads");
    let mut converted = Vec::new();
    for byte in whole {
        converted.extend((byte == b'\n').then_some(b'\r'));
        converted.push(byte);
    }
    for bytes in [Vec::new(), converted] {
        fs::write(&path, &bytes).expect("writes");
        let mut pty = start(home.path(), "play --resume");
        pty.ends_with(65);
        pty.wait_for_words(&name_of(&path));
        let mut pty = start(home.path(), "");
        pty.wait_for("Unfinished runs: 1");
        pty.wait_for_words(&format!("{} is damaged", name_of(&path)));
        pty.press("u", "last played");
        pty.wait_for_words(&format!("{}:", name_of(&path)));
        pty.send("\x1bq");
        assert_eq!(fs::read(&path).expect("reads"), bytes);
    }
}

#[test]
fn other_systems_names_hide_no_run_and_their_files_are_none() {
    let home = TempDir::new().expect("a folder");
    play_shift(home.path(), "7", 3);
    let run = run_of(home.path(), "7");
    let folder = run.parent().expect("a folder");
    fs::write(folder.join(format!("._{}", name_of(&run))), b"\0\x05\x16\x07").expect("writes");
    fs::rename(&run, folder.join("MY-RUN.UPK")).expect("renames");
    let mut pty = start(home.path(), "");
    pty.wait_for("Continue: cavern, depth 1, turn 3");
    let screen = pty.text();
    assert!(!screen.contains("damaged") && !screen.contains("Unfinished runs"), "{screen}");
    pty.send("c");
    pty.wait_for_words("You take up the shift where you left it.");
    pty.ends_by("Sq", 0);
}
