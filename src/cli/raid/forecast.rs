//! `upkeeper raid forecast`: the raids of dawn on the floor as the player knows it, with the plan
//! done and whatever else is asked about.

use std::fmt;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use serde::Serialize;

use super::what_if::WhatIf;
use crate::cli::run_files::{StateSelector, reach_whole};
use crate::cli::{Answer, Call, Failure, Format, Report, inputs};
use base::Pos;
use engine::sim::{Forecast, MAX_SAMPLES, NoForecast, Spread};
use engine::view::View;

/// The raids of a forecast for which no number is given.
const SAMPLES: u32 = 24;

#[derive(Debug, Args)]
pub(crate) struct ForecastArgs {
    /// A run file; `-` is the standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,
    #[command(flatten)]
    place: StateSelector,
    /// How many raids are played
    #[arg(
        long,
        value_name = "N",
        default_value_t = SAMPLES,
        value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_SAMPLES))
    )]
    samples: u32,
    /// Something to be done besides what is planned: a job known at a cell ('trap 12,7'), a cord
    /// ('cord 12,7'), or as a script changes the plan ('plan-kit 2 12 7'); several in order
    #[arg(long, value_name = "WHAT")]
    what_if: Vec<WhatIf>,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn run(args: &ForecastArgs, call: &mut Call<'_>) -> Result<Answer, Failure> {
    let source = inputs::open(&args.file, call.invocation)?;
    let replay = reach_whole(&source, args.place, &call.invocation.catalog()?)?;
    let forecast = |view: View<'_>| view.forecast_task(view.plan()).run(args.samples);
    let view = replay.game().view();
    let report = if args.what_if.is_empty() {
        ForecastReport::of(view, &forecast(view), None)
    } else {
        let fault = || Failure::fault(&"a state of a replay cannot be copied");
        let mut game = view.replica().ok_or_else(fault)?;
        args.what_if.iter().try_for_each(|what| what.plan(&mut game))?;
        ForecastReport::of(game.view(), &forecast(game.view()), Some(&forecast(view)))
    };
    call.out.report(args.format, &report)?;
    Ok(if report.none.is_none() { Answer::Yes } else { Answer::No })
}

/// A column, a row, and a share of the raids.
type CellShare = (i32, i32, f64);

#[derive(Serialize)]
struct ForecastReport {
    samples: u32,
    /// Of the run.
    turn: u32,
    /// Null where nothing can be foretold, as the two after it.
    points: Option<Percentiles>,
    fallen: Option<Percentiles>,
    /// Chests that are emptied.
    lost: Option<Percentiles>,
    /// The raids in which somebody treads there.
    visits: Vec<CellShare>,
    members: Vec<MemberReport>,
    /// Why nothing can be foretold: `no_way` is known to the exit, or it is `too_late`.
    none: Option<&'static str>,
    /// Points on average, how many more they are than without what was asked about, and whether
    /// that is more than chance.
    mean: Option<u32>,
    gain: Option<i32>,
    gain_is_clear: Option<bool>,
    /// The raids in which a full chest is emptied, and in which the resident of a post is slain.
    chests: Vec<CellShare>,
    posts: Vec<CellShare>,
    /// Members that fall there, in each raid on average.
    falls: Vec<CellShare>,
    /// Things on the plan.
    planned: usize,
}

#[derive(Clone, Copy, Serialize)]
struct Percentiles {
    p10: u32,
    p50: u32,
    p90: u32,
}

/// The shares of the raids in which somebody falls, is driven home hurt, or comes through.
#[derive(Serialize)]
struct MemberReport {
    name: String,
    kind: String,
    party: String,
    fallen: f64,
    driven: f64,
    through: f64,
}

