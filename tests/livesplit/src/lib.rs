//! Reads the splits in `tests/golden` with LiveSplit's own reader. `tests/process/races.rs` holds
//! that they are what the program writes.

#![cfg(test)]

use std::fs;
use std::path::Path;

use livesplit_core::TimingMethod::{GameTime, RealTime};
use livesplit_core::run::parser::TimerKind;
use livesplit_core::run::parser::composite;
use livesplit_core::{Run, TimingMethod};

/// The milliseconds of play for each command of the recorded run.
const MILLISECONDS_PER_COMMAND: f64 = 1_234.0;

fn document(name: &str) -> String {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../golden/livesplit_{name}.snap"));
    let snapshot = fs::read_to_string(path).expect("reads");
    let start = snapshot.find("<?xml").expect("a document");
    snapshot[start..].to_owned()
}

fn read(name: &str) -> Run {
    let document = document(name);
    let parsed = composite::parse(document.as_bytes(), None).expect("LiveSplit reads it");
    assert!(matches!(parsed.kind, TimerKind::LiveSplit), "{:?}", parsed.kind);
    parsed.run
}

/// The personal best at each segment, in seconds.
fn personal_best(run: &Run, method: TimingMethod) -> Vec<Option<f64>> {
    let times = run.segments().iter().map(|segment| segment.personal_best_split_time()[method]);
    times.map(|time| Some(time?.total_seconds())).collect()
}

/// All times hang together: splits rise, segments are their differences, and the last one is the
/// time of the attempt.
fn check(run: &Run, method: TimingMethod) {
    let best = personal_best(run, method);
    assert!(best.last().expect("segments").is_some(), "the last split has the time of the run");
    let mut before = Some(0.0);
    for (segment, time) in run.segments().iter().zip(&best) {
        let history = segment.segment_history().get(1).map(|time| time[method]);
        match time {
            Some(time) => {
                let own = history.flatten().expect("the attempt is in the history").total_seconds();
                let last = before.unwrap_or_else(|| time - own);
                assert!(
                    (time - last - own).abs() < 1e-6,
                    "{}: {time} {last} {own}",
                    segment.name()
                );
                if let Some(shortest) = segment.best_segment_time()[method] {
                    assert!((shortest.total_seconds() - own).abs() < 1e-6);
                }
                before = Some(*time);
            }
            None => assert_eq!(history.flatten(), None, "{}", segment.name()),
        }
    }
    assert!(best.iter().flatten().is_sorted());
    let attempt = &run.attempt_history()[0];
    let total = attempt.time()[method].expect("the attempt has a time").total_seconds();
    assert_eq!(Some(total), *best.last().expect("segments"));
}

#[test]
fn a_marked_run_has_both_times() {
    let run = read("marked");
    assert_eq!((run.game_name(), run.category_name()), ("Upkeeper", "Clock out: vault, depth 1"));
    assert_eq!((run.attempt_count(), run.attempt_history().len()), (1, 1));
    let variable = |name| {
        let variable = run.metadata().custom_variable(name);
        variable.map(|variable| variable.value.clone()).unwrap_or_default()
    };
    assert_eq!(variable("Player"), "<Ann> & \"Bob\"");
    assert!(variable("Seed").contains("mop & bucket"), "{}", variable("Seed"));
    assert!(run.len() >= 4);
    assert_eq!(run.segment(run.len() - 1).name(), "clock-out");
    check(&run, GameTime);
    check(&run, RealTime);
    for time in personal_best(&run, RealTime).into_iter().flatten() {
        let commands = time * 1_000.0 / MILLISECONDS_PER_COMMAND;
        assert!((commands - commands.round()).abs() < 1e-6, "{time}");
    }
    let attempt = &run.attempt_history()[0];
    let started = attempt.started().expect("its marks tell").time;
    let ended = attempt.ended().expect("its marks tell").time;
    assert_eq!(started.to_string(), "2026-11-22 20:26:17.0 +00:00:00");
    let total = attempt.time().real_time.expect("marked").total_seconds();
    assert!(((ended - started).as_seconds_f64() - total).abs() <= 1.0, "never left in between");
}

#[test]
fn a_run_without_marks_has_game_time_alone() {
    let run = read("planner");
    check(&run, GameTime);
    assert!(personal_best(&run, RealTime).iter().all(Option::is_none));
    let (marked, bare) = (read("marked"), run);
    assert_eq!(personal_best(&bare, GameTime), personal_best(&marked, GameTime));
}

#[test]
fn odd_texts_are_well_formed() {
    for name in ["odd", "marked", "planner"] {
        roxmltree::Document::parse(&document(name)).expect("XML");
    }
    let run = read("odd");
    let player = run.metadata().custom_variable("Player").expect("is there");
    assert!(player.value.starts_with("]]>&#0;<!--"), "{}", player.value);
    assert!(player.value.ends_with("e\u{301}\u{fffd}\u{fffd}"), "{}", player.value);
    check(&run, GameTime);
    check(&run, RealTime);
}
