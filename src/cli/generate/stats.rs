//! `gen --format stats`: the measures of many levels at once.

#![expect(
    clippy::float_arithmetic,
    reason = "a report about levels: it is timed, and its shares are printed as decimals"
)]

use std::io::Write;

use serde::{Serialize, Serializer};

use super::series::Series;
use crate::cli::Failure;
use crate::cli::metric::{METRICS, STATS_COUNT, Sample, Unit};
use crate::cli::output::json_line;
use crate::cli::workers::{Batch, own_time};
use base::{Bits, Ordinal, Purpose, Seed, Stream};
use content::Depth;
use engine::sim::{certify, nearest_first};
use levels::{GenError, Level, Request, differing};

/// One object of measures over many levels or maps: its frame, around the percentiles of the
/// measures.
#[derive(Serialize)]
pub(super) struct StatsReport<'a> {
    schema: &'static str,
    kind: &'a str,
    seed: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<Depth>,
    count: u64,
    #[serde(flatten)]
    measures: NamedMeasures,
    failures: u64,
    attempts: u64,
    levels_per_second: f64,
    #[serde(flatten)]
    full: Option<WorkMeasures>,
}

/// Counts and time of the generation of levels or maps.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GenerationTotals {
    pub made: u64,
    pub failures: u64,
    pub attempts: u64,
    /// Seconds of a core.
    pub seconds: f64,
}

impl<'a> StatsReport<'a> {
    /// A report on `count` levels, the first of which has the request `first`.
    pub(super) fn new(
        first: &'a Request,
        count: u64,
        totals: GenerationTotals,
        measures: NamedMeasures,
    ) -> Self {
        StatsReport {
            schema: "upkeeper.stats/1",
            kind: &first.kind,
            seed: first.seed.to_string(),
            depth: None,
            count,
            measures,
            failures: totals.failures,
            attempts: totals.attempts,
            levels_per_second: (totals.made as f64 / totals.seconds).round(),
            full: None,
        }
    }

    pub(super) fn write(&self, out: &mut impl Write) -> Result<(), Failure> {
        Ok(out.write_all(&json_line(self)?)?)
    }
}

/// Measures by their names, in this order.
pub(super) struct NamedMeasures(pub(super) Vec<(&'static str, Percentiles)>);

impl Serialize for NamedMeasures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, measure)| (name, measure)))
    }
}

