//! `upkeeper gen`: makes levels and prints them, for testers, for other programs and for the curious.

mod ascii;
mod list;
mod stats;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::base::Seed;
use crate::content::Catalog;
use crate::r#gen::{GenError, Level, Request, generate};

/// Makes levels of one kind and prints them
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The kind of level; --list names them all
    #[arg(required_unless_present = "list")]
    kind: Option<String>,
    /// Any text; a number is itself
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// Depth, counted from 1
    #[arg(long, default_value_t = 1)]
    depth: u8,
    /// In cells; the kind's usual width if not given
    #[arg(long)]
    width: Option<i32>,
    /// In cells; the kind's usual height if not given
    #[arg(long)]
    height: Option<i32>,
    /// How many levels, from this seed and those that follow it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// Sets a number of the recipe; may be given several times
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = parse_setting)]
    settings: Vec<(String, i32)>,
    /// How to print: a map, one JSON object a level, or measures over all
    #[arg(long, value_enum, default_value_t = Format::Ascii)]
    format: Format,
    /// Writes to a file instead of the standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Adds the stages in between to the JSON
    #[arg(long)]
    trace: bool,
    /// Lists the kinds with their sizes and settings
    #[arg(long, conflicts_with_all = ["kind", "out", "trace", "settings", "width", "height"])]
    list: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Ascii,
    Json,
    Stats,
}

/// Why nothing was printed, or not all of it.
#[derive(Debug, thiserror::Error)]
pub enum GenFailure {
    #[error("{0}")]
    Gen(#[from] GenError),
    #[error("--trace adds to the JSON: it wants --format json")]
    Trace,
    #[error("cannot create {path}: {source}")]
    Create { path: PathBuf, source: io::Error },
    #[error("cannot write: {0}")]
    Write(#[source] io::Error),
}

impl GenFailure {
    /// What the program should exit with.
    pub fn exit_code(&self) -> u8 {
        match self {
            GenFailure::Gen(GenError::OutOfAttempts { .. } | GenError::Recipe { .. }) => 70,
            GenFailure::Gen(_) | GenFailure::Trace => 2,
            GenFailure::Create { .. } => 73,
            GenFailure::Write(_) => 74,
        }
    }
}

impl From<io::Error> for GenFailure {
    fn from(error: io::Error) -> GenFailure {
        GenFailure::Write(error)
    }
}

/// Runs the command. A reader that goes away early is no failure.
pub fn run(args: &Args, catalog: &Catalog) -> Result<(), GenFailure> {
    if args.trace && args.format != Format::Json {
        return Err(GenFailure::Trace);
    }
    let requests = Requests { args, catalog };
    if !args.list {
        // Refused before a file is created.
        requests.first().check(catalog)?;
    }
    let result = match &args.out {
        Some(path) => write_all(&requests, &mut BufWriter::new(create(path)?)),
        None => write_all(&requests, &mut BufWriter::new(io::stdout().lock())),
    };
    match result {
        Err(GenFailure::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

fn create(path: &Path) -> Result<File, GenFailure> {
    File::create(path).map_err(|source| GenFailure::Create { path: path.to_owned(), source })
}

fn write_all(requests: &Requests<'_>, out: &mut impl Write) -> Result<(), GenFailure> {
    let (args, catalog) = (requests.args, requests.catalog);
    match args.format {
        _ if args.list => list::write(catalog, args.format == Format::Json, out)?,
        Format::Ascii => {
            for (place, level) in requests.levels().enumerate() {
                if place > 0 {
                    writeln!(out)?;
                }
                ascii::write(&level?, catalog, out)?;
            }
        }
        Format::Json => {
            for level in requests.levels() {
                serde_json::to_writer(&mut *out, &level?).map_err(io::Error::from)?;
                writeln!(out)?;
            }
        }
        Format::Stats => stats::write(&requests.first(), args.count, requests.levels(), out)?,
    }
    out.flush()?;
    Ok(())
}

/// The levels that were asked for.
struct Requests<'a> {
    args: &'a Args,
    catalog: &'a Catalog,
}

impl Requests<'_> {
    fn first(&self) -> Request {
        let args = self.args;
        Request {
            kind: args.kind.clone().unwrap_or_default(),
            seed: args.seed,
            depth: args.depth,
            width: args.width,
            height: args.height,
            settings: args.settings.iter().cloned().collect::<BTreeMap<_, _>>(),
            trace: args.trace,
        }
    }

    fn levels(&self) -> impl Iterator<Item = Result<Level, GenError>> {
        let mut request = self.first();
        (0..self.args.count).map(move |place| {
            request.seed = self.args.seed.offset(place);
            generate(&request, self.catalog)
        })
    }
}

fn parse_setting(text: &str) -> Result<(String, i32), String> {
    let (name, value) = text.split_once('=').ok_or("it takes the form key=value")?;
    let number = value.trim().parse().map_err(|_| format!("“{value}” is not a whole number"))?;
    Ok((name.trim().to_owned(), number))
}
