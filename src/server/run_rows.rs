//! Runs as the rows of the store have them.

use super::store::{Account, NewRun, RunResult};
use base::Day;
use runs::record::RunHeader;
use runs::save::Score;

/// A try at the shift that this server has for a day.
#[derive(Clone, Copy, Debug)]
pub(super) struct DayTry {
    pub(super) day: Day,
    pub(super) is_ranked: bool,
}

/// What the store is told of a run of an account.
pub(super) fn new_run(header: &RunHeader, account: &Account, day: Option<&DayTry>) -> NewRun {
    let RunHeader { ruleset, setup, word, name, .. } = header;
    NewRun {
        ruleset: ruleset.to_string(),
        mode: day.map_or(setup.mode.name(), |_| "daily").to_owned(),
        kind: setup.mode.kind().to_owned(),
        depth: setup.mode.depth().0.into(),
        seed: setup.seed.to_string(),
        word: word.clone(),
        day: day.map(|try_at| try_at.day.to_string()),
        name: name.clone(),
        is_ranked: !account.is_guest
            && header.unranked_reason().is_none()
            && day.is_none_or(|try_at| try_at.is_ranked),
    }
}

/// What the end of a run claims.
pub(super) fn run_result(score: Score) -> RunResult {
    RunResult {
        outcome: score.outcome,
        is_overtaken: score.overtaken,
        grade: score.grade.character().to_string(),
        score: score.score,
        clock: score.clock.0,
        worked_turns: score.turns.0,
        commands: score.commands,
        digest: score.digest,
    }
}
