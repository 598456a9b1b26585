//! Shifts of days: one try that counts, boards of their own, and what is kept from everybody until
//! the day is over.

use serde_json::Value;
use server::store::RunRow;

use crate::boards::{entries, serve};
use crate::running::{Running, Told, wait_until};
use crate::sessions::give_up;
use crate::support::database::{Database, account, daily, found_true, result};
use crate::support::pty::Pty;

/// Begins the one try at today's shift, gives it up, and goes on to its result.
fn give_up_today(pty: &mut Pty) {
    pty.press("d", "your one try is open");
    pty.press("\r", "Begin the one try of");
    pty.press("Y", "key: begin");
    pty.press("\r", "Health ");
    give_up(pty);
}

/// Goes on from a result.
fn to_title(pty: &mut Pty) {
    pty.press("t", "New shift");
}

#[test]
fn days_have_boards_and_today_is_kept_from_who_has_a_try() {
    let database = Database::sqlite();
    let (server, store) = serve(database.url(), "");
    // A day long ago, of other rules.
    let eve = account(&store, "Eve").id;
    let lease = store.begin_run(eve, daily("2024-02-29"), b"head", "nobody").expect("a run");
    store.finish(&lease, b"end", result("d")).expect("kept");
    store.keep_verdict(lease.run(), found_true("d", &[("clock-out", 700)])).expect("kept");
    let days = |options: &[&str]| entries(&server, &[&["--mode", "daily"], options].concat());
    let mut ann = server.join("Ann");
    let mut bea = server.join("Bea");
    give_up_today(&mut ann);
    to_title(&mut ann);
    wait_until("Ann's try on the board", || days(&[]).len() == 2);
    let board = days(&[]);
    for (field, value) in [
        ("schema", Value::from("upkeeper.score/1")),
        ("place", 1.into()),
        ("name", "Ann".into()),
        ("mode", "daily".into()),
        ("seed", Value::Null),
        ("outcome", "abandoned".into()),
        ("ranked", true.into()),
        ("verified", true.into()),
    ] {
        assert_eq!(board[0][field], value, "{field}");
    }
    let old = [("day", "2024-02-29"), ("name", "Eve"), ("seed", "1")];
    assert!(old.iter().all(|(field, value)| board[1][field] == *value), "{board:#?}");
    assert_eq!(board[1]["categories"]["clock-out"], 700);
    assert_eq!(days(&["--date", "2024-02-29"]), board[1..]);
    assert_eq!(days(&["--date", "2024-02-28"]), [] as [Value; 0]);
    let Told(_, text, _) = server.ask("anybody", &["scores", "--mode=daily"]);
    let today = board[0]["day"].as_str().expect("a day");
    let lines: Vec<_> = text.lines().collect();
    assert!(lines[0].starts_with(&format!("{today}: ")), "{text}");
    assert!(lines[1].starts_with("  1. ") && lines[1].contains("its seed told tomorrow"), "{text}");
    assert_eq!(lines[2], "2024-02-29: vault, depth 3");
    let eves =
        "  1.    420 A  Eve: daily of 2024-02-29, vault, depth 3, seed 1; clocked out at turn 700";
    assert_eq!(lines[3], eves);
    // Bea still has her try.
    bea.press("b", "Clock out, played here");
    bea.press("\x1b[Z", &format!("Daily shift of {today}"));
    bea.wait_for("  1  Ann ");
    bea.wait_for("its seed is told tomorrow");
    bea.press("\r", "after your one try");
    bea.press("\x1b[C", "Daily shift of 2024-02-29: vault, depth 3, one of 2 days");
    bea.wait_for("  1  Eve ");
    bea.press("\x1b", "New shift");
    // The list of days has the board, too.
    bea.press("d", "1. Ann: ");
    bea.press("\x1b", "New shift");
    give_up_today(&mut bea);
    to_title(&mut bea);
    wait_until("Bea's try on the board", || days(&["--date", today]).len() == 2);
    bea.press("b", "Clock out, played here");
    bea.press("\x1b[Z", "  2  Bea, you ");
    bea.press("\r", "  command ");
}

#[test]
fn the_seed_of_today_is_kept_from_who_has_played_it_too() {
    let database = Database::sqlite();
    let (server, store) = serve(database.url(), "");
    let mut ann = server.join("Ann");
    give_up_today(&mut ann);
    ann.wait_for_words("seed told tomorrow");
    ann.press("a", "can be practised from tomorrow on");
    // The next floor is of a seed that tells nothing of this one.
    ann.press("n", "key: begin");
    let account = store.account_of_name("ann").expect("an answer").expect("Ann");
    let runs = store.runs_of(account.id).expect("an answer");
    let today = runs.iter().find(|run| run.facts.day.is_some()).expect("the try");
    let next = runs.iter().find(|run| run.facts.day.is_none()).expect("the next floor");
    let number = |run: &RunRow| run.facts.seed.parse::<u64>().expect("a number");
    assert_eq!((&next.facts.kind, next.facts.depth), (&today.facts.kind, today.facts.depth + 1));
    assert!(number(next) < 1_000_000 && number(today) > 1_000_000, "{next:?}");
    ann.press("\r", "Health ");
    give_up(&mut ann);
    to_title(&mut ann);
    ann.press("h", "Your scores");
    ann.wait_for("told tomorrow");
    assert!(!ann.text().contains(&today.facts.seed), "{}", ann.text());
    assert!(ann.text().contains(&next.facts.seed), "{}", ann.text());
    let run = today.run.to_string();
    for who in ["Ann", "stranger"] {
        let ask = || server.ask(who, &["get", &run]);
        // Before that it says that the run was not found true.
        wait_until("the run found true", || ask().2.contains("whose seed is told tomorrow"));
        ask().refused(77);
    }
}

#[test]
fn days_gone_by_are_played_again_and_do_not_count() {
    let server = Running::start();
    let mut ann = server.join("Ann");
    ann.press("d", "your one try is open");
    ann.press("\x1b[B", "practises: the floor of that day, unranked.");
    ann.press("\r", "key: begin");
    ann.press("\r", "Health ");
    give_up(&mut ann);
    to_title(&mut ann);
    ann.press("d", "practised: ");
    ann.wait_for("your one try is open");
    assert_eq!(entries(&server, &["--mode", "daily"]), [] as [Value; 0]);
}
