//! What was shown is never lost: the game on a pseudo-terminal, killed at random moments, hung up
//! and told to end; and what a second process may do meanwhile.

#![expect(clippy::disallowed_methods, reason = "what is killed at random moments is waited for")]

use crate::program::{on_terminal, run_line};
use crate::support::content::catalog;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use crate::support::pty::Pty;
use base::{Purpose, Seed, Stream};
use content::Depth;
use engine::sim::{RunStatus, Setup};
use runs::record::{RunHeader, Session, bot};
use runs::save::RunFile;
use tempfile::TempDir;

fn start(home: &Path, options: &str) -> Pty {
    on_terminal(home, &format!("play {options}")).run()
}

fn resume(home: &Path) -> Pty {
    start(home, "--resume")
}

fn verify(home: &Path, run: &Path) {
    run_line(home, &format!("replay verify {}", run.display())).is(0, "");
}

/// Begins a shift and waits until its floor is shown.
fn begin(home: &Path, seed: u64) -> Pty {
    NIGHT.with(|night| night.set(0));
    let mut pty = start(home, &format!("--kind cavern --seed {seed}"));
    pty.wait_for("key: begin");
    pty.send("\r");
    pty.wait_until("the floor without the briefing", |screen| turn_on(screen) == Some(0));
    pty
}

/// The turn that the log or the bar of dawn tells of: how much less of the night is left than of
/// the longest that was seen on this thread.
fn turn_on(screen: &vt100::Screen) -> Option<u32> {
    let contents = screen.contents();
    let line = contents.lines().find(|line| line.contains("Dawn "))?;
    let left: u32 = line.split(" in ").nth(1)?.split_whitespace().next()?.parse().ok()?;
    NIGHT.with(|night| {
        night.set(night.get().max(left));
        night.get().checked_sub(left)
    })
}

thread_local! {
    /// Turns of the night that is played, each of another length.
    static NIGHT: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}

fn last_run(home: &Path) -> PathBuf {
    let mut runs: Vec<PathBuf> = std::fs::read_dir(home.join("runs"))
        .expect("a folder of runs")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    runs.sort_by_key(|path| path.metadata().and_then(|data| data.modified()).ok());
    runs.pop().expect("a run file")
}

/// What `save info` says of a run: the turn, and how it ended if it did.
fn info(run: &Path) -> (u32, String) {
    let line = format!("save info --format json {}", run.display());
    let value = run_line(&std::env::temp_dir(), &line).is(0, "").json();
    let outcome = value["outcome"].as_str().unwrap_or_default().to_owned();
    (value["turns"].as_u64().expect("a turn") as u32, outcome)
}

#[test]
fn a_hundred_kills_lose_nothing_that_was_shown() {
    let home = TempDir::new().expect("a folder");
    let mut stream = Stream::new(Seed(1), Purpose::new("kills"), ());
    let keys = ["h", "j", "k", "l", "y", "u", "b", "n", ".", "s", "o", "\t", "w", "g"];
    let mut seed = 1;
    let mut pty = begin(home.path(), seed);
    for kill in 0..100 {
        for _ in 0..stream.range(1, 12) {
            let key = stream.pick(&keys).expect("a key");
            pty.send(key);
            if stream.one_in(4) {
                sleep(Duration::from_millis(u64::from(stream.below(25))));
            }
        }
        sleep(Duration::from_micros(u64::from(stream.below(20_000))));
        pty.signal("KILL");
        pty.wait_exit();
        let shown = pty.screen(turn_on);
        let (kept, outcome) = info(&last_run(home.path()));
        if let Some(shown) = shown {
            assert!(kept >= shown, "kill {kill}: turn {shown} was shown, {kept} kept");
        }
        if outcome == "running" {
            pty = resume(home.path());
            // Before the first turn the briefing is shown again, over the turn.
            if kept == 0 {
                pty.wait_for("key: begin");
                pty.send("\r");
            }
            let is_there = |screen: &vt100::Screen| {
                turn_on(screen) == Some(kept) || screen.contents().contains("They are in")
            };
            pty.wait_until("the turn that was kept", is_there);
        } else {
            seed += 1;
            pty = begin(home.path(), seed);
        }
    }
    pty.signal("KILL");
    pty.wait_exit();
    let run = last_run(home.path());
    verify(home.path(), &run);
}

