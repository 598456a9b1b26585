//! The list of the days: what it offers of each, and the one try that counts.

use base::Day;
use engine::sim::{Mode, Setup};
use runs::save::{RunId, Score};
use screens::{Context, RankedTry, Screen, screens::daily::DailyScreen};

use crate::host::HostState;
use crate::menus::scores::some_scores;
use crate::menus::show::Show;
use crate::support::content::catalog;

fn daily(context: &mut Context) -> Box<dyn Screen> {
    Box::new(DailyScreen::new(None, context))
}

fn day(date: &str) -> Day {
    date.parse().expect("a date")
}

fn run(name: &str) -> RunId {
    RunId::try_from(name.to_owned()).expect("a name")
}

/// A run of a day's shift.
fn score(date: &str, name: &str, points: u32, ranked: bool) -> Score {
    let setup = Setup::daily(day(date), ranked, catalog());
    let like = some_scores().into_iter().find(|score| score.verified).expect("one");
    Score {
        name: name.to_owned(),
        mode: "daily".to_owned(),
        day: Some(day(date)),
        kind: setup.mode.kind().to_owned(),
        depth: setup.mode.depth(),
        seed: setup.seed,
        score: points,
        ranked,
        run: run(&format!("{name}-{date}.upk")),
        ..like
    }
}

/// What there is after some days.
fn played() -> HostState {
    let over = RankedTry::Over(run("Ann-2026-11-21.upk"));
    let unfinished = RankedTry::Unfinished(run("daily-2026-11-20.upk"));
    let untrue = RankedTry::Over(run("daily-2026-11-16.upk"));
    let scores = [
        score("2026-11-21", "Ann", 120, true),
        score("2026-11-21", "Bo", 150, true),
        score("2026-11-21", "Ann", 190, false),
        score("2026-11-19", "Ann", 44, false),
        score("2026-11-18", "Bo", 91, true),
        score("2025-02-03", "Ann", 7, true),
    ];
    HostState {
        scores: scores.into_iter().chain(some_scores()).collect(),
        tries: [
            (day("2026-11-21"), over),
            (day("2026-11-20"), unfinished),
            (day("2026-11-16"), untrue),
        ]
        .into(),
        ..HostState::default()
    }
}

#[test]
fn the_days_are_listed_with_what_there_is_of_them() {
    let mut show = Show::new(played(), daily);
    show.snapshots("daily");
    show.any_size();
    show.press("down").says("1. Bo: ");
    show.snapshots("daily_board");
    show.press("end").says("2025-02-03 Monday");
}

#[test]
fn the_try_that_counts_is_told_of_before_it_begins() {
    let mut show = Show::of(daily);
    show.says("You have one try that counts");
    show.press("enter").says("Begin the one try of 2026-11-22 that counts?");
    assert!(show.host.borrow().begun.is_empty());
    // Any key but yes leaves it open.
    show.press("n").says("your one try is open");
    show.press("enter x").says("You have one try that counts");
    show.press("enter enter").says("You have one try that counts");
    assert!(show.host.borrow().begun.is_empty());

    show.press("enter Y");
    assert_eq!(show.begun(), Setup::daily(day("2026-11-22"), true, catalog()));
    show.says("The shift of 2026-11-22, and your one try at it that counts.");
}

#[test]
fn what_is_over_or_past_is_practice_and_what_was_begun_goes_on() {
    for down in ["down", "down down down"] {
        let mut show = Show::new(played(), daily);
        show.press(down).press("enter");
        let setup = show.begun();
        assert!(matches!(setup.mode, Mode::Daily { ranked: false, .. }), "{setup:?}");
        show.says("for practice.");
    }
    let mut show = Show::new(played(), daily);
    show.press("down down").says("goes on with the try that counts");
    show.press("enter");
    let setup = show.begun();
    assert_eq!(setup.mode.name(), "shift", "the host goes on with what it has kept");
}

#[test]
fn a_host_that_refuses_is_heard() {
    let host = HostState { refusal: Some("it is gone".to_owned()), ..played() };
    let mut show = Show::new(host, daily);
    show.says("its run cannot be read");
    show.press("enter").says("it is gone");
    // It is asked again.
    show.host.borrow_mut().refusal = None;
    show.press("enter").says("your one try is open");
    let mut show = Show::new(played(), daily);
    show.press("w").says("Nobody's run of that day counts here yet.");
    show.press("down w").says("the start");
}
