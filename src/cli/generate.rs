//! `upkeeper gen`: makes levels and prints them, for testers, for other programs and for the
//! curious.

mod args;
mod ascii;
mod list;
mod marches;
mod picture;
mod series;
mod stats;

use std::io::Write as _;

use super::output::json_line;
use super::paint::Paint;
#[cfg(feature = "tui")]
use super::play;
use super::workers::Batch;
use super::{Answer, Call, Failure, Output};
use args::{LevelFormat, LevelOutput, Plane};
use levels::Level;
#[cfg(feature = "tui")]
use screens::{ScreenStack, screens::stages::StagesScreen};

pub(crate) use args::Args;
pub(crate) use series::{LevelOptions, Series};

/// Runs the command. A reader that goes away early is no failure.
pub(super) fn run(args: &Args, call: &mut Call<'_>) -> Result<Answer, Failure> {
    args.check()?;
    let invocation = call.invocation;
    let catalog = invocation.catalog()?;
    let paint = if args.out.is_some() { Paint::NONE } else { Paint::of_output(invocation) };
    if args.list {
        list::write(&catalog, args.format == LevelFormat::Json, paint, &mut call.out.raw())?;
        return Ok(Answer::Yes);
    }
    let kind = args.kind.as_deref().unwrap_or_default();
    if kind == catalog.marches.name {
        return marches::run(args, &catalog, paint, call);
    }
    // Refused before a file is created.
    let mut first = args.level.request(kind, args.seed, &catalog)?;
    first.trace = args.trace || args.animate;
    let series = Series { first, count: args.count, catalog: &catalog };
    #[cfg(feature = "tui")]
    if args.animate && args.out.is_none() && play::is_terminal() {
        let stages = StagesScreen::new(series.level(0)?);
        let mut screens = play::load_context(invocation, |_| {})?;
        return play::show(&mut ScreenStack::new(Box::new(stages)), &mut screens);
    }
    let batch = args.batch(invocation);
    write_all(args, &series, &batch, paint, call.out)
}

fn write_all(
    args: &Args,
    series: &Series<'_>,
    batch: &Batch,
    paint: Paint,
    out: &mut Output,
) -> Result<Answer, Failure> {
    // A picture that cannot be drawn leaves no file behind.
    let is_picture = matches!(args.format, LevelFormat::Png | LevelFormat::Svg);
    let canvas = match args.plot {
        _ if !is_picture => None,
        Some(Plane(metrics)) => Some(picture::plot(series, batch, metrics)?),
        None if series.count == 1 => Some(picture::single(&series.level(0)?, series.catalog)?),
        None => Some(picture::sheet(series, batch)?),
    };
    let mut out = args.output(out)?;
    let catalog = series.catalog;
    match args.format {
        LevelFormat::Ascii if args.animate => {
            ascii::write_stages(&series.level(0)?, catalog, &mut out)?;
        }
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
        LevelFormat::Png | LevelFormat::Svg => {
            canvas.map_or(Ok(()), |canvas| picture::write(&canvas, args.format, &mut out))?;
        }
    }
    out.finish()?;
    Ok(batch.answer("levels"))
}

/// Prints every level, up to the first that cannot be made.
fn print_each(
    series: &Series<'_>,
    batch: &Batch,
    out: &mut LevelOutput<'_>,
    print: impl Fn(u64, Level, &mut Vec<u8>) -> Result<(), Failure> + Sync,
) -> Result<(), Failure> {
    let work = |place| {
        let mut text = Vec::new();
        let printed = series.level(place).map_err(Failure::from);
        let printed = printed.and_then(|level| print(place, level, &mut text));
        Some(printed.map(|()| text))
    };
    batch.for_each(work, |_, text| {
        out.write_all(&text?)?;
        out.flush()
    })
}
