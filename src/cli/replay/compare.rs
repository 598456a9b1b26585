//! `upkeeper replay compare`: where two runs of a shift part, and who was ahead at each split.

use std::fmt;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::splits::{CategoryArg, CategoryReport, job_name, verified};
use crate::cli::run_report::{SetupReport, place_words};
use crate::cli::{Answer, Call, Failure, Format, Report, inputs};
use base::duration_text;
use content::Category;
use runs::record::{ComparedSplit, Leader, Parting, RealTime, Scripted, TimedRun, compare};

#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// A run file
    #[arg(value_name = "FIRST")]
    first: PathBuf,
    /// A run file of the same mode, kind, depth and seed
    #[arg(value_name = "SECOND")]
    second: PathBuf,
    #[command(flatten)]
    category: CategoryArg,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Serialize)]
struct CompareReport<'a> {
    #[serde(flatten)]
    setup: SetupReport,
    first: RunReport<'a>,
    second: RunReport<'a>,
    /// Null if the same commands were given in both.
    parting: Option<PartingReport>,
    splits: Vec<SplitLine>,
    /// The category, and what was played.
    #[serde(skip)]
    heading: String,
}

#[derive(Serialize)]
struct RunReport<'a> {
    file: String,
    /// As the file has it.
    name: &'a str,
    bot: Option<&'a str>,
    origin: &'static str,
    digest: String,
    turns: u32,
    worked_turns: u32,
    commands: u32,
    real_ms: Option<u64>,
    #[serde(flatten)]
    category: CategoryReport<'a>,
}

/// The last state that both runs have.
#[derive(Serialize)]
struct PartingReport {
    turn: u32,
    /// The number of commands that they have in common.
    commands: u32,
    /// What is given next; null if the run ends there.
    first: Option<String>,
    second: Option<String>,
}

#[derive(Serialize)]
struct SplitLine {
    split: String,
    job: Option<&'static str>,
    first: ReachedSplit,
    second: ReachedSplit,
    /// `first`, `second` or `even`; null if neither has reached it. Who alone has reached it is
    /// ahead.
    ahead: Option<&'static str>,
    /// The worked turns by which; null if only one of them has reached it.
    by_turns: Option<u64>,
    /// The milliseconds by which the second was later, as the marks of both claim; negative if it
    /// was earlier.
    real_difference_ms: Option<i64>,
}

/// Null throughout if the run did not reach it.
#[derive(Serialize)]
struct ReachedSplit {
    commands: Option<u32>,
    turns: Option<u32>,
    worked_turns: Option<u32>,
    real_ms: Option<u64>,
}

pub(super) fn run(args: &CompareArgs, call: &mut Call<'_>) -> Result<Answer, Failure> {
    let content = call.invocation.content()?;
    args.category.check(&content.catalog)?;
    inputs::check_once([args.first.as_path(), args.second.as_path()])?;
    let open = |file| inputs::open(file, call.invocation);
    let sources = [open(&args.first)?, open(&args.second)?];
    let first = verified(&sources[0], &content)?;
    let second = verified(&sources[1], &content)?;
    let category = args.category.find(&content.catalog, &first.header.setup.mode)?;
    let comparison = compare(&first, &second, category).map_err(|why| {
        let (one, other) = (sources[0].name(), sources[1].name());
        Failure::usage(&format!("{one} and {other} cannot be compared: {why}"))
    })?;
    let report = CompareReport {
        setup: SetupReport::of(&first.header),
        first: RunReport::of(sources[0].name(), &first, category),
        second: RunReport::of(sources[1].name(), &second, category),
        parting: comparison.parting.map(PartingReport::of),
        splits: comparison.splits.iter().map(SplitLine::of).collect(),
        heading: format!("{}; {}", category.name, place_words(&first.header)),
    };
    call.out.report(args.format, &report)
}

impl RunReport<'_> {
    fn of<'a>(file: &str, run: &'a TimedRun, category: &'a Category) -> RunReport<'a> {
        RunReport {
            file: file.to_owned(),
            name: &run.header.name,
            bot: run.header.bot.as_deref(),
            origin: run.header.origin.name(),
            digest: run.verification.digest.to_string(),
            turns: run.verification.turns.0,
            worked_turns: run.verification.worked_turns.0,
            commands: run.verification.commands,
            real_ms: run.real_time.as_ref().map(RealTime::total),
            category: CategoryReport::of(run, category),
        }
    }
}

impl PartingReport {
    fn of(parting: Parting) -> PartingReport {
        let [first, second] =
            parting.next.map(|command| command.map(|command| Scripted(command).to_string()));
        PartingReport { turn: parting.turn.0, commands: parting.commands, first, second }
    }
}

impl SplitLine {
    fn of(split: &ComparedSplit) -> SplitLine {
        let reached = |place: usize| ReachedSplit {
            commands: split.reached[place].map(|at| at.commands),
            turns: split.reached[place].map(|at| at.turn.0),
            worked_turns: split.reached[place].map(|at| at.worked_turns.0),
            real_ms: split.real_times[place],
        };
        SplitLine {
            split: split.point.name().into_owned(),
            job: job_name(split.point),
            first: reached(0),
            second: reached(1),
            ahead: split.leader().map(Leader::name),
            by_turns: split.difference().map(i64::unsigned_abs),
            real_difference_ms: split.real_difference(),
        }
    }
}

impl Report for CompareReport<'_> {
    const SCHEMA: &'static str = "upkeeper.compare/1";

    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.heading)?;
        for (which, run) in [("first", &self.first), ("second", &self.second)] {
            writeln!(f, "  {which:<7} {}: {}", run.file, run.category.words())?;
        }
        match &self.parting {
            None => writeln!(f, "The same commands in both.")?,
            Some(PartingReport { turn, commands, first, second }) => {
                let [one, other] =
                    [first, second].map(|next| next.as_deref().unwrap_or("nothing more"));
                writeln!(
                    f,
                    "They part at turn {turn}, after {commands} commands: the first has {one}, \
                     the second {other}."
                )?;
            }
        }
        writeln!(f, "  {:<10}{:>7}{:>8}  ahead", "split", "first", "second")?;
        self.splits.iter().try_for_each(|split| writeln!(f, "{split}"))
    }
}

impl fmt::Display for SplitLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, other] = [&self.first, &self.second]
            .map(|reached| reached.worked_turns.map_or("-".to_owned(), |turns| turns.to_string()));
        let ahead = match (self.ahead, self.by_turns) {
            (None, _) => "-".to_owned(),
            (Some("even"), _) => "even".to_owned(),
            (Some(leader), Some(turns)) => format!("the {leader} by {turns}"),
            (Some(leader), None) => format!("the {leader} alone"),
        };
        write!(f, "  {:<10}{one:>7}{other:>8}  {ahead}", self.split)?;
        let Some(difference) = self.real_difference_ms else { return Ok(()) };
        let sign = if difference < 0 { '-' } else { '+' };
        write!(f, "; real time {sign}{}", duration_text(difference.unsigned_abs()))
    }
}
