//! Daily shifts, played on a pseudo-terminal: one try that counts, whatever happens to the process.

use crate::program::{on_terminal, only_run, run_line};
use std::fs;
use std::path::Path;

use base::Day;
use engine::sim::{Command, Setup};
use runs::record::{MarkKind, RunHeader, Session};
use runs::save::RunFile;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::content::catalog;

#[expect(clippy::disallowed_types, reason = "the program's day is today")]
fn now() -> u64 {
    use std::time::{SystemTime, UNIX_EPOCH};

    SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_millis() as u64
}

fn lines(home: &TempDir, line: &str) -> (i32, Vec<Value>) {
    let ran = run_line(home.path(), &format!("{line} --format json"));
    (ran.code, ran.json_lines())
}

/// A run of a day's shift that was given up, begun at a moment in milliseconds since 1970.
fn record(path: &Path, name: &str, day: Day, ranked: bool, begun: u64) {
    let header = RunHeader::new(name, Setup::daily(day, ranked, catalog()), catalog());
    let header = header.named(&day.to_string());
    let file = RunFile::create(path, &header).expect("creates");
    let mut session = Session::begin(header, catalog(), file).expect("begins");
    session.mark(MarkKind::Start, begun).expect("writes");
    session.submit_at(Command::Abandon, begun + 1_000).expect("accepted");
}

#[test]
fn there_is_one_try_that_counts() {
    let home = TempDir::new().expect("a folder");
    let mut pty = on_terminal(home.path(), "play --mode daily").run();
    pty.wait_for("your one try is open");
    pty.press("\r", "Begin the one try of");
    pty.press("Y", "your one try at it that counts");
    let file = only_run(home.path());
    let name = file.file_name().and_then(|name| name.to_str()).expect("a name");
    assert!(name.starts_with("daily-20"), "{name}");

    // Another window finds it begun.
    let mut other = on_terminal(home.path(), "play --mode daily").run();
    other.wait_for("your one try goes on");
    other.press("\r", "another process");
    other.ends_by("\x1b", 0);

    // A process that is killed leaves it to be gone on with, and no second one to be begun.
    pty.send("\r");
    pty.wait_until("the floor", |screen| !screen.contents().contains("key: begin"));
    pty.signal("KILL");
    let mut pty = on_terminal(home.path(), "play --mode daily").run();
    pty.wait_for("your one try goes on");
    pty.send("\r");
    // No turn was played: the briefing is shown again.
    pty.wait_for("key: begin");
    pty.send("\r");
    pty.wait_until("the floor", |screen| !screen.contents().contains("key: begin"));
    pty.press("S", "Continue: ");
    pty.ends_by("q", 0);
    let (code, infos) = lines(&home, &format!("save info {}", file.display()));
    assert_eq!(code, 0);
    assert_eq!((&infos[0]["mode"], &infos[0]["resumes"]), (&"daily".into(), &1.into()));
    assert_eq!(infos[0]["word"], infos[0]["day"]);
}

