//! Real time from the marks of a run.

use engine::sim::Turns;
use runs::record::{Mark, MarkKind, Milestone, RealTime};

#[test]
fn time_away_is_no_time_of_the_run() {
    let mark = |commands, kind, time| (commands, Mark { kind, turn: Turns(0), time });
    let done = MarkKind::Milestone(Milestone::OrderDone);
    let marks = [
        mark(0, MarkKind::Start, 1_000),
        mark(10, done, 3_500),
        mark(12, MarkKind::Leave, 4_000),
        mark(12, MarkKind::Resume, 90_000),
        mark(20, done, 91_000),
        // Killed, and taken up again.
        mark(25, MarkKind::Resume, 200_000),
        // The clock was set back.
        mark(30, done, 150_000),
        mark(31, done, 150_250),
    ];
    let real_time = RealTime::of(&marks).expect("begins with a start");
    assert_eq!(real_time.at(10), Some(2_500));
    assert_eq!(real_time.at(12), None);
    assert_eq!(real_time.at(20), Some(4_000));
    assert_eq!(real_time.at(30), Some(4_000));
    let estimates = [0, 4, 10, 15, 20, 99].map(|commands| real_time.estimate(commands));
    assert_eq!(estimates, [0, 1_000, 2_500, 3_250, 4_000, 4_250]);
    assert_eq!((real_time.at(31), real_time.total()), (Some(4_250), 4_250));
    assert_eq!(RealTime::of(&marks[1..]), None);
    assert_eq!(RealTime::of(&[]), None);
}
