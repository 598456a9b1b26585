//! `upkeeper seeds find`: the seeds of a series whose levels meet a condition, in their order.

use std::io::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use serde::Serialize;
use serde_json::{Map, Value};
use signal_hook::consts::{SIGINT, SIGTERM};

use super::condition::Condition;
use super::progress::Progress;
use crate::base::Seed;
use crate::cli::generate::{GenFailure, LevelOptions, Series};
use crate::cli::metric::{METRICS, Metric, Sample, Unit};
use crate::cli::workers::{self, Ended};
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
    #[arg(long, value_name = "SEED", default_value = "1")]
    from: Seed,
    /// How many seeds to try, this one and those that follow it
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// Ends after so many are found
    #[arg(long, value_name = "HITS", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    #[command(flatten)]
    level: LevelOptions,
    /// How many seeds to try at once [default: one for each core]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
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
    let first = args.level.request(&args.kind, args.from, &catalog)?;
    let series = Series { first, count: args.count, catalog: &catalog };
    check_metrics(&condition, &series)?;
    let interrupted = Interrupted::by_signals();
    let mut progress = Progress::new(args.count);
    let answer = search(args, &condition, &series, &interrupted.flag, &mut progress, out);
    progress.clear();
    match answer? {
        Some(answer) => Ok(answer),
        None => Ok(interrupted.answer()),
    }
}

/// Whether a signal has ended the search, and which one.
struct Interrupted {
    flag: Arc<AtomicBool>,
    signal: Arc<AtomicUsize>,
}

impl Interrupted {
    fn by_signals() -> Interrupted {
        let (flag, signal) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        for number in [SIGINT, SIGTERM] {
            // If no handler can be installed, the signal ends the process.
            let _ = signal_hook::flag::register_usize(number, Arc::clone(&signal), number as usize);
            let _ = signal_hook::flag::register(number, Arc::clone(&flag));
        }
        Interrupted { flag, signal }
    }

    fn answer(&self) -> Answer {
        Answer::Stopped { signal: self.signal.load(Ordering::SeqCst) as u8 }
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

/// Tries every seed; `None` if it was interrupted.
fn search(
    args: &FindArgs,
    condition: &Condition,
    series: &Series<'_>,
    interrupted: &AtomicBool,
    progress: &mut Progress,
    out: &mut Output,
) -> Result<Option<Answer>, Failure> {
    let workers = args.threads.map_or_else(workers::cores, usize::from);
    let (mut found, mut failed) = (0, 0);
    let ended = workers::run_in_order(
        args.count,
        workers,
        interrupted,
        |place| try_seed(condition, series, place),
        |place, tried| {
            match tried {
                Err(error) => {
                    return ControlFlow::Break(Err(GenFailure::from(error).into()));
                }
                Ok(Tried::Miss) => {}
                Ok(Tried::Failed) => failed += 1,
                Ok(Tried::Hit(measures)) => {
                    found += 1;
                    progress.clear();
                    let seed = series.seed(place);
                    if let Err(error) = print_hit(args, condition, seed, &measures, out) {
                        return ControlFlow::Break(Err(error));
                    }
                    if args.limit == Some(found) || out.is_closed() {
                        return ControlFlow::Break(Ok(()));
                    }
                }
            }
            progress.update(place + 1, found);
            ControlFlow::Continue(())
        },
    );
    match ended {
        Ended::Interrupted => Ok(None),
        Ended::Stopped(Err(failure)) => Err(failure),
        Ended::Done | Ended::Stopped(Ok(())) => Ok(Some(conclude(series, found, failed))),
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
    measures: &Map<String, Value>,
    out: &mut Output,
) -> Result<(), Failure> {
    match args.format {
        Format::Json => {
            let hit = Hit {
                schema: "upkeeper.seed/1",
                kind: &args.kind,
                seed: seed.to_string(),
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
