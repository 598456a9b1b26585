//! What the summary counts of a run.

use super::perks::Seniority;
use engine::sim::{Grade, GradeReason, RunStatus};
use runs::record::{Session, Sink, outcome_name};

/// The result of a run.
pub(super) struct RunResult {
    pub outcome: &'static str,
    pub grade: Option<char>,
    pub killed_by: Option<String>,
    pub turns: u32,
    pub par: Option<u32>,
    pub is_order_done: bool,
    pub work: (u32, u32),
    pub raid: (u32, u32),
    /// The perks of a journey.
    pub seniority: Option<Seniority>,
    /// The points, and those of another bot on the same seed.
    pub gain: Option<(u32, u32)>,
}

impl RunResult {
    /// The result of a run, for the summary.
    pub(super) fn of<S: Sink>(session: &Session<S>) -> RunResult {
        let (game, view) = (session.game(), session.game().view());
        let is_over = matches!(game.status(), RunStatus::Over(_));
        let grade = game.run_grade();
        RunResult {
            outcome: outcome_name(game.status()),
            grade: is_over.then(|| grade.letter.character()),
            killed_by: view.tally().killed_by.map(|by| view.harm_name(by)),
            turns: view.turns_worked().0,
            par: view.par().map(|par| par.0),
            is_order_done: is_over && is_work_done(&grade),
            work: points(&grade, |what| matches!(what, GradeReason::Jobs { .. })),
            raid: points(&grade, GradeReason::is_of_raid),
            seniority: Seniority::of(view),
            gain: None,
        }
    }
}

/// Whether the order was complete when the party found it. What the party undid afterwards does not count.
fn is_work_done(grade: &Grade) -> bool {
    let mut work = grade.lines.iter().filter(|line| matches!(line.what, GradeReason::Jobs { .. }));
    work.all(|line| line.points >= line.max_points as i32)
}

/// The points won for some reasons, and those that could be won.
fn points(grade: &Grade, wanted: fn(GradeReason) -> bool) -> (u32, u32) {
    let lines = grade.lines.iter().filter(|line| wanted(line.what));
    let (won, max) =
        lines.fold((0, 0), |(won, max), line| (won + line.points, max + line.max_points));
    (won.max(0) as u32, max)
}