/// A measure of a level or map: its name and unit, and the value.
pub(super) type Measure<M> = (&'static str, Unit, fn(&M) -> u32);

impl NamedMeasures {
    /// The percentiles of measures over many levels or maps.
    pub(super) fn over<M>(all: &[M], measures: &[Measure<M>]) -> NamedMeasures {
        let over = |&(name, unit, of): &Measure<M>| {
            (name, percentiles(all.iter().map(of).collect(), unit))
        };
        NamedMeasures(measures.iter().map(over).collect())
    }
}

/// Measures of the night's work on levels.
#[derive(Serialize)]
struct WorkMeasures {
    par: Percentiles,
    /// The share of the levels on which a player who always does the nearest job first cannot do
    /// all jobs, because armed traps get in the way.
    shut_in: f64,
    /// Levels with the night's work and its certificate made in a second.
    #[serde(rename = "full_levels_per_second")]
    rate: f64,
}

/// The values that 1, 50 and 99 percent of all do not exceed; null where there are none.
#[derive(Serialize)]
pub(super) struct Percentiles {
    p1: Option<f64>,
    p50: Option<f64>,
    p99: Option<f64>,
}

/// The measures of a level, and its passable cells, by which levels are compared.
struct MeasuredLevel {
    /// By metric of [`METRICS`], as many as the stats have.
    measures: Vec<u32>,
    passable: Bits,
    worked: Option<MeasuredWork>,
}

#[derive(Clone, Copy)]
struct MeasuredWork {
    par: u32,
    is_shut_in: bool,
    /// The time of a core for the work alone.
    seconds: f64,
}

/// The largest number of levels of which every pair is compared.
const MAX_PAIRED_LEVELS: u32 = 1_000;
/// The number of random pairs that are compared of more levels.
const DRAWN_PAIRS: usize = 500_000;

/// Prints one object of measures over all the levels. Levels that could not be made are only
/// counted. Rates are levels for a second of one core's time.
pub(super) fn write(
    series: &Series<'_>,
    batch: &Batch,
    full: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut levels: Vec<MeasuredLevel> = Vec::new();
    let mut totals = GenerationTotals::default();
    batch.for_each(
        |place| Some(series.trial(place, full)),
        |_, trial| {
            let (measured, attempts, seconds) = trial?;
            totals.seconds += seconds;
            totals.attempts += u64::from(attempts);
            totals.failures += u64::from(measured.is_none());
            levels.extend(measured);
            Ok(())
        },
    )?;
    totals.made = levels.len() as u64;
    let request = &series.first;
    let stats = METRICS[..STATS_COUNT].iter().enumerate().map(|(place, metric)| {
        let values = levels.iter().map(|level| level.measures[place]).collect();
        (metric.name, percentiles(values, metric.unit))
    });
    let diversity = percentiles(differences(&levels, request.seed), Unit::Share);
    let measures = NamedMeasures(stats.chain([("diversity", diversity)]).collect());
    let report = StatsReport {
        depth: Some(request.depth),
        full: full.then(|| WorkMeasures::of(&levels, totals.seconds)),
        ..StatsReport::new(request, batch.done(), totals, measures)
    };
    report.write(out)
}

impl WorkMeasures {
    fn of(levels: &[MeasuredLevel], seconds: f64) -> WorkMeasures {
        let worked: Vec<MeasuredWork> = levels.iter().filter_map(|level| level.worked).collect();
        let shut_in = worked.iter().filter(|worked| worked.is_shut_in).count() as f64;
        let working: f64 = worked.iter().map(|worked| worked.seconds).sum();
        WorkMeasures {
            par: percentiles(worked.iter().map(|worked| worked.par).collect(), Unit::Count),
            shut_in: (shut_in / (worked.len().max(1) as f64) * 1000.0).round() / 1000.0,
            rate: (levels.len() as f64 / (seconds + working)).round(),
        }
    }
}

impl Series<'_> {
    /// Makes a level and measures it: `None` if it could not be made, the attempts, and the seconds
    /// of a core.
    fn trial(&self, place: u64, full: bool) -> Result<(Option<MeasuredLevel>, u32, f64), GenError> {
        let begun = own_time();
        let level = self.level(place);
        let seconds = own_time() - begun;
        match level {
            Ok(level) => {
                let worked = full.then(|| self.work_on(&level)).transpose()?;
                let (sample, passable) = (Sample::without_work(&level), level.passable());
                let stats = METRICS[..STATS_COUNT].iter();
                let measures = stats.filter_map(|metric| metric.of(&sample)).collect();
                Ok((Some(MeasuredLevel { measures, passable, worked }), level.attempts, seconds))
            }
            Err(GenError::OutOfAttempts { attempts, .. }) => Ok((None, attempts, seconds)),
            Err(other) => Err(other),
        }
    }

    fn work_on(&self, level: &Level) -> Result<MeasuredWork, GenError> {
        let begun = own_time();
        let work = certify(level, self.catalog)?;
        let seconds = own_time() - begun;
        let is_shut_in = !nearest_first(level, self.catalog)?;
        Ok(MeasuredWork { par: work.par, is_shut_in, seconds })
    }
}

/// How much levels differ from each other: over every pair of few levels, and over random pairs of
/// many. The pairs follow from the seed.
fn differences(levels: &[MeasuredLevel], seed: Seed) -> Vec<u32> {
    let differing = |a: usize, b: usize| differing(&levels[a].passable, &levels[b].passable);
    let count = levels.len() as u32;
    if count <= MAX_PAIRED_LEVELS {
        let pairs = (0..levels.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
        return pairs.map(|(a, b)| differing(a, b)).collect();
    }
    let mut stream = Stream::new(seed, Purpose::new("diversity"), Ordinal(count.into()));
    let mut pair = || {
        let a = stream.below(count);
        // Any level but `a`.
        let b = stream.below(count - 1);
        (a as usize, (if b < a { b } else { b + 1 }) as usize)
    };
    (0..DRAWN_PAIRS).map(|_| pair()).map(|(a, b)| differing(a, b)).collect()
}

/// Percentiles by the nearest-rank method.
fn percentiles(mut values: Vec<u32>, unit: Unit) -> Percentiles {
    values.sort_unstable();
    let at = |percent: usize| {
        let rank = (values.len() * percent).div_ceil(100).max(1);
        values.get(rank - 1).map(|&value| unit.in_full(value))
    };
    Percentiles { p1: at(1), p50: at(50), p99: at(99) }
}