impl ForecastReport {
    /// The report on a forecast, beside one before what was asked about was planned.
    fn of(view: View<'_>, forecast: &Forecast, before: Option<&Forecast>) -> ForecastReport {
        let is_told = forecast.none.is_none();
        let percentiles =
            |Spread { p10, p50, p90, .. }| is_told.then_some(Percentiles { p10, p50, p90 });
        // A thousand raids at most tell no more than three digits.
        let share =
            |count: u32| (f64::from(count) * 1e3 / f64::from(forecast.samples)).round() / 1e3;
        let cells = |list: &[(Pos, u32)]| -> Vec<CellShare> {
            let told = list.iter().filter(|_| is_told);
            told.map(|&(at, count)| (at.x, at.y, share(count))).collect()
        };
        let visited = forecast.visits.iter().filter(|&(_, &raids)| raids > 0);
        let visited: Vec<(Pos, u32)> = visited.map(|(at, &raids)| (at, raids.into())).collect();
        let names = view.names_of_foretold(&forecast.members);
        let members = names.into_iter().zip(&forecast.members).filter(|_| is_told);
        let members = members.map(|(named, own)| MemberReport {
            name: named.name,
            kind: named.kind,
            party: named.party,
            fallen: share(own.fallen),
            driven: share(own.driven),
            through: share(forecast.samples.saturating_sub(own.fallen + own.driven)),
        });
        let mean = is_told.then_some(forecast.points.mean);
        let gain = before.and_then(|before| forecast.gain_over(before));
        ForecastReport {
            samples: forecast.samples,
            turn: view.turns().0,
            points: percentiles(forecast.points),
            fallen: percentiles(forecast.fallen),
            lost: percentiles(forecast.lost),
            visits: cells(&visited),
            members: members.collect(),
            none: forecast.none.map(|none| match none {
                NoForecast::NoWay => "no_way",
                NoForecast::TooLate => "too_late",
            }),
            mean,
            gain: gain.map(|gain| gain.points),
            gain_is_clear: gain.map(|gain| gain.is_clear),
            chests: cells(&forecast.chests),
            posts: cells(&forecast.posts),
            falls: cells(&forecast.falls),
            planned: view.plan().len(),
        }
    }
}

impl Report for ForecastReport {
    const SCHEMA: &'static str = "upkeeper.forecast/1";

    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Some(points), Some(fallen), Some(lost), Some(mean)) =
            (self.points, self.fallen, self.lost, self.mean)
        else {
            return writeln!(
                f,
                "turn {}: {}",
                self.turn,
                match self.none {
                    Some("no_way") => "no way to the exit is known yet",
                    _ => "no raid is to come: it is on, or over, or nobody is expected",
                }
            );
        };
        let (turn, raids, planned) = (self.turn, self.samples, self.planned);
        writeln!(f, "turn {turn}: {raids} raids with {planned} planned; p10, p50, p90 of each")?;
        let gain = match (self.gain, self.gain_is_clear) {
            (Some(gain), Some(true)) => format!(", {gain:+} by what was asked about"),
            (Some(_), _) => ", what was asked about makes no difference to be told".to_owned(),
            (None, _) => String::new(),
        };
        writeln!(f, "points  {points}   {mean} on average{gain}")?;
        writeln!(f, "fallen  {fallen}   of {}", self.members.len())?;
        writeln!(f, "chests  {lost}   emptied, of {} that are full", self.chests.len())?;
        for MemberReport { name, kind, party, fallen, driven, .. } in &self.members {
            let (fallen, driven) = (percent(*fallen), percent(*driven));
            writeln!(f, "{name}, {kind}, of {party}: falls in {fallen}, driven home in {driven}")?;
        }
        for (what, list) in [("chest", &self.chests), ("post", &self.posts)] {
            for &(x, y, share) in list.iter().filter(|own| own.2 > 0.0) {
                let goes = if what == "chest" { "emptied" } else { "its resident slain" };
                writeln!(f, "{what} at {x},{y}: {goes} in {}", percent(share))?;
            }
        }
        let mut falls = self.falls.iter();
        falls.try_for_each(|&(x, y, share)| writeln!(f, "{x},{y}: {share:.2} fall there"))
    }
}

fn percent(share: f64) -> String {
    format!("{:.0} of 100", share * 100.0)
}

impl fmt::Display for Percentiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>3} {:>3} {:>3}", self.p10, self.p50, self.p90)
    }
}
