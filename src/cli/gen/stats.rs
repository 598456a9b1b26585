#![expect(
    clippy::float_arithmetic,
    reason = "a report about levels: it is timed, and its shares are printed as decimals"
)]

use std::io::Write;

use serde::Serialize;

use super::{GenFailure, Series};
use crate::base::{Bits, Stream};
use crate::cli::quantity::Unit;
use crate::cli::workers::own_time;
use crate::r#gen::{GenError, Measures, differing, measure};

#[derive(Serialize)]
struct Report<'a> {
    schema: &'static str,
    kind: &'a str,
    seed: String,
    depth: u8,
    count: u64,
    density: Percentiles,
    path: Percentiles,
    loops: Percentiles,
    dead_ends: Percentiles,
    chokepoints: Percentiles,
    linearity: Percentiles,
    leniency: Percentiles,
    symmetry: Percentiles,
    diversity: Percentiles,
    failures: u64,
    attempts: u64,
    levels_per_second: f64,
}

/// The values that 1, 50 and 99 percent of all do not exceed; null where there are none.
#[derive(Serialize)]
pub(super) struct Percentiles {
    p1: Option<f64>,
    p50: Option<f64>,
    p99: Option<f64>,
}

/// What is kept of a level.
struct Looked {
    measures: Measures,
    passable: Bits,
}

/// Up to so many levels, every one is compared to every other.
const ALL_PAIRS: u32 = 1_000;
/// Of more levels, so many pairs are drawn by lot.
const PAIRS: usize = 500_000;

/// Prints one object of measures over all the levels. Levels that could not be made are counted, and
/// no more. How many are made in a second is told of one core, whatever else it had to do meanwhile.
pub(super) fn write(series: &Series<'_>, out: &mut impl Write) -> Result<(), GenFailure> {
    let mut levels: Vec<Looked> = Vec::new();
    let (mut failures, mut attempts) = (0, 0);
    let mut making = 0.0;
    series.for_each_timed(|result, seconds| {
        making += seconds;
        match result? {
            Ok((looked, made)) => {
                attempts += u64::from(made);
                levels.push(looked);
            }
            Err(made) => {
                failures += 1;
                attempts += u64::from(made);
            }
        }
        Ok(())
    })?;
    let told = |unit: Unit, of: fn(&Measures) -> u32| {
        percentiles(levels.iter().map(|level| of(&level.measures)).collect(), unit)
    };
    let request = &series.first;
    let report = Report {
        schema: "upkeeper.stats/1",
        kind: &request.kind,
        seed: request.seed.to_string(),
        depth: request.depth,
        count: series.count,
        density: told(Unit::Share, |measures| measures.density),
        path: told(Unit::Share, |measures| measures.path),
        loops: told(Unit::Count, |measures| measures.loops),
        dead_ends: told(Unit::Count, |measures| measures.dead_ends),
        chokepoints: told(Unit::Share, |measures| measures.chokepoints),
        linearity: told(Unit::Share, |measures| measures.linearity),
        leniency: told(Unit::Share, |measures| measures.leniency),
        symmetry: told(Unit::Share, |measures| measures.symmetry),
        diversity: percentiles(differences(&levels, request.seed.0), Unit::Share),
        failures,
        attempts,
        levels_per_second: (levels.len() as f64 / making).round(),
    };
    serde_json::to_writer(&mut *out, &report).map_err(std::io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

impl Series<'_> {
    /// Looks at every level in turn, or tells how often one was tried in vain; and how many seconds of a
    /// core the making took.
    fn for_each_timed(
        &self,
        mut take: impl FnMut(
            Result<Result<(Looked, u32), u32>, GenFailure>,
            f64,
        ) -> Result<(), GenFailure>,
    ) -> Result<(), GenFailure> {
        let work = |place| {
            let begun = own_time();
            let level = self.level(place);
            let seconds = own_time() - begun;
            let looked = match level {
                Ok(level) => {
                    let looked = Looked { measures: measure(&level), passable: level.passable() };
                    Ok(Ok((looked, level.attempts)))
                }
                Err(GenError::OutOfAttempts { attempts, .. }) => Ok(Err(attempts)),
                Err(other) => Err(other.into()),
            };
            (looked, seconds)
        };
        self.for_each_place(work, |_, (looked, seconds)| take(looked, seconds))
    }
}

/// How much levels differ from each other: every pair of few, and of many some drawn by lot, always the same.
fn differences(levels: &[Looked], seed: u64) -> Vec<u32> {
    let differing = |a: usize, b: usize| differing(&levels[a].passable, &levels[b].passable);
    let count = levels.len() as u32;
    if count <= ALL_PAIRS {
        let pairs = (0..levels.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
        return pairs.map(|(a, b)| differing(a, b)).collect();
    }
    let mut stream = Stream::new(seed, "diversity", &[u64::from(count)]);
    let mut pair = || {
        let a = stream.below(count);
        // Any but the same one again.
        let b = stream.below(count - 1);
        (a as usize, (if b < a { b } else { b + 1 }) as usize)
    };
    (0..PAIRS).map(|_| pair()).map(|(a, b)| differing(a, b)).collect()
}

/// By the nearest rank.
pub(super) fn percentiles(mut values: Vec<u32>, unit: Unit) -> Percentiles {
    values.sort_unstable();
    let at = |percent: usize| {
        let rank = (values.len() * percent).div_ceil(100).max(1);
        values.get(rank - 1).map(|&value| unit.in_full(value))
    };
    Percentiles { p1: at(1), p50: at(50), p99: at(99) }
}