#[test]
fn a_day_has_its_board() {
    let home = TempDir::new().expect("a folder");
    let runs = home.path().join("runs");
    fs::create_dir(&runs).expect("a folder");
    let (now, today) = (now(), Day::of_seconds(now() / 1_000));
    let yesterday = today.before(1);
    let own = runs.join(format!("daily-{today}.upk"));
    record(&own, "Ann", today, true, now);
    record(&runs.join("late.upk"), "Bo", yesterday, true, now);
    record(&runs.join("early.upk"), "Cy", yesterday, true, now - 86_400_000);
    record(&runs.join("practice.upk"), "Ann", yesterday, false, now);
    // A second try, and the same run under another name.
    record(&runs.join("again.upk"), "Ann", today, true, now + 1);
    fs::copy(&own, runs.join("copy.upk")).expect("copies");

    let own = own.display();
    assert_eq!(lines(&home, &format!("replay verify --ranked {own}")).0, 0);
    let (code, late) =
        lines(&home, &format!("replay verify --ranked {}", runs.join("late.upk").display()));
    assert_eq!((code, &late[0]["ok"]), (1, &true.into()));
    assert_eq!(late[0]["reason"], "it is a daily shift that was not begun on its day");

    let (_, board) = lines(&home, "scores --mode daily");
    let told = |line: &Value| (line["name"].clone(), line["day"].clone(), line["place"].clone());
    let told: Vec<_> = board.iter().map(told).collect();
    let expected = [("Ann", today), ("Cy", yesterday)]
        .map(|(name, day)| (name.into(), day.to_string().into(), 1.into()));
    assert_eq!(told, expected);
    let (_, board) = lines(&home, &format!("scores --date {yesterday}"));
    assert_eq!((board.len(), &board[0]["name"]), (1, &"Cy".into()));
    assert_eq!(lines(&home, "scores --mode shift").1.len(), 0);

    let mut pty = on_terminal(home.path(), "play --mode daily").run();
    pty.wait_for("Your try that counts is over.");
    pty.press("\r", "for practice.");
    pty.signal("KILL");
}

#[test]
fn a_file_of_another_run_is_not_taken_for_the_try() {
    let home = TempDir::new().expect("a folder");
    let runs = home.path().join("runs");
    fs::create_dir(&runs).expect("a folder");
    let (now, today) = (now(), Day::of_seconds(now() / 1_000));
    record(&runs.join(format!("daily-{today}.upk")), "Ann", today.before(1), true, now);
    let mut pty = on_terminal(home.path(), "play --mode daily").run();
    pty.wait_for("its run cannot be read");
    pty.wait_for("it is not the run of your try of");
    pty.ends_by("\x1b", 0);
}

#[test]
fn what_no_day_has_is_refused() {
    let home = TempDir::new().expect("a folder");
    for (line, said) in [
        ("play --mode daily --date 2999-01-01", "2999-01-01 is yet to come"),
        ("play --mode daily --date tomorrow", "“tomorrow” is no date such as 2026-11-22"),
        ("play --mode daily --kind vault", "--kind does not go with --mode daily"),
        ("play --date 2026-11-22", "--date goes with --mode daily"),
    ] {
        let mut pty = on_terminal(home.path(), line).run();
        pty.wait_for(said);
        pty.ends_with(2);
    }
    let mut pty = on_terminal(home.path(), "play --mode daily --date 2020-02-29").run();
    pty.wait_for("2020-02-29");
    pty.wait_for("practises: the floor of that day");
    pty.ends_by("\x1b", 0);
}

#[test]
fn bots_play_the_shifts_of_days() {
    let home = TempDir::new().expect("a folder");
    let save = home.path().join("run.upk");
    let days = "sim --mode daily --seed 2026-11-22 --count 3 --commands 30 --save";
    let (code, runs) = lines(&home, &format!("{days} {}", save.display()));
    assert_eq!((code, runs.len()), (0, 3));
    for (run, date) in runs.iter().zip(["2026-11-22", "2026-11-23", "2026-11-24"]) {
        let shift = Setup::daily(date.parse().expect("a date"), false, catalog());
        assert_eq!(
            (&run["mode"], &run["day"], &run["word"]),
            (&"daily".into(), &date.into(), &date.into())
        );
        assert_eq!(
            (&run["kind"], &run["depth"]),
            (&shift.mode.kind().into(), &shift.mode.depth().0.into())
        );
        let file = home.path().join(format!("run-{date}.upk"));
        let (code, told) = lines(&home, &format!("replay verify {}", file.display()));
        assert_eq!((code, &told[0]["day"], &told[0]["ranked"]), (0, &date.into(), &false.into()));
    }
    for wrong in [
        "",
        " --seed 7",
        " --seed 2026-02-30",
        " --seed 2026-11-22 --kind vault",
        " --seed 2026-11-22 --fuzz",
    ] {
        assert_eq!(lines(&home, &format!("sim --mode daily{wrong}")).0, 2, "{wrong}");
    }
}
