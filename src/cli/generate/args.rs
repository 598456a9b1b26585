//! The options of `gen`, which of them exclude each other, and where it prints.

use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::PathBuf;

use clap::ValueHint;

use super::series::LevelOptions;
use crate::cli::metric::Metric;
use crate::cli::output::RawOutput;
use crate::cli::progress::Interruption;
use crate::cli::run_files::Force;
use crate::cli::workers::{self, Batch};
use crate::cli::{Failure, Invocation, Output};
use base::Seed;
use runs::save::FileDraft;

/// Makes levels of one kind and prints them
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// The kind of level; --list names them all
    #[arg(required_unless_present = "list")]
    pub(super) kind: Option<String>,
    /// Any text; a number is itself
    #[arg(long, default_value = "1", allow_hyphen_values = true)]
    pub(super) seed: Seed,
    #[command(flatten)]
    pub(super) level: LevelOptions,
    /// How many levels, from this seed and those that follow it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) count: u64,
    /// How to print: a map, one JSON object a level, a picture, or measures over all
    ///
    /// JSON has the certificate of the night's work for levels of up to 65,536 cells (256×256); in
    /// larger ones `certificate` is null, or without `work` where it proves something else.
    #[arg(long, value_enum, default_value_t = LevelFormat::Ascii)]
    pub(super) format: LevelFormat,
    /// Writes to a file instead of the standard output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) out: Option<PathBuf>,
    #[command(flatten)]
    pub(super) force: Force,
    /// Adds the stages in between to the JSON
    #[arg(long)]
    pub(super) trace: bool,
    /// Makes the night's work as well and measures it; only with --format stats
    #[arg(long)]
    pub(super) full: bool,
    /// Plays the stages in between on the terminal; where there is none, prints them
    #[arg(long)]
    pub(super) animate: bool,
    /// Draws where the levels lie in the plane of two measures, instead of the levels
    #[arg(long, value_name = "A,B", value_parser = parse_plane)]
    pub(super) plot: Option<Plane>,
    /// Lists the kinds with their sizes and settings
    #[arg(long, conflicts_with_all = [
        "kind", "seed", "depth", "width", "height", "settings", "count", "out", "force", "trace",
            "full", "animate", "plot",
    ])]
    pub(super) list: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum LevelFormat {
    #[value(alias = "text")]
    Ascii,
    Json,
    /// Of several levels a contact sheet; without text, unless the program was built with the
    /// feature `pictures`
    Png,
    Stats,
    /// The same with its text
    Svg,
}

/// Two metrics to plot, across and up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane(pub(super) [&'static Metric; 2]);

impl Args {
    /// Refuses what does not go together.
    pub(super) fn check(&self) -> Result<(), Failure> {
        let format = self.format;
        let is_text_or_json = matches!(format, LevelFormat::Ascii | LevelFormat::Json);
        let is_picture = matches!(format, LevelFormat::Png | LevelFormat::Svg);
        let on_terminal =
            format == LevelFormat::Png && self.out.is_none() && io::stdout().is_terminal();
        let faults = [
            (
                self.list && !is_text_or_json,
                "--list prints text or JSON: it wants --format ascii or json",
            ),
            (
                self.full && format != LevelFormat::Stats,
                "--full adds to the measures: it wants --format stats",
            ),
            (
                self.trace && format != LevelFormat::Json,
                "--trace adds to the JSON: it wants --format json",
            ),
            (
                self.plot.is_some() && !is_picture,
                "--plot draws a picture: it wants --format png or svg",
            ),
            (
                self.animate && format != LevelFormat::Ascii,
                "--animate plays the stages of a level: it goes with no other --format",
            ),
            (self.animate && self.count != 1, "--animate plays one level: leave --count away"),
            (
                on_terminal,
                "a picture is nothing to print on a terminal: say where it should go with --out \
                 FILE",
            ),
        ];
        let fault = faults.into_iter().find(|(is_wrong, _)| *is_wrong);
        fault.map_or(Ok(()), |(_, why)| Err(Failure::usage(&why)))
    }

    /// The work on all levels. A signal interrupts that on several, and ends the process at one.
    pub(super) fn batch(&self, invocation: &Invocation) -> Batch {
        let is_one = self.count == 1;
        let interruption =
            if is_one { Interruption::default() } else { Interruption::by_signals() };
        Batch::new(self.count, "levels", workers::cores(), interruption, invocation)
    }

    /// Begins the file that `--out` names; without it, the standard output.
    pub(super) fn output<'a>(&self, out: &'a mut Output) -> Result<LevelOutput<'a>, Failure> {
        Ok(match &self.out {
            None => LevelOutput::Standard(out.raw()),
            Some(path) => {
                let draft = FileDraft::begin(path, self.force.overwrite())?;
                LevelOutput::File(BufWriter::new(draft))
            }
        })
    }
}

fn parse_plane(text: &str) -> Result<Plane, String> {
    let (across, up) =
        text.split_once(',').ok_or("it takes two names: --plot density,linearity")?;
    Ok(Plane([Metric::find(across.trim())?, Metric::find(up.trim())?]))
}

/// Where levels are printed to, as they are: with colours, or as pictures.
pub(super) enum LevelOutput<'a> {
    Standard(RawOutput<'a>),
    File(BufWriter<FileDraft>),
}

impl LevelOutput<'_> {
    /// Brings out what was printed.
    /// Errors: that it cannot be written; [`Failure::closed`] if the reader of the standard output
    /// has gone away.
    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        Write::flush(self)?;
        match self {
            LevelOutput::Standard(out) if out.is_closed() => Err(Failure::closed()),
            _ => Ok(()),
        }
    }

    /// Ends the output: a file appears under its name.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        self.flush()?;
        match self {
            LevelOutput::Standard(_) => Ok(()),
            LevelOutput::File(file) => {
                let draft = file.into_inner().map_err(io::IntoInnerError::into_error)?;
                Ok(draft.install()?)
            }
        }
    }
}

impl Write for LevelOutput<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            LevelOutput::Standard(out) => out.write(bytes),
            LevelOutput::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            LevelOutput::Standard(out) => out.flush(),
            LevelOutput::File(file) => file.flush(),
        }
    }
}
