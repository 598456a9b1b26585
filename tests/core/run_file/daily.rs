//! Daily shifts: the same for everybody, ranked on their day alone, and true or found out.

use base::{Day, Seed};
use content::Depth;
use engine::sim::{Command, Mode, Setup};
use runs::record::{Dump, DumpedState, Frame, MarkKind, RunHeader, Session, UnrankedReason};
use serde_json::Value;

use super::runs::verified;
use crate::support::content::catalog;

const NOON: u64 = 12 * 3_600_000;

fn day(date: &str) -> Day {
    date.parse().expect("a date")
}

fn noon(date: &str) -> u64 {
    u64::from(day(date).number()) * 86_400_000 + NOON
}

/// A run of a setup, begun at some moments and given up.
fn run(setup: Setup, starts: &[u64]) -> (RunHeader, Vec<Frame>) {
    let header = RunHeader::new("Ann", setup, catalog());
    let mut session = Session::begin(header.clone(), catalog(), Vec::new()).expect("begins");
    for &time in starts {
        session.mark(MarkKind::Start, time).expect("memory");
    }
    session.submit(Command::Wait).expect("accepted");
    session.submit(Command::Abandon).expect("accepted");
    (header, session.into_sink())
}

#[test]
fn a_day_has_the_same_shift_for_everybody() {
    let told = |date: &str| {
        let Setup { seed, mode, .. } = Setup::daily(day(date), true, catalog());
        assert_eq!(seed, Seed::from_text(date));
        (mode.kind().to_owned(), mode.depth().0)
    };
    let week = ["16", "17", "18", "19", "20", "21", "22"].map(|of| told(&format!("2026-11-{of}")));
    let kinds = ["crypt", "house", "warren", "cloister", "town", "bastion", "delve"];
    for (place, (kind, depth)) in week.iter().enumerate() {
        assert_eq!((kind.as_str(), usize::from(*depth)), (kinds[place], place + 1));
    }
    // Ten kinds on seven days: each comes on every day of the week.
    let sundays: std::collections::BTreeSet<_> =
        (0..10).map(|weeks| told(&day("2026-11-22").before(weeks * 7).to_string())).collect();
    assert_eq!(sundays.len(), 10);
}

#[test]
fn the_try_that_counts_was_begun_on_its_day() {
    let date = "2026-11-22";
    let ranked = |starts: &[u64]| {
        let (header, frames) = run(Setup::daily(day(date), true, catalog()), starts);
        let verdict = verified(&header, &frames);
        assert_eq!(verdict.mismatch, None);
        verdict.unranked
    };
    assert_eq!(ranked(&[noon(date)]), None);
    assert_eq!(ranked(&[noon(date) - NOON]), None);
    assert_eq!(ranked(&[noon(date) + NOON - 1]), None);
    assert_eq!(ranked(&[noon(date) + NOON]), Some(UnrankedReason::OtherDay));
    assert_eq!(ranked(&[noon("2026-11-21")]), Some(UnrankedReason::OtherDay));
    assert_eq!(ranked(&[]), Some(UnrankedReason::OtherDay));

    let practice = Setup::daily(day(date), false, catalog());
    let (header, frames) = run(practice, &[noon(date)]);
    assert_eq!(verified(&header, &frames).unranked, Some(UnrankedReason::Practice));
    // Practice that is called the try that counts is another run: its chain is another.
    let counted = RunHeader { setup: Setup::daily(day(date), true, catalog()), ..header };
    let mismatch = verified(&counted, &frames).mismatch.expect("is not true");
    assert_eq!(mismatch.component, "chain");
}

#[test]
fn a_shift_that_is_not_the_one_of_its_day_is_found() {
    let setup = Setup::daily(day("2026-11-22"), true, catalog());
    let Mode::Daily { day, ranked, kind, depth } = setup.mode.clone() else { panic!("daily") };
    let of = |kind: &str, depth| Mode::Daily { day, ranked, kind: kind.to_owned(), depth };
    let others = [
        Setup { mode: of("vault", depth), ..setup.clone() },
        Setup { mode: of(&kind, Depth(1)), ..setup.clone() },
        Setup { seed: Seed(1), ..setup.clone() },
    ];
    for other in others {
        let (header, frames) = run(other, &[noon("2026-11-22")]);
        let verdict = verified(&header, &frames);
        let mismatch = verdict.mismatch.expect("is not true");
        assert_eq!((mismatch.component, mismatch.command), ("setup", 0));
        assert!(mismatch.found.starts_with("a delve at depth 7"), "{mismatch:?}");
    }
}

#[test]
fn a_dump_of_a_daily_shift_is_read_back() {
    let setup = Setup::daily(day("2026-11-22"), true, catalog());
    let header = RunHeader::new("Ann", setup, catalog());
    let session = Session::begin(header, catalog(), Vec::new()).expect("begins");
    let dump = Dump::of_session(&session).to_value().expect("plain data");
    assert_eq!(dump["setup"]["day"], "2026-11-22");
    let read = DumpedState::read(&dump, catalog()).expect("what was dumped");
    assert_eq!(read.header.setup, Setup::daily(day("2026-11-22"), false, catalog()));
    assert_eq!(read.snapshot, session.game().snapshot());

    let refused = |key: &str, value: Value| {
        let mut dump = dump.clone();
        dump["setup"][key] = value;
        DumpedState::read(&dump, catalog()).expect_err("cannot be").to_string()
    };
    assert_eq!(
        refused("day", "2026-02-30".into()),
        "setup.day: “2026-02-30” is no date such as 2026-11-22"
    );
    assert!(
        refused("day", "2026-11-21".into())
            .starts_with("setup.day: that day has a bastion at depth 6")
    );
    assert!(refused("depth", 3.into()).starts_with("setup.day: that day has a delve at depth 7"));
    assert!(refused("mode", "shift".into()).starts_with("setup.day: no such key"));
}
