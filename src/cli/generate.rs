//! `upkeeper gen`: makes levels and prints them, for testers, for other programs and for the curious.

mod animate;
mod args;
mod ascii;
mod batch;
mod failure;
mod level_options;
mod list;
mod marches;
mod output;
mod overworld_map;
mod picture;
mod stats;

use std::io::Write as _;

use super::output::json_line;
use super::paint::Paint;
use super::{Answer, Failure, Invocation, Output};
use args::{LevelFormat, Plane};
use batch::Batch;
use levels::Level;
use output::LevelOutput;

pub(crate) use args::Args;
pub(crate) use failure::GenFailure;
pub(crate) use level_options::{LevelOptions, Series};

/// Runs the command. A reader that goes away early is no failure.
pub(super) fn run(
    args: &Args,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    args.check()?;
    let catalog = invocation.catalog()?;
    let paint = if args.out.is_some() { Paint::NONE } else { Paint::of_output(invocation) };
    if args.list {
        list::write(&catalog, args.format == LevelFormat::Json, paint, &mut out.raw())?;
        return Ok(Answer::Yes);
    }
    let kind = args.kind.as_deref().unwrap_or_default();
    if kind == catalog.marches.name {
        return answer(marches::run(args, &catalog, paint, invocation, out));
    }
    // Refused before a file is created.
    let mut first = args.level.request(kind, args.seed, &catalog)?;
    first.trace = args.trace || args.animate;
    let series = Series { first, count: args.count, catalog: &catalog };
    #[cfg(feature = "tui")]
    if args.animate && args.out.is_none() && animate::is_terminal() {
        return animate::play(series.level(0).map_err(GenFailure::from)?, invocation);
    }
    let batch = Batch::new(args.count, invocation);
    answer(write_all(args, &series, &batch, paint, out))
}

/// A reader that goes away early is no failure.
fn answer(written: Result<Answer, GenFailure>) -> Result<Answer, Failure> {
    match written {
        Ok(answer) => Ok(answer),
        Err(GenFailure::Closed) => Ok(Answer::Yes),
        Err(failure) => Err(failure.into()),
    }
}

fn write_all(
    args: &Args,
    series: &Series<'_>,
    batch: &Batch,
    paint: Paint,
    out: &mut Output,
) -> Result<Answer, GenFailure> {
    // A picture that cannot be drawn leaves no file behind.
    let canvas = match (args.format, args.plot) {
        (LevelFormat::Png, Some(Plane(metrics))) => Some(picture::plot(series, batch, metrics)?),
        (LevelFormat::Png, None) if series.count == 1 => Some(picture::single(&series.level(0)?)?),
        (LevelFormat::Png, None) => Some(picture::sheet(series, batch)?),
        _ => None,
    };
    let mut out = output::open(args, out)?;
    let catalog = series.catalog;
    match args.format {
        LevelFormat::Ascii if args.animate => animate::write(&series.level(0)?, catalog, &mut out)?,
        LevelFormat::Ascii => print_each(series, batch, &mut out, |place, level, out| {
            if place > 0 {
                writeln!(out)?;
            }
            Ok(ascii::write(&level, catalog, paint, out)?)
        })?,
        LevelFormat::Json => print_each(series, batch, &mut out, |_, level, out| {
            out.extend(json_line(&series.certified(level)?)?);
            Ok(())
        })?,
        LevelFormat::Stats => stats::write(series, batch, args.full, &mut out)?,
        LevelFormat::Png => canvas.map_or(Ok(()), |canvas| canvas.encode(&mut out))?,
    }
    out.finish()?;
    Ok(batch.answer())
}

/// Prints every level, up to the first that cannot be made.
fn print_each(
    series: &Series<'_>,
    batch: &Batch,
    out: &mut LevelOutput<'_>,
    print: impl Fn(u64, Level, &mut Vec<u8>) -> Result<(), GenFailure> + Sync,
) -> Result<(), GenFailure> {
    let work = |place| {
        let mut text = Vec::new();
        print(place, series.level(place)?, &mut text)?;
        Ok::<_, GenFailure>(text)
    };
    batch.for_each(work, |_, text| {
        out.write_all(&text?)?;
        out.flush()
    })
}
