//! `upkeeper replay splits`: the segments of a run in game time and in real time; and what other
//! commands need of a run that is verified and timed.

use std::fmt;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use crate::cli::options::find_category;
use crate::cli::run_files::warn_torn;
use crate::cli::run_report::{VerifiedReport, place_words};
use crate::cli::{Answer, Call, Content, Failure, Format, Report, inputs};
use base::duration_text;
use content::{Catalog, Category, SplitPoint};
use engine::sim::Mode;
use runs::record::{
    RealTime, Split, TimedRun, TimingError, Unmet, Verification, VerifyLimits, category_mode,
    outcome_words,
};
use runs::save::{self, RunSource};

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
    file: String,
    /// Always true: nothing is told of a run that does not verify.
    ok: bool,
    #[serde(flatten)]
    run: VerifiedReport<'a>,
    /// Milliseconds of play, as the file's marks claim: no run can prove that. Null where it has
    /// none.
    real_ms: Option<u64>,
    #[serde(flatten)]
    category: CategoryReport<'a>,
    splits: Vec<SplitLine>,
    #[serde(skip)]
    timed: &'a TimedRun,
    /// The category, and what was played.
    #[serde(skip)]
    heading: String,
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
    /// The number of commands that led to it; like all that follow null if the run did not reach
    /// it.
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

pub(super) fn run(args: &SplitsArgs, call: &mut Call<'_>) -> Result<Answer, Failure> {
    let content = call.invocation.content()?;
    args.category.check(&content.catalog)?;
    let source = inputs::open(&args.file, call.invocation)?;
    let run = verified(&source, &content)?;
    let category = args.category.find(&content.catalog, &run.header.setup.mode)?;
    let report = SplitsReport {
        file: source.name().to_owned(),
        ok: true,
        run: VerifiedReport::of(&run.header, &run.verification),
        real_ms: run.real_time.as_ref().map(RealTime::total),
        category: CategoryReport::of(&run, category),
        splits: lines(&run, category),
        timed: &run,
        heading: format!("{}; {}", category.name, place_words(&run.header)),
    };
    call.out.report(args.format, &report)
}

fn lines(run: &TimedRun, category: &Category) -> Vec<SplitLine> {
    let (mut turns_before, mut real_before) = (0, run.real_time.as_ref().map(|_| 0));
    let line = |split: &Split| {
        let real = run.real_time_of(split);
        let worked = split.reached.map(|at| at.worked_turns.0);
        let line = SplitLine {
            split: split.point.name().into_owned(),
            job: job_name(split.point),
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

impl Report for SplitsReport<'_> {
    const SCHEMA: &'static str = "upkeeper.splits/1";

    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.file, self.heading)?;
        let mut row = |[split, turns, segment, real, real_segment]: [&str; 5],
                       site: Option<&str>| {
            write!(f, "  {split:<10}{turns:>7}{segment:>8}{real:>13}{real_segment:>13}")?;
            writeln!(f, "{}", site.map_or(String::new(), |site| format!("  {site}")))
        };
        row(["split", "turns", "segment", "real time", "segment"], None)?;
        let number = |turns: Option<u32>| turns.map_or("-".to_owned(), |turns| turns.to_string());
        let time = |time: Option<u64>| time.map_or("-".to_owned(), duration_text);
        for line in &self.splits {
            let (turns, segment) = (number(line.worked_turns), number(line.segment_turns));
            let (real, real_segment) = (time(line.real_ms), time(line.segment_real_ms));
            row([&line.split, &turns, &segment, &real, &real_segment], line.site.as_deref())?;
        }
        let Verification { turns, worked_turns, status, .. } = self.timed.verification;
        let outcome = outcome_words(status);
        let grade = self.run.grade.map_or(String::new(), |grade| format!(", grade {grade}"));
        let total = match self.real_ms {
            Some(real) => format!("; {} of real time, as the file claims", duration_text(real)),
            None => "; the file has no real time".to_owned(),
        };
        writeln!(f, "  {outcome}{grade}; {turns} turns, {worked_turns} of them worked{total}")?;
        writeln!(f, "  {}", self.category.words())
    }
}

