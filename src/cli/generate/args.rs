//! The options of `gen`, and which of them exclude each other.

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;

use clap::ValueHint;

use super::failure::GenFailure;
use super::level_options::LevelOptions;
use crate::cli::metric::Metric;
use crate::cli::outputs::Force;
use base::Seed;

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
    /// JSON has the certificate of the night's work for levels of up to 65,536 cells (256×256); in larger ones
    /// `certificate` is null, or without `work` where it proves something else.
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
        "kind", "seed", "depth", "width", "height", "settings", "count", "out", "force", "trace", "full", "animate", "plot",
    ])]
    pub(super) list: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum LevelFormat {
    #[value(alias = "text")]
    Ascii,
    Json,
    Png,
    Stats,
}

/// Two metrics to plot, across and up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane(pub(super) [&'static Metric; 2]);

impl Args {
    /// Refuses what does not go together.
    pub(super) fn check(&self) -> Result<(), GenFailure> {
        let format = self.format;
        if self.list && !matches!(format, LevelFormat::Ascii | LevelFormat::Json) {
            return Err(GenFailure::ListFormat);
        }
        if self.full && format != LevelFormat::Stats {
            return Err(GenFailure::Full);
        }
        if self.trace && format != LevelFormat::Json {
            return Err(GenFailure::Trace);
        }
        if self.plot.is_some() && format != LevelFormat::Png {
            return Err(GenFailure::Plot);
        }
        if self.animate && format != LevelFormat::Ascii {
            return Err(GenFailure::AnimateFormat);
        }
        if self.animate && self.count != 1 {
            return Err(GenFailure::AnimateCount);
        }
        if format == LevelFormat::Png && self.out.is_none() && io::stdout().is_terminal() {
            return Err(GenFailure::PictureOnTerminal);
        }
        Ok(())
    }
}

fn parse_plane(text: &str) -> Result<Plane, String> {
    let (across, up) =
        text.split_once(',').ok_or("it takes two names: --plot density,linearity")?;
    let find = |name: &str| Metric::find(name.trim()).map_err(|error| error.to_string());
    Ok(Plane([find(across)?, find(up)?]))
}
