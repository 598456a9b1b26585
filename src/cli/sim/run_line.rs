//! The JSON line of a run.

use std::time::Duration;

use serde::Serialize;

use super::perks::Seniority;
use base::Day;
use engine::sim::{GradeReason, RunStatus, Setup};
use runs::record::{Session, Sink, outcome_name};

/// The line of a run. All but `turns_per_second` depend on the input alone.
#[derive(Serialize)]
pub(super) struct RunLine {
    schema: &'static str,
    mode: &'static str,
    /// The day of a daily shift.
    #[serde(skip_serializing_if = "Option::is_none")]
    day: Option<Day>,
    kind: String,
    seed: String,
    /// What was typed for the seed, if that was more than its number.
    word: Option<String>,
    bot: String,
    commands: u32,
    turns: u32,
    outcome: &'static str,
    grade: Option<char>,
    score: Option<u32>,
    digest: String,
    turns_per_second: u64,
    depth: u8,
    /// The condition of the floor, if it has one.
    condition: Option<String>,
    /// Turns on the floor, without those of the raid that is watched from outside.
    worked_turns: u32,
    par: Option<u32>,
    dawn: u32,
    pub(super) points: Option<u32>,
    max_points: Option<u32>,
    /// The points of a run that is over by what they are for.
    work_points: Option<i32>,
    time_points: Option<i32>,
    raid_points: Option<i32>,
    /// The part of the raid's points that traps set beyond the order have earned.
    prepared_points: Option<i32>,
    killed_by: Option<String>,
    coins: u32,
    /// Bosses that are dead or were driven off.
    bosses: u16,
    /// The perks of a journey, and how far it came.
    #[serde(flatten)]
    seniority: Option<Seniority>,
    /// What the other bot came to on the same seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) against: Option<Box<RunLine>>,
}

impl RunLine {
    /// The line of a run as it stands, that took so long.
    pub(super) fn of<S: Sink>(session: &Session<S>, bot: &str, elapsed: Duration) -> RunLine {
        let seconds = elapsed.as_secs_f64();
        let game = session.game();
        let view = game.view();
        let turns = view.turns().0;
        let grade = matches!(game.status(), RunStatus::Over(_)).then(|| game.run_grade());
        let won = |wanted: fn(GradeReason) -> bool| {
            let lines = grade.as_ref()?.lines.iter().filter(|line| wanted(line.what));
            Some(lines.map(|line| line.points).sum::<i32>())
        };
        let Setup { seed, mode, .. } = game.setup();
        RunLine {
            schema: "upkeeper.sim/1",
            mode: mode.name(),
            day: mode.day(),
            kind: mode.kind().to_owned(),
            seed: seed.to_string(),
            word: session.header().word.clone(),
            bot: bot.to_owned(),
            commands: session.commands(),
            turns,
            outcome: outcome_name(game.status()),
            grade: grade.as_ref().map(|grade| grade.letter.character()),
            score: grade.as_ref().map(|grade| grade.score),
            digest: session.chain().digest().to_string(),
            turns_per_second: (f64::from(turns) / seconds.max(1e-9)) as u64,
            depth: view.depth().0,
            condition: view.condition().map(str::to_owned),
            worked_turns: view.turns_worked().0,
            par: view.par().map(|par| par.0),
            dawn: view.dawn().0,
            points: grade.as_ref().map(|grade| grade.points),
            max_points: grade.as_ref().map(|grade| grade.max_points),
            work_points: won(|what| matches!(what, GradeReason::Jobs { .. })),
            time_points: won(GradeReason::is_of_hurry),
            raid_points: won(GradeReason::is_of_raid),
            prepared_points: won(|what| matches!(what, GradeReason::Prepared { .. })),
            killed_by: view.tally().killed_by.map(|by| view.harm_name(by)),
            coins: view.coins().0,
            bosses: view.tally().bosses,
            seniority: Seniority::of(view),
            against: None,
        }
    }
}
