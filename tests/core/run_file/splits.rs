//! Splits, categories and comparisons of runs.

use content::{JobKind, SplitPoint};
use engine::sim::{Command, Game, Letter, RunStatus, Turns};
use runs::record::{
    Incomparable, Mark, MarkKind, Milestone, Origin, RealTime, Recording, TimedRun, TimingError,
    VerifyLimits, branch, compare,
};

use crate::run_file::runs::{bot_frames, frames, timed, whole};
use crate::support::content::catalog;

/// Plays a run again and gives its states by the number of commands before them to a function.
fn states(run: &TimedRun, mut see: impl FnMut(&Game)) -> Game {
    let mut game = Game::new(run.header.setup.clone(), catalog()).expect("a level");
    see(&game);
    for command in run.commands() {
        game.step(command).expect("accepted");
        see(&game);
    }
    game
}

#[test]
fn splits_are_reached_when_the_state_says_so() {
    let category = catalog().find_category("grade-s").expect("is there");
    let mut reached_jobs = 0;
    for (kind, seed) in [("vault", 1), ("vault", 3), ("keep", 2), ("cavern", 4)] {
        let run = timed(bot_frames("planner", kind, seed));
        let mut complete: Vec<Vec<JobKind>> = Vec::new();
        let end = states(&run, |game| {
            let view = game.view();
            let order = view.order();
            let is_done = |job: &JobKind| {
                order.iter().filter(|count| count.job == *job).all(|&count| view.is_complete(count))
            };
            complete.push(JobKind::ALL.into_iter().filter(is_done).collect());
        });
        let splits = run.splits(category);
        assert!(splits.is_sorted_by_key(|split| split.reached.map_or(u32::MAX, |at| at.commands)));
        for split in &splits {
            if let (SplitPoint::Job(job), Some(at)) = (split.point, split.reached) {
                reached_jobs += 1;
                let from = at.commands as usize;
                assert!(complete[from..].iter().all(|done| done.contains(&job)), "{kind} {job}");
                assert!(from == 0 || !complete[from - 1].contains(&job), "{kind} {job}");
                // A second passed with each command.
                assert_eq!(
                    run.real_time_of(split).unwrap_or(from as u64 * 1_000),
                    from as u64 * 1_000
                );
            }
        }
        let of = |point| run.timer.reached(point).expect("a whole run");
        assert_eq!(Some(of(SplitPoint::WorkOver).turn), end.view().tally().left_at);
        assert_eq!(of(SplitPoint::RaidOver).commands, run.verification.commands);
        assert_eq!(of(SplitPoint::RaidOver).worked_turns, end.view().turns_worked());
        let real = run.real_time.as_ref().expect("marked");
        assert_eq!(real.total(), u64::from(run.verification.commands) * 1_000);
    }
    assert!(reached_jobs > 10, "{reached_jobs} say little");
}

#[test]
fn categories_take_the_runs_that_have_what_they_ask_for() {
    let mut seen = std::collections::BTreeMap::<(&str, bool), u32>::new();
    let players = [
        ("order", "vault", 1..=5),
        ("idle", "vault", 1..=1),
        ("look", "warren", 1..=1),
        ("planner", "crypt", 1..=1),
    ];
    for (bot, kind, seeds) in players {
        for seed in seeds {
            let run = timed(bot_frames(bot, kind, seed));
            let end = states(&run, |_| {});
            let served = matches!(
                end.status(),
                RunStatus::Over(engine::sim::End::ClockedOut | engine::sim::End::Dawn)
            );
            let report = end.world().report_so_far();
            let order_done = end.view().order().iter().all(|&count| end.view().is_complete(count));
            let wanted = [
                ("clock-out", served),
                ("order", served && order_done),
                ("grade-s", served && end.grade().letter == Letter::S),
                (
                    "clean-sweep",
                    served
                        && report.is_some_and(|report| report.home() == 0 && !report.is_going_on()),
                ),
            ];
            for (id, wanted) in wanted {
                let category = catalog().find_category(id).expect("is there");
                let result = run.result(category);
                assert_eq!(result.qualifies(), wanted, "{bot} {kind} {seed} {id}: {result:?}");
                *seen.entry((id, wanted)).or_default() += 1;
                let worked = end.view().turns_worked().0;
                match (id, result.measure) {
                    ("order", Some(turns)) => assert!(turns <= worked),
                    ("order", None) => assert!(!wanted),
                    (_, measure) => assert_eq!(measure, Some(worked)),
                }
            }
        }
    }
    // The others are rare.
    let missing: Vec<_> =
        ["clock-out", "order"].iter().filter(|id| !seen.contains_key(&(**id, true))).collect();
    assert!(missing.is_empty(), "no run qualified for {missing:?}: {seen:?}");
    let tried = ["clock-out", "order", "grade-s", "clean-sweep"];
    let missing: Vec<_> = tried.iter().filter(|id| !seen.contains_key(&(**id, false))).collect();
    assert!(missing.len() <= 1, "every run qualified for {missing:?}: {seen:?}");
}

#[test]
fn runs_of_a_shift_are_compared_and_others_are_not() {
    let category = catalog().find_category("clock-out").expect("is there");
    let run = timed(bot_frames("planner", "vault", 3));
    let same = compare(&run, &run, category).expect("one shift");
    assert_eq!(same.parting, None);
    assert!(same.splits.iter().all(|split| split.difference().is_none_or(|turns| turns == 0)));

    // The same up to a place, and then two turns later.
    let (header, frames) = bot_frames("planner", "vault", 3);
    let mut recording = Recording::of_frames(header, frames);
    let mut session = branch(&mut recording, 40, catalog(), Vec::new()).expect("plays");
    for _ in 0..2 {
        session.submit(Command::Wait).expect("accepted");
    }
    let header = session.header().clone();
    let (turn, common) = (session.game().world().clock(), session.commands() - 2);
    let other = timed((header, session.into_sink()));
    let found = compare(&run, &other, category).expect("one shift");
    let parting = found.parting.expect("they part");
    assert_eq!((parting.commands, parting.turn.0), (common, turn.0 - 2));
    assert_eq!(parting.next[1], Some(Command::Wait));
    assert_eq!(
        compare(&other, &run, category).expect("one shift").parting.expect("part").next,
        [parting.next[1], parting.next[0]]
    );

    let refused = |other: &TimedRun| compare(&run, other, category).expect_err("was compared");
    assert!(matches!(refused(&timed(bot_frames("planner", "vault", 4))), Incomparable::Seed(..)));
    assert!(matches!(refused(&timed(bot_frames("runner", "keep", 3))), Incomparable::Kind(..)));
    let mut cut = other.clone();
    cut.header = cut.header.with_origin(Origin::Cut);
    assert_eq!(refused(&cut), Incomparable::Start);
}

#[test]
fn what_is_not_true_is_not_timed() {
    let (header, mut frames) = frames("vault", 3, 40);
    frames.retain(|frame| !matches!(frame, runs::record::Frame::Command(Command::Explore)));
    let limits = VerifyLimits::default();
    let timed = TimedRun::verify(&header, catalog(), false, limits, whole(frames));
    assert!(matches!(timed, Err(TimingError::Untrue(_))));
}

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