/// The category that a command goes by.
#[derive(Clone, Debug, Args)]
pub(super) struct CategoryArg {
    /// A category of categories.ron, such as clock-out, order, grade-s or clean-sweep, of a journey
    /// seat or first-five [default: the first one of the run's mode]
    #[arg(long, value_name = "CATEGORY")]
    category: Option<String>,
}

impl CategoryArg {
    pub(super) fn is_given(&self) -> bool {
        self.category.is_some()
    }

    /// The category that is meant for a run of a mode.
    /// Errors: refuses a category that does not exist or is of another mode, and names those that
    /// do.
    pub(super) fn find<'a>(
        &self,
        catalog: &'a Catalog,
        mode: &Mode,
    ) -> Result<&'a Category, Failure> {
        let mode = category_mode(mode);
        match &self.category {
            Some(id) => find_category(catalog, id, Some(mode)),
            None => Ok(catalog.category_or_first("", mode)),
        }
    }

    /// Errors: refuses a category that does not exist.
    pub(super) fn check(&self, catalog: &Catalog) -> Result<(), Failure> {
        let named = self.category.as_deref();
        named.map_or(Ok(()), |id| find_category(catalog, id, None).map(drop))
    }
}

/// Verifies and times a run file.
/// Errors: among others a run that does not verify: the answer is no then, and nothing is told of
/// it.
pub(in crate::cli) fn verified(source: &RunSource, content: &Content) -> Result<TimedRun, Failure> {
    let mut reader = source.reader()?;
    let header = reader.header().run.clone();
    let limits = VerifyLimits::default();
    let timed = TimedRun::verify(&header, &content.catalog, content.modded, limits, &mut reader);
    let timed = timed.map_err(|error| match error {
        TimingError::Verify(error) => save::verify_error(source.name(), error).into(),
        TimingError::Untrue(verdict) => untrue(source.name(), &verdict),
    })?;
    warn_torn(source.name(), reader.torn());
    Ok(timed)
}

/// The answer no, for a run that is not true or not known to be.
pub(super) fn untrue(name: &str, verdict: &Verification) -> Failure {
    let message = match (&verdict.mismatch, verdict.exceeded) {
        (Some(mismatch), _) => format!(
            "{name}: it is not true from turn {}, command {}: {}: recorded {}, found {}",
            mismatch.turn, mismatch.command, mismatch.component, mismatch.expected, mismatch.found
        ),
        (None, Some(limit)) => format!("{name}: not known to be true: {limit}"),
        (None, None) => format!("{name}: it does not verify"),
    };
    Failure { code: 1, message }
}

/// A run in a category, as reports have it.
#[derive(Serialize)]
pub(super) struct CategoryReport<'a> {
    category: &'a str,
    /// Whether the run has all that the category asks for.
    qualifies: bool,
    /// What it does not have.
    unmet: Vec<String>,
    /// What it is ranked by among the runs that qualify.
    measure: Option<u32>,
    /// What the measure counts.
    unit: &'static str,
    /// Whether it counts in rankings at all.
    ranked: bool,
    /// Why it is not.
    reason: Option<String>,
}

impl CategoryReport<'_> {
    pub(super) fn of<'a>(run: &TimedRun, category: &'a Category) -> CategoryReport<'a> {
        let result = run.result(category);
        let reason = run.verification.unranked;
        CategoryReport {
            category: &category.id,
            qualifies: result.qualifies(),
            unmet: result.unmet.iter().map(Unmet::to_string).collect(),
            measure: result.measure,
            unit: category.measure.unit(),
            ranked: reason.is_none(),
            reason: reason.map(|reason| reason.to_string()),
        }
    }

    /// The report in words: what the run is worth, and what it lacks.
    pub(super) fn words(&self) -> String {
        let worth = match self.measure {
            Some(measure) => format!("{measure} {}", self.unit),
            None => "no measure".to_owned(),
        };
        let words = if self.qualifies {
            format!("{worth}; it qualifies")
        } else {
            format!("{worth}; it does not qualify: {}", self.unmet.join(", "))
        };
        match &self.reason {
            None => words + "; ranked",
            Some(reason) => words + "; unranked: " + reason,
        }
    }
}

/// The kind of job that a split ends with the last one of, for reports.
pub(super) fn job_name(point: SplitPoint) -> Option<&'static str> {
    match point {
        SplitPoint::Job(job) => Some(job.name()),
        _ => None,
    }
}
