//! `upkeeper replay compare`: where two runs of a shift part, and who was ahead at each split.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::timed::{self, CategoryArg, CategoryReport};
use crate::cli::mode_words::mode_words;
use crate::cli::run_report::SetupReport;
use crate::cli::{Answer, Failure, Format, Invocation, Output, inputs};
use base::duration_text;
use content::Category;
use engine::view::place_of_run;
use runs::record::{
    ComparedSplit, Comparison, Leader, RealTime, Scripted, TimedRun, VerifyLimits, compare,
};

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
    schema: &'static str,
    #[serde(flatten)]
    setup: SetupReport<'a>,
    first: RunReport<'a>,
    second: RunReport<'a>,
    /// Null if the same commands were given in both.
    parting: Option<PartingReport>,
    splits: Vec<SplitLine>,
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
    /// `first`, `second` or `even`; null if neither has reached it. Who alone has reached it is ahead.
    ahead: Option<&'static str>,
    /// The worked turns by which; null if only one of them has reached it.
    by_turns: Option<u64>,
    /// The milliseconds by which the second was later, as the marks of both claim; negative if it was earlier.
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

pub(super) fn run(
    args: &CompareArgs,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let content = invocation.content()?;
    args.category.check(&content.catalog)?;
    let limits = VerifyLimits::default();
    inputs::check_once([args.first.as_path(), args.second.as_path()])?;
    let open = |file| inputs::open(file, invocation);
    let sources = [open(&args.first)?, open(&args.second)?];
    let first = timed::time(&sources[0], &content, limits)?;
    let second = timed::time(&sources[1], &content, limits)?;
    let category = args.category.find(&content.catalog, &first.header.setup.mode)?;
    let names = sources.map(|source| source.name().to_owned());
    let comparison = compare(&first, &second, category).map_err(|why| {
        let [one, other] = &names;
        Failure::usage(&format!("{one} and {other} cannot be compared: {why}"))
    })?;
    match args.format {
        Format::Json => out.json(&report(names, [&first, &second], category, &comparison))?,
        Format::Text => write_text(&names, [&first, &second], category, &comparison, out)?,
    }
    Ok(Answer::Yes)
}

fn report<'a>(
    [one, other]: [String; 2],
    [first, second]: [&'a TimedRun; 2],
    category: &'a Category,
    comparison: &Comparison,
) -> CompareReport<'a> {
    let command = |command| Scripted(command).to_string();
    CompareReport {
        schema: "upkeeper.compare/1",
        setup: SetupReport::of(&first.header),
        first: run_report(one, first, category),
        second: run_report(other, second, category),
        parting: comparison.parting.map(|parting| PartingReport {
            turn: parting.turn.0,
            commands: parting.commands,
            first: parting.next[0].map(command),
            second: parting.next[1].map(command),
        }),
        splits: comparison.splits.iter().map(split_line).collect(),
    }
}

fn run_report<'a>(file: String, run: &'a TimedRun, category: &'a Category) -> RunReport<'a> {
    RunReport {
        file,
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

fn split_line(split: &ComparedSplit) -> SplitLine {
    let reached = |place: usize| ReachedSplit {
        commands: split.reached[place].map(|at| at.commands),
        turns: split.reached[place].map(|at| at.turn.0),
        worked_turns: split.reached[place].map(|at| at.worked_turns.0),
        real_ms: split.real_times[place],
    };
    SplitLine {
        split: split.point.name().into_owned(),
        job: timed::job_name(split.point),
        first: reached(0),
        second: reached(1),
        ahead: split.leader().map(Leader::name),
        by_turns: split.difference().map(i64::unsigned_abs),
        real_difference_ms: split.real_difference(),
    }
}

fn write_text(
    [one, other]: &[String; 2],
    [first, second]: [&TimedRun; 2],
    category: &Category,
    comparison: &Comparison,
    out: &mut impl Write,
) -> io::Result<()> {
    let (setup, word) = (&first.header.setup, first.header.word.as_deref());
    let place = place_of_run(setup.mode.kind(), setup.mode.depth());
    let seed = setup.seed.with_word(word);
    let mode = mode_words(setup.mode.name(), setup.mode.day());
    writeln!(out, "{}; {mode}, {place}, seed {seed}", category.name)?;
    for (which, name, run) in [("first", one, first), ("second", other, second)] {
        writeln!(out, "  {which:<7} {name}: {}", CategoryReport::of(run, category).words())?;
    }
    match comparison.parting {
        None => writeln!(out, "The same commands in both.")?,
        Some(parting) => {
            let [one, other] = parting.next.map(|next| {
                next.map_or("nothing more".to_owned(), |next| Scripted(next).to_string())
            });
            let (turn, commands) = (parting.turn, parting.commands);
            writeln!(
                out,
                "They part at turn {turn}, after {commands} commands: the first has {one}, the second {other}."
            )?;
        }
    }
    writeln!(out, "  {:<10}{:>7}{:>8}  ahead", "split", "first", "second")?;
    for split in &comparison.splits {
        let [one, other] = split
            .reached
            .map(|reached| reached.map_or("-".to_owned(), |at| at.worked_turns.to_string()));
        let words = ahead_in_words(split);
        let real = match split.real_difference() {
            None => String::new(),
            Some(difference) => {
                let sign = if difference < 0 { '-' } else { '+' };
                format!("; real time {sign}{}", duration_text(difference.unsigned_abs()))
            }
        };
        writeln!(out, "  {:<10}{one:>7}{other:>8}  {words}{real}", split.point.name())?;
    }
    Ok(())
}

fn ahead_in_words(split: &ComparedSplit) -> String {
    match (split.leader(), split.difference()) {
        (None, _) => "-".to_owned(),
        (Some(Leader::Even), _) => "even".to_owned(),
        (Some(leader), Some(turns)) => format!("the {} by {}", leader.name(), turns.unsigned_abs()),
        (Some(leader), None) => format!("the {} alone", leader.name()),
    }
}
