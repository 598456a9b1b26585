//! The timer and runs to race against, on a pseudo-terminal.

use crate::program::{on_terminal, read_briefing, record_bot, run_line};
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::support::driver::opening;
use crate::support::pty::Pty;

/// Records a shift of the planner in a vault, as a person who has come to its end.
fn record(path: &Path, seed: u64) {
    record_bot(path, opening("vault", seed), "planner", Some(1_795_379_177_000), u32::MAX);
}

fn play(home: &TempDir, line: &str) -> Pty {
    on_terminal(home.path(), &format!("play {line}")).run()
}

fn close(mut pty: Pty) {
    pty.hang_up();
    pty.wait_exit();
}

/// Plays, and waits until the briefing is read.
fn begin(home: &TempDir, line: &str) -> Pty {
    let mut pty = play(home, line);
    read_briefing(&mut pty);
    pty
}

#[test]
fn a_file_is_verified_and_raced_against() {
    let home = TempDir::new().expect("a folder");
    let file = home.path().join("rival.upk");
    record(&file, 7);
    let name = file.to_str().expect("a plain name");
    // The shift is the file's.
    let line = format!("--timer both --compare {name} --ghost {name}");
    let mut pty = begin(&home, &line);
    pty.wait_for("The ghost is here");
    pty.press("o", "Time ");
    pty.wait_until("the ghost on the map", |screen| screen.contents().contains('◌'));
    pty.send("Q");
    close(pty);

    // What does not verify is not believed, whatever its header says.
    let mut bytes = fs::read(&file).expect("reads");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0xff;
    fs::write(&file, bytes).expect("writes");
    let pty = begin(&home, &format!("--ghost {name}"));
    pty.wait_for("No ghost: ");
    assert!(!pty.text().contains('◌'));
    close(pty);
}

#[test]
fn the_own_best_run_is_found_and_that_there_is_none_is_said() {
    let home = TempDir::new().expect("a folder");
    fs::create_dir(home.path().join("runs")).expect("a folder");
    record(&home.path().join("runs/ann.upk"), 7);
    let pty = begin(&home, "--seed 7 --compare best");
    pty.wait_for("The run to race against is here: ");
    close(pty);
    let pty = begin(&home, "--seed 8 --compare best");
    pty.wait_for("there is no verified run of yours yet");
    close(pty);
}

#[test]
fn a_clock_writes_its_own_cells_and_nothing_is_written_without_one() {
    let home = TempDir::new().expect("a folder");
    let pty = begin(&home, "--seed 7 --timer real");
    pty.wait_for("Time   0:02");
    pty.take_bytes();
    pty.wait_for("Time   0:05");
    let bytes = pty.take_bytes();
    // Three seconds: the place, the colours and a digit or two of each.
    assert!(bytes.len() < 3 * 60, "{} bytes: {:?}", bytes.len(), String::from_utf8_lossy(&bytes));
    assert!(!bytes.is_empty());
    close(pty);
}

#[test]
fn what_cannot_be_raced_against_is_refused_before_the_shift_begins() {
    let home = TempDir::new().expect("a folder");
    let file = home.path().join("rival.upk");
    record(&file, 7);
    let name = file.to_str().expect("a plain name");
    let refused = |line: &str, code: u32, text: &str| {
        let mut pty = play(&home, line);
        pty.ends_with(code);
        assert!(pty.text().contains(text), "{line}: {}", pty.text());
    };
    refused(&format!("--seed 8 --ghost {name}"), 2, "the one is of seed 7");
    refused(&format!("--kind crypt --compare {name}"), 2, "the one is of a vault");
    refused("--seed 7 --ghost nowhere.upk", 66, "nowhere.upk");
    refused("--seed 7 --category swift", 2, "there is no category");
    let runs = fs::read_dir(home.path().join("runs")).map_or(0, Iterator::count);
    assert_eq!(runs, 0, "no run was begun");
    assert_eq!(run_line(home.path(), "play --timer sundial").code, 2);
}

#[test]
fn a_run_is_watched_from_a_turn_on_with_a_ghost() {
    let home = TempDir::new().expect("a folder");
    let (file, other) = (home.path().join("run.upk"), home.path().join("other.upk"));
    record(&file, 7);
    record(&other, 8);
    let name = |path: &Path| path.to_str().expect("a plain name").to_owned();
    let (name, other) = (name(&file), name(&other));
    let mut pty =
        on_terminal(home.path(), &format!("replay watch {name} --turn 60 --ghost {name}")).run();
    pty.wait_for("turn 60/");
    pty.wait_for("The ghost is here");
    // It stands where the player does; the splits are even.
    pty.press("s", "+0");
    close(pty);
    for (line, says) in [
        (format!("replay watch {name} --turn 99999"), "there is no turn 99999"),
        (format!("replay watch {name} --ghost {other}"), "it is not of the same shift"),
    ] {
        let mut pty = on_terminal(home.path(), &line).run();
        pty.ends_with(2);
        assert!(pty.text().contains(says), "{line}: {}", pty.text());
    }
}
