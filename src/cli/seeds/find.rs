//! `upkeeper seeds find`: the seeds of a series whose levels meet a condition, in their order.

use std::io::Write as _;
use std::ops::ControlFlow;

use serde::Serialize;
use serde_json::{Map, Value};

use super::condition::Condition;
use crate::base::Seed;
use crate::cli::generate::{GenFailure, LevelOptions, Series};
use crate::cli::interruption::Interruption;
use crate::cli::metric::{METRICS, Metric, Sample, Unit};
use crate::cli::progress::Progress;
use crate::cli::seed_arg::SeedArg;
use crate::cli::workers::{self, Ended, Jobs};
use crate::cli::{Answer, Failure, Format, Invocation, Output, failure};
use crate::content::Depth;
use crate::levelgen::GenError;

#[derive(Debug, clap::Args)]
pub struct FindArgs {
    /// The kind of level; `gen --list` names them all
    #[arg(long)]
    kind: String,
    /// What the level should be like, in the names of the stats: 'loops >= 2 && density < 0.4'
    #[arg(long = "where", value_name = "CONDITION")]
    condition: String,
    /// The first seed to try; any text, a number is itself
    #[arg(long, value_name = "SEED", default_value = "1", allow_hyphen_values = true)]
    from: SeedArg,
    /// How many seeds to try, this one and those that follow it
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// Ends after so many are found
    #[arg(long, value_name = "HITS", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    #[command(flatten)]
    level: LevelOptions,
    #[command(flatten)]
    jobs: Jobs,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// A seed that was found.
#[derive(Serialize)]
struct Hit<'a> {
    schema: &'static str,
    kind: &'a str,
    seed: String,
    /// What was typed for the seed, if that was more than its number.
    word: Option<&'a str>,
    depth: Depth,
    /// All metrics of the level.
    measures: &'a Map<String, Value>,
}

/// The result of trying a seed.
enum Tried {
    Hit(Map<String, Value>),
    Miss,
    /// No level could be generated from it.
    Failed,
}

pub(super) fn run(
    args: &FindArgs,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let condition = Condition::parse(&args.condition)
        .map_err(|error| Failure::usage(&format_args!("--where: {error}")))?;
    let catalog = invocation.catalog()?;
    let first = args.level.request(&args.kind, args.from.seed, &catalog)?;
    let series = Series { first, count: args.count, catalog: &catalog };
    check_metrics(&condition, &series)?;
    let interruption = Interruption::by_signals();
    let progress = Progress::new(args.count, "seeds", invocation);
    let searched = search(args, &condition, &series, &interruption, &progress, out);
    drop(progress);
    match searched? {
        Searched { ended: true, found, failed, .. } => Ok(conclude(&series, found, failed)),
        Searched { tried, .. } => Ok(interruption.answer(tried, args.count, "seeds")),
    }
}

/// Refuses a condition with a metric that this kind of level does not have: no seed could meet it.
fn check_metrics(condition: &Condition, series: &Series<'_>) -> Result<(), GenFailure> {
    let level = match series.level(0) {
        Ok(level) => level,
        Err(GenError::OutOfAttempts { .. }) => return Ok(()),
        Err(other) => return Err(other.into()),
    };
    let sample = Sample::new(&level, series.catalog);
    match condition.metrics().find(|metric| metric.of(&sample).is_none()) {
        Some(untold) => Err(GenFailure::Untold { metric: untold.name, kind: level.kind.clone() }),
        None => Ok(()),
    }
}

/// What came of a search.
#[derive(Default)]
struct Searched {
    tried: u64,
    found: u64,
    /// Seeds from which no level came.
    failed: u64,
    /// Whether it came to its end, and was not interrupted.
    ended: bool,
}

/// Tries every seed.
fn search(
    args: &FindArgs,
    condition: &Condition,
    series: &Series<'_>,
    interruption: &Interruption,
    progress: &Progress,
    out: &mut Output,
) -> Result<Searched, Failure> {
    let mut searched = Searched::default();
    progress.tell(", 0 found".to_owned());
    let ended = workers::run_in_order(
        args.count,
        args.jobs.count(),
        interruption.flag(),
        |place| try_seed(condition, series, place),
        |place, tried| {
            searched.tried += 1;
            match tried {
                Err(error) => {
                    return ControlFlow::Break(Err(GenFailure::from(error).into()));
                }
                Ok(Tried::Miss) => {}
                Ok(Tried::Failed) => searched.failed += 1,
                Ok(Tried::Hit(measures)) => {
                    searched.found += 1;
                    progress.tell(format!(", {} found", searched.found));
                    let seed = series.seed(place);
                    let word = args.from.word_at(place);
                    let print = || print_hit(args, condition, seed, word, &measures, out);
                    if let Err(error) = progress.around(print) {
                        return ControlFlow::Break(Err(error));
                    }
                    if args.limit == Some(searched.found) || out.is_closed() {
                        return ControlFlow::Break(Ok(()));
                    }
                }
            }
            progress.update(searched.tried);
            ControlFlow::Continue(())
        },
    );
    match ended {
        Ended::Interrupted => Ok(searched),
        Ended::Stopped(Err(failure)) => Err(failure),
        Ended::Done | Ended::Stopped(Ok(())) => Ok(Searched { ended: true, ..searched }),
    }
}

/// The answer of a search that was not interrupted, with warnings of what it did not find.
fn conclude(series: &Series<'_>, found: u64, failed: u64) -> Answer {
    if failed > 0 {
        failure::warn(&format_args!("of {failed} seeds no level came"));
    }
    if found == 0 {
        let (kind, seeds) = (&series.first.kind, series.seeds());
        failure::warn(&format_args!("there is no such {kind} among {seeds}"));
        return Answer::No;
    }
    Answer::Yes
}

fn try_seed(condition: &Condition, series: &Series<'_>, place: u64) -> Result<Tried, GenError> {
    let level = match series.level(place) {
        Ok(level) => level,
        Err(GenError::OutOfAttempts { .. }) => return Ok(Tried::Failed),
        Err(other) => return Err(other),
    };
    let sample = Sample::new(&level, series.catalog);
    let value =
        |metric: &Metric| metric.of(&sample).map_or(f64::NAN, |units| metric.unit.in_full(units));
    if !condition.holds(value) {
        return Ok(Tried::Miss);
    }
    let told = METRICS.iter().filter_map(|metric| {
        let units = metric.of(&sample)?;
        let value = match metric.unit {
            Unit::Count => units.into(),
            Unit::Share => metric.unit.in_full(units).into(),
        };
        Some((metric.name.to_owned(), value))
    });
    Ok(Tried::Hit(told.collect()))
}

/// Prints a hit, at once: it may take long until the next.
fn print_hit(
    args: &FindArgs,
    condition: &Condition,
    seed: Seed,
    word: Option<&str>,
    measures: &Map<String, Value>,
    out: &mut Output,
) -> Result<(), Failure> {
    match args.format {
        Format::Json => {
            let hit = Hit {
                schema: "upkeeper.seed/1",
                kind: &args.kind,
                seed: seed.to_string(),
                word,
                depth: args.level.depth,
                measures,
            };
            out.json(&hit)?;
        }
        Format::Text => {
            write!(out, "{seed}")?;
            for metric in condition.metrics() {
                write!(out, "  {} {}", metric.name, measures[metric.name])?;
            }
            writeln!(out)?;
            out.flush()?;
        }
    }
    Ok(())
}