#[test]
fn signals_and_hang_ups_leave_the_run_where_it_was() {
    let home = TempDir::new().expect("a folder");
    for (seed, end) in ["TERM", "HUP", "close"].into_iter().enumerate() {
        let mut pty = begin(home.path(), seed as u64);
        for _ in 0..5 {
            pty.send(".");
        }
        pty.wait_until("turn 5", |screen| turn_on(screen) == Some(5));
        match end {
            "close" => pty.hang_up(),
            signal => pty.signal(signal),
        }
        let status = pty.wait_exit();
        let expected = if end == "TERM" { 128 + 15 } else { 128 + 1 };
        assert_eq!(status.exit_code(), expected, "{end}");
        if end != "close" {
            assert!(pty.screen(|screen| !screen.alternate_screen() && !screen.hide_cursor()));
        }
        assert_eq!(info(&last_run(home.path())), (5, "running".to_owned()), "{end}");
        let mut again = resume(home.path());
        again.wait_until("turn 5 again", |screen| turn_on(screen) == Some(5));
        again.press("S", "Continue: cavern");
        again.ends_by("S", 0);
    }
}

#[test]
fn the_word_for_a_seed_is_kept_and_told_with_the_score() {
    let home = TempDir::new().expect("a folder");
    let mut pty = start(home.path(), "--kind cavern --seed mop");
    pty.wait_for("seed mop (3718081394147626992)");
    pty.send("\r");
    pty.wait_until("the floor", |screen| turn_on(screen) == Some(0));
    pty.send(".");
    pty.wait_until("turn 1", |screen| turn_on(screen) == Some(1));
    pty.press("S", "Continue: ");
    pty.ends_by("q", 0);
    let mut again = resume(home.path());
    again.wait_for("seed mop");
    again.press("Q", "Sure?");
    again.press("Y", "Enter goes on");
    again.signal("TERM");
    again.wait_exit();
    let told = run_line(home.path(), "scores").out;
    assert!(told.contains("seed mop (3718081394147626992)"), "{told}");
}

#[test]
fn a_run_in_use_is_nobody_elses() {
    let home = TempDir::new().expect("a folder");
    let mut pty = begin(home.path(), 3);
    let run = last_run(home.path());
    // Reading is free; writing to it is not.
    verify(home.path(), &run);
    let cut = format!("save cut {} --turn 0 --out other.upk", run.display());
    run_line(home.path(), &cut).is(0, "");
    let mut second = resume(home.path());
    second.ends_with(75);
    assert!(second.text().contains("in use by another process"), "{}", second.text());
    pty.press("S", "Continue: ");
    pty.ends_by("q", 0);
}

/// Plays by a bot until the upkeeper has left and the raid has gone on for a few turns; the run is
/// left there.
fn leave_in_mid_raid(home: &Path) -> PathBuf {
    let runs = home.join("runs");
    std::fs::create_dir_all(&runs).expect("a folder of runs");
    for seed in 1..60 {
        let path = runs.join(format!("ann-{seed}.upk"));
        let opening = RunHeader::new("Ann", Setup::shift("vault", Depth(1), Seed(seed)), catalog());
        let file = RunFile::create(&path, &opening).expect("a run file");
        let mut session = Session::begin(opening, catalog(), file).expect("a level");
        let mut bot = bot::find("cautious", Seed(seed)).expect("a bot");
        let mut watched = 0;
        while !matches!(session.status(), RunStatus::Over(_)) && watched < 6 {
            let command = bot.decide(&session.game().view());
            // What is refused is no part of a record.
            let _ = session.submit(command);
            watched += u32::from(session.game().view().is_away());
        }
        if !matches!(session.status(), RunStatus::Over(_)) {
            return path;
        }
        drop(session);
        std::fs::remove_file(&path).expect("a file to remove");
    }
    panic!("no bot lives to clock out");
}

#[test]
fn a_raid_that_was_left_goes_on_and_can_be_watched_again_from_its_beginning() {
    let home = TempDir::new().expect("a folder");
    let run = leave_in_mid_raid(home.path());
    let mut pty = resume(home.path());
    pty.wait_for("enter on");
    pty.signal("KILL");
    pty.wait_exit();

    let mut pty = resume(home.path());
    pty.wait_for("enter on");
    pty.press(">", "any key the result");
    pty.press("\r", "Grade ");
    pty.press("v", "any key stop");
    // Stopped at once it still stands near the beginning, before the turn at which the run was
    // taken up.
    pty.wait_for("come in: ");
    pty.press(" ", "back to the result");
    pty.press("\x1b", "Grade ");
    pty.press("t", "New shift");
    pty.send("q");
    pty.wait_exit();
    let (_, outcome) = info(&run);
    assert_eq!(outcome, "clocked_out");
    verify(home.path(), &run);
}
