//! What reports in JSON tell of a run: what was played, and what came of it.

use serde::Serialize;

use base::Day;
use content::Depth;
use engine::sim::RunStatus;
use engine::view::place_of_run;
use runs::record::{RunHeader, Verification, outcome_name};

/// What was played, with the seed: "shift, vault, depth 1, seed 7".
pub(super) fn setup_words(header: &RunHeader) -> String {
    let mode = &header.setup.mode;
    words(header, &format!("{}, depth {}", mode.kind(), mode.depth()))
}

/// The same with the place as players know it, which a journey has no depth in.
pub(super) fn place_words(header: &RunHeader) -> String {
    let mode = &header.setup.mode;
    words(header, &place_of_run(mode.kind(), mode.depth()))
}

/// Mode, place and seed, with the day of a daily shift: "daily of 2026-11-22".
fn words(header: &RunHeader, place: &str) -> String {
    let mode = header.setup.mode.name();
    let day = header.setup.mode.day().map_or(String::new(), |day| format!(" of {day}"));
    let seed = header.setup.seed.with_word(header.word.as_deref());
    format!("{mode}{day}, {place}, seed {seed}")
}

#[derive(Serialize)]
pub(super) struct SetupReport {
    mode: &'static str,
    /// Of a daily shift.
    day: Option<Day>,
    kind: String,
    depth: Depth,
    seed: String,
    /// The text that was typed for the seed, if that was more than its number.
    word: Option<String>,
}

impl SetupReport {
    pub(super) fn of(header: &RunHeader) -> SetupReport {
        let mode = &header.setup.mode;
        SetupReport {
            mode: mode.name(),
            day: mode.day(),
            kind: mode.kind().to_owned(),
            depth: mode.depth(),
            seed: header.setup.seed.to_string(),
            word: header.word.clone(),
        }
    }
}

#[derive(Serialize)]
pub(super) struct VerifiedReport<'a> {
    #[serde(flatten)]
    setup: SetupReport,
    /// Who played, as the file has it: no run can prove that.
    name: &'a str,
    bot: Option<&'a str>,
    origin: &'static str,
    outcome: &'static str,
    /// Null while the run is not over.
    pub grade: Option<char>,
    score: u32,
    turns: u32,
    worked_turns: u32,
    commands: u32,
    /// How often it was taken up again.
    resumes: u32,
    /// The last link of the chain over header, states and marks.
    digest: String,
}

impl VerifiedReport<'_> {
    pub(super) fn of<'a>(header: &'a RunHeader, verdict: &Verification) -> VerifiedReport<'a> {
        let is_over = matches!(verdict.status, RunStatus::Over(_));
        VerifiedReport {
            setup: SetupReport::of(header),
            name: &header.name,
            bot: header.bot.as_deref(),
            origin: header.origin.name(),
            outcome: outcome_name(verdict.status),
            grade: is_over.then(|| verdict.grade.character()),
            score: verdict.score,
            turns: verdict.turns.0,
            worked_turns: verdict.worked_turns.0,
            commands: verdict.commands,
            resumes: verdict.resumes,
            digest: verdict.digest.to_string(),
        }
    }
}
