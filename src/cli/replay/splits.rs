//! `upkeeper replay splits`: the segments of a run in game time and in real time.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::timed::{self, CategoryArg, CategoryReport};
use crate::cli::mode_words::mode_words;
use crate::cli::run_report::VerifiedReport;
use crate::cli::{Answer, Failure, Format, Invocation, Output, inputs};
use base::duration_text;
use content::Category;
use engine::view::place_of_run;
use runs::record::{RealTime, TimedRun, Verification, VerifyLimits, outcome_words};

#[derive(Debug, Args)]
pub(crate) struct SplitsArgs {
    /// A run file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    category: CategoryArg,
    /// How to print them
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Serialize)]
struct SplitsReport<'a> {
    schema: &'static str,
    file: String,
    /// Always true: nothing is told of a run that does not verify.
    ok: bool,
    #[serde(flatten)]
    run: VerifiedReport<'a>,
    /// Milliseconds of play, as the file's marks claim: no run can prove that. Null where it has none.
    real_ms: Option<u64>,
    #[serde(flatten)]
    category: CategoryReport<'a>,
    splits: Vec<SplitLine>,
}

/// A split, and the segment that ends with it.
#[derive(Serialize)]
struct SplitLine {
    split: String,
    /// The kind of job that it ends with the last one of.
    job: Option<&'static str>,
    /// The site of a journey that it ends with.
    #[serde(skip_serializing_if = "Option::is_none")]
    site: Option<String>,
    /// The number of commands that led to it; like all that follow null if the run did not reach it.
    commands: Option<u32>,
    /// The clock, with the raid.
    turns: Option<u32>,
    worked_turns: Option<u32>,
    /// Worked turns since the split before.
    segment_turns: Option<u32>,
    real_ms: Option<u64>,
    /// Milliseconds since the split before; null, too, where that has no time.
    segment_real_ms: Option<u64>,
}

pub(super) fn run(
    args: &SplitsArgs,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let content = invocation.content()?;
    args.category.check(&content.catalog)?;
    let source = inputs::open(&args.file, invocation)?;
    let run = timed::time(&source, &content, VerifyLimits::default())?;
    let category = args.category.find(&content.catalog, &run.header.setup.mode)?;
    let report = report(source.name().to_owned(), &run, category);
    match args.format {
        Format::Json => out.json(&report)?,
        Format::Text => write_text(&report, category, &run, out)?,
    }
    Ok(Answer::Yes)
}

fn report<'a>(file: String, run: &'a TimedRun, category: &'a Category) -> SplitsReport<'a> {
    SplitsReport {
        schema: "upkeeper.splits/1",
        file,
        ok: true,
        run: VerifiedReport::of(&run.header, &run.verification),
        real_ms: run.real_time.as_ref().map(RealTime::total),
        category: CategoryReport::of(run, category),
        splits: lines(run, category),
    }
}

fn lines(run: &TimedRun, category: &Category) -> Vec<SplitLine> {
    let (mut turns_before, mut real_before) = (0, run.real_time.as_ref().map(|_| 0));
    let line = |split: &runs::record::Split| {
        let real = run.real_time_of(split);
        let worked = split.reached.map(|at| at.worked_turns.0);
        let line = SplitLine {
            split: split.point.name().into_owned(),
            job: timed::job_name(split.point),
            site: run.site(split.point).map(str::to_owned),
            commands: split.reached.map(|at| at.commands),
            turns: split.reached.map(|at| at.turn.0),
            worked_turns: worked,
            segment_turns: worked.map(|turns| turns - turns_before),
            real_ms: real,
            segment_real_ms: real.zip(real_before).map(|(real, before)| real - before),
        };
        turns_before = worked.unwrap_or(turns_before);
        real_before = real;
        line
    };
    run.splits(category).iter().map(line).collect()
}

fn write_text(
    report: &SplitsReport<'_>,
    category: &Category,
    run: &TimedRun,
    out: &mut impl Write,
) -> io::Result<()> {
    let file = &report.file;
    let (setup, verdict) = (&run.header.setup, &run.verification);
    let mode = mode_words(setup.mode.name(), setup.mode.day());
    let place = place_of_run(setup.mode.kind(), setup.mode.depth());
    let seed = setup.seed.with_word(run.header.word.as_deref());
    writeln!(out, "{file}: {}; {mode}, {place}, seed {seed}", category.name)?;
    let header = ["split", "turns", "segment", "real time", "segment"];
    let widths = [10, 7, 8, 13, 13];
    let row = |out: &mut dyn Write, cells: [String; 5], site: Option<&str>| {
        write!(out, "  {:<width$}", cells[0], width = widths[0])?;
        for (cell, width) in cells[1..].iter().zip(&widths[1..]) {
            write!(out, "{cell:>width$}")?;
        }
        let site = site.map_or(String::new(), |site| format!("  {site}"));
        writeln!(out, "{site}")
    };
    row(out, header.map(str::to_owned), None)?;
    let number = |number: Option<u32>| number.map_or("-".to_owned(), |number| number.to_string());
    let time = |time: Option<u64>| time.map_or("-".to_owned(), duration_text);
    for line in &report.splits {
        row(
            out,
            [
                line.split.clone(),
                number(line.worked_turns),
                number(line.segment_turns),
                time(line.real_ms),
                time(line.segment_real_ms),
            ],
            line.site.as_deref(),
        )?;
    }
    let outcome = outcome_words(verdict.status);
    let Verification { turns, worked_turns, .. } = verdict;
    let grade = report.run.grade.map_or(String::new(), |grade| format!(", grade {grade}"));
    let total = match report.real_ms {
        Some(real) => format!("; {} of real time, as the file claims", duration_text(real)),
        None => "; the file has no real time".to_owned(),
    };
    writeln!(out, "  {outcome}{grade}; {turns} turns, {worked_turns} of them worked{total}")?;
    writeln!(out, "  {}", report.category.words())
}
