//! `upkeeper gen`: makes levels and prints them, for testers, for other programs and for the curious.

mod animate;
mod ascii;
mod list;
mod making;
mod marches;
mod picture;
mod stats;

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use super::metric::Metric;
use super::paint::Paint;
use super::{Answer, Failure, Invocation};
use crate::base::Seed;
use crate::levelgen::{GenError, Level};
use picture::TooLarge;

pub use making::{Making, Series};

/// Makes levels of one kind and prints them
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The kind of level; --list names them all
    #[arg(required_unless_present = "list")]
    kind: Option<String>,
    /// Any text; a number is itself
    #[arg(long, default_value = "1")]
    seed: Seed,
    #[command(flatten)]
    making: Making,
    /// How many levels, from this seed and those that follow it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// How to print: a map, one JSON object a level, a picture, or measures over all
    ///
    /// JSON has the certificate of the night's work for levels of up to 65,536 cells (256×256); in larger ones
    /// `certificate` is null, or without `work` where it proves something else.
    #[arg(long, value_enum, default_value_t = Format::Ascii)]
    format: Format,
    /// Writes to a file instead of the standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Adds the stages in between to the JSON
    #[arg(long)]
    trace: bool,
    /// Makes the night's work as well and measures it; only with --format stats
    #[arg(long)]
    full: bool,
    /// Plays the stages in between on the terminal; where there is none, prints them
    #[arg(long)]
    animate: bool,
    /// Draws where the levels lie in the plane of two measures, instead of the levels
    #[arg(long, value_name = "A,B", value_parser = parse_plane)]
    plot: Option<Plane>,
    /// Lists the kinds with their sizes and settings
    #[arg(long, conflicts_with_all = [
        "kind", "seed", "depth", "width", "height", "settings", "count", "out", "trace", "full", "animate", "plot",
    ])]
    list: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    #[value(alias = "text")]
    Ascii,
    Json,
    Png,
    Stats,
}

