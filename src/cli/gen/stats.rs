#![expect(
    clippy::disallowed_types,
    clippy::float_arithmetic,
    reason = "a report about levels: it is timed, and its shares are printed as decimals"
)]

use std::io::Write;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::GenFailure;
use crate::base::Bits;
use crate::r#gen::{GenError, Level, Measures, Request, differing, measure};

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
struct Percentiles {
    p1: Option<f64>,
    p50: Option<f64>,
    p99: Option<f64>,
}

/// Prints one object of measures over all the levels. Levels that could not be made are counted, and
/// no more.
pub(super) fn write(
    request: &Request,
    count: u64,
    mut levels: impl Iterator<Item = Result<Level, GenError>>,
    out: &mut impl Write,
) -> Result<(), GenFailure> {
    let mut measures: Vec<Measures> = Vec::new();
    let mut passable: Vec<Bits> = Vec::new();
    let (mut failures, mut attempts) = (0, 0);
    let mut making = Duration::ZERO;
    loop {
        let started = Instant::now();
        let next = levels.next();
        making += started.elapsed();
        match next {
            Some(Ok(level)) => {
                attempts += u64::from(level.attempts);
                measures.push(measure(&level));
                passable.push(level.passable());
            }
            Some(Err(GenError::OutOfAttempts { attempts: made, .. })) => {
                failures += 1;
                attempts += u64::from(made);
            }
            Some(Err(other)) => return Err(other.into()),
            None => break,
        }
    }
    let shares = |of: fn(&Measures) -> u32| percentiles(measures.iter().map(of).collect(), 1000.0);
    let numbers = |of: fn(&Measures) -> u32| percentiles(measures.iter().map(of).collect(), 1.0);
    let report = Report {
        schema: "upkeeper.stats/1",
        kind: &request.kind,
        seed: request.seed.to_string(),
        depth: request.depth,
        count,
        density: shares(|measures| measures.density),
        path: shares(|measures| measures.path),
        loops: numbers(|measures| measures.loops),
        dead_ends: numbers(|measures| measures.dead_ends),
        chokepoints: shares(|measures| measures.chokepoints),
        linearity: shares(|measures| measures.linearity),
        leniency: shares(|measures| measures.leniency),
        symmetry: shares(|measures| measures.symmetry),
        diversity: percentiles(pairwise(&passable), 1000.0),
        failures,
        attempts,
        levels_per_second: (measures.len() as f64 / making.as_secs_f64()).round(),
    };
    serde_json::to_writer(&mut *out, &report).map_err(std::io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

/// How much every level differs from every other.
fn pairwise(levels: &[Bits]) -> Vec<u32> {
    let pairs = levels.iter().enumerate();
    pairs.flat_map(|(place, a)| levels[..place].iter().map(move |b| differing(a, b))).collect()
}

/// By the nearest rank.
fn percentiles(mut values: Vec<u32>, unit: f64) -> Percentiles {
    values.sort_unstable();
    let at = |percent: usize| {
        let rank = (values.len() * percent).div_ceil(100).max(1);
        values.get(rank - 1).map(|&value| f64::from(value) / unit)
    };
    Percentiles { p1: at(1), p50: at(50), p99: at(99) }
}