/// Two metrics to plot, across and up.
#[derive(Clone, Copy, Debug)]
struct Plane([&'static Metric; 2]);

/// Why nothing was printed, or not all of it.
#[derive(Debug, thiserror::Error)]
pub enum GenFailure {
    #[error("{0}")]
    Gen(#[from] GenError),
    #[error("--trace adds to the JSON: it wants --format json")]
    Trace,
    #[error("--full adds to the measures: it wants --format stats")]
    Full,
    #[error("--plot draws a picture: it wants --format png")]
    Plot,
    #[error("--animate plays the stages of a level: it goes with no other --format")]
    AnimateFormat,
    #[error("--animate plays one level: leave --count away")]
    AnimateCount,
    #[error("{option} shows how a level is made or measured; the marches are none")]
    NoStages { option: &'static str },
    #[error("--list prints text or JSON: it wants --format ascii or json")]
    ListFormat,
    #[error("a picture is nothing to print on a terminal: say where it should go with --out FILE")]
    PictureOnTerminal,
    #[error("--set {name} is given twice")]
    SetTwice { name: String },
    #[error("{0}")]
    TooLarge(#[from] TooLarge),
    #[error("“{metric}” is not told of a {kind}")]
    Untold { metric: &'static str, kind: String },
    #[error("cannot create {path}: {source}")]
    Create { path: PathBuf, source: io::Error },
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
}

impl GenFailure {
    /// What the program should exit with.
    pub fn exit_code(&self) -> u8 {
        match self {
            GenFailure::Gen(
                GenError::OutOfAttempts { .. }
                | GenError::Recipe { .. }
                | GenError::Unworkable { .. },
            ) => 70,
            GenFailure::Gen(_)
            | GenFailure::Trace
            | GenFailure::Full
            | GenFailure::Plot
            | GenFailure::AnimateFormat
            | GenFailure::AnimateCount
            | GenFailure::ListFormat
            | GenFailure::NoStages { .. }
            | GenFailure::PictureOnTerminal
            | GenFailure::SetTwice { .. }
            | GenFailure::TooLarge(_)
            | GenFailure::Untold { .. } => 2,
            GenFailure::Create { .. } => 73,
            GenFailure::Write(_) => 74,
        }
    }
}

/// Runs the command. A reader that goes away early is no failure.
pub fn run(args: &Args, invocation: &Invocation) -> Result<Answer, Failure> {
    args.check()?;
    let catalog = invocation.catalog()?;
    let paint = if args.out.is_some() { Paint::NONE } else { Paint::of_output(invocation) };
    if args.list {
        list::write(&catalog, args.format == Format::Json, paint, &mut io::stdout().lock())?;
        return Ok(Answer::Yes);
    }
    let kind = args.kind.as_deref().unwrap_or_default();
    if kind == catalog.marches.name {
        return answer(marches::run(args, &catalog, paint));
    }
    // Refused before a file is created.
    let mut first = args.making.request(kind, args.seed, &catalog)?;
    first.trace = args.trace || args.animate;
    let series = Series { first, count: args.count, catalog: &catalog };
    #[cfg(feature = "tui")]
    if args.animate && args.out.is_none() && animate::is_terminal() {
        return animate::play(series.level(0).map_err(GenFailure::from)?, invocation);
    }
    answer(write_all(args, &series, paint))
}

/// A reader that goes away early is no failure.
fn answer(written: Result<(), GenFailure>) -> Result<Answer, Failure> {
    match written {
        Err(GenFailure::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => {}
        other => other?,
    }
    Ok(Answer::Yes)
}

impl Args {
    /// Refuses what does not go together.
    fn check(&self) -> Result<(), GenFailure> {
        let format = self.format;
        if self.list && !matches!(format, Format::Ascii | Format::Json) {
            return Err(GenFailure::ListFormat);
        }
        if self.full && format != Format::Stats {
            return Err(GenFailure::Full);
        }
        if self.trace && format != Format::Json {
            return Err(GenFailure::Trace);
        }
        if self.plot.is_some() && format != Format::Png {
            return Err(GenFailure::Plot);
        }
        if self.animate && format != Format::Ascii {
            return Err(GenFailure::AnimateFormat);
        }
        if self.animate && self.count != 1 {
            return Err(GenFailure::AnimateCount);
        }
        if format == Format::Png && self.out.is_none() && io::stdout().is_terminal() {
            return Err(GenFailure::PictureOnTerminal);
        }
        Ok(())
    }
}

fn write_all(args: &Args, series: &Series<'_>, paint: Paint) -> Result<(), GenFailure> {
    // A picture that cannot be drawn leaves no file behind.
    let canvas = match (args.format, args.plot) {
        (Format::Png, Some(Plane(metrics))) => Some(picture::plot(series, metrics)?),
        (Format::Png, None) if series.count == 1 => Some(picture::single(&series.level(0)?)?),
        (Format::Png, None) => Some(picture::sheet(series)?),
        _ => None,
    };
    let mut out: Box<dyn Write> = match &args.out {
        Some(path) => Box::new(BufWriter::new(create(path)?)),
        None => Box::new(BufWriter::new(io::stdout().lock())),
    };
    let catalog = series.catalog;
    match args.format {
        Format::Ascii if args.animate => animate::write(&series.level(0)?, catalog, &mut out)?,
        Format::Ascii => print_each(series, &mut out, |place, level, out| {
            if place > 0 {
                writeln!(out)?;
            }
            Ok(ascii::write(&level, catalog, paint, out)?)
        })?,
        Format::Json => print_each(series, &mut out, |_, level, out| {
            let level = series.certified(level)?;
            serde_json::to_writer(&mut *out, &level).map_err(io::Error::from)?;
            Ok(writeln!(out)?)
        })?,
        Format::Stats => stats::write(series, args.full, &mut out)?,
        Format::Png => canvas.map_or(Ok(()), |canvas| canvas.encode(&mut out))?,
    }
    out.flush()?;
    Ok(())
}

fn create(path: &Path) -> Result<File, GenFailure> {
    File::create(path).map_err(|source| GenFailure::Create { path: path.to_owned(), source })
}

/// Prints every level, up to the first that cannot be made.
fn print_each(
    series: &Series<'_>,
    out: &mut dyn Write,
    print: impl Fn(u64, Level, &mut Vec<u8>) -> Result<(), GenFailure> + Sync,
) -> Result<(), GenFailure> {
    let work = |place: u64, level: Result<Level, GenError>| {
        let mut text = Vec::new();
        print(place, level?, &mut text)?;
        Ok::<_, GenFailure>(text)
    };
    series.for_each(work, |_, text| Ok(out.write_all(&text?)?))
}

fn parse_plane(text: &str) -> Result<Plane, String> {
    let (across, up) =
        text.split_once(',').ok_or("it takes two names: --plot density,linearity")?;
    let find = |name: &str| Metric::find(name.trim()).map_err(|error| error.to_string());
    Ok(Plane([find(across)?, find(up)?]))
}
