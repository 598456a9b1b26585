//! The options of `upkeeper sim`, and what they ask to be played: shifts of a kind and depth, the
//! shifts of days, or journeys.

use std::fmt;
use std::path::PathBuf;

use clap::ValueHint;

use crate::cli::options::{SeedArg, Span};
use crate::cli::run_files::Force;
use crate::cli::workers::Jobs;
use crate::cli::{Content, Failure, Format};
use base::Day;
use content::Depth;
use engine::sim::Setup;
use runs::record::bot;

/// Plays headless by a bot, and prints one JSON line a run
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// What is played: shifts, journeys, the tutorial, or the daily shifts of a day and those that
    /// follow it, whose date is the seed
    #[arg(long, default_value = "shift", value_parser = ["campaign", "shift", "daily", "tutorial"])]
    pub(super) mode: String,
    /// The kind of level; several, with commas between them, are played one after another; a vault
    /// where not given, and all kinds with --fuzz
    #[arg(long, value_delimiter = ',')]
    pub(super) kind: Vec<String>,
    /// Depth, counted from 1; or several; the first where not given, and all with --fuzz
    #[arg(long, value_delimiter = ',')]
    pub(super) depth: Vec<Depth>,
    /// Any text; a number is itself
    #[arg(long, default_value = "1", allow_hyphen_values = true)]
    pub(super) seed: SeedArg,
    /// How many runs, from this seed and those that follow it
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) count: u64,
    /// Who plays
    #[arg(long, default_value = "cautious", value_parser = bot::NAMES)]
    pub(super) bot: String,
    /// Plays the commands of a script in the place of a bot, as `replay export --to commands`
    /// prints them; `-` reads the standard input. A command that is refused ends it, with exit 1
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath,
        conflicts_with_all = ["bot", "against"])]
    pub(super) script: Option<PathBuf>,
    /// Plays random and adversarial commands over all kinds and depths with every invariant
    /// checked, or on journeys with --mode campaign, until one fails, the time is up or a signal
    /// comes; the first failure is minimised and kept. With --script the commands of that with
    /// every check
    #[arg(long, conflicts_with_all = ["bot", "against"])]
    pub(super) fuzz: bool,
    /// Ends --fuzz after this time: 90s, 10m, 2h
    #[arg(long = "for", value_name = "TIME", requires = "fuzz", value_parser = parse_span)]
    pub(super) span: Option<Span>,
    /// Plays each seed by this bot too, and tells how many points more or fewer the first one has
    #[arg(long, value_parser = bot::NAMES, value_name = "BOT")]
    pub(super) against: Option<String>,
    /// Stops after so many commands, if the run is not over by then
    #[arg(long, default_value_t = 20_000)]
    pub(super) commands: u32,
    /// Keeps the run in a file; with --count, in one file a run, numbered by its seed
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) save: Option<PathBuf>,
    #[command(flatten)]
    pub(super) force: Force,
    #[command(flatten)]
    pub(super) jobs: Jobs,
    /// How to print: one object a run, or what all runs of a kind and depth came to
    #[arg(long, value_enum, default_value_t = Format::Json)]
    pub(super) format: Format,
}

/// A span of time; a number alone is seconds.
fn parse_span(text: &str) -> Result<Span, &'static str> {
    let span = format!("{text}s").parse().or_else(|_: &str| text.parse());
    span.map_err(|_: &str| "a time was expected, such as 90s, 10m or 2h")
}

/// Runs that follow one another.
#[derive(Clone, Copy, Debug)]
pub(super) enum Block<'a> {
    /// Shifts of one kind and depth, from one seed to the next.
    Shifts { kind: &'a str, depth: Depth },
    /// Daily shifts, from one day to the next.
    Days { first: Day },
    /// Journeys, from one seed to the next.
    Journeys,
    /// The tutorial, from one seed to the next.
    Tutorials,
}

impl Args {
    /// The blocks of runs to play, in their order.
    /// Errors: options that do not go with the mode, and a seed of `--mode daily` that is no date.
    pub(super) fn blocks(&self) -> Result<Vec<Block<'_>>, Failure> {
        let block = match self.mode.as_str() {
            "campaign" => {
                self.check_no_floor("a journey has many floors")?;
                Block::Journeys
            }
            "tutorial" => {
                self.check_no_floor("the tutorial has a floor of its own")?;
                Block::Tutorials
            }
            "daily" => {
                self.check_no_floor("the day gives the shift")?;
                let remedy = "--mode daily wants the day as the seed: --seed 2026-11-22";
                let first = self.seed.word_at(0).unwrap_or_default().parse();
                Block::Days { first: first.map_err(|_| Failure::usage(&remedy))? }
            }
            _ => return Ok(self.shifts()),
        };
        Ok(vec![block])
    }

    /// Refuses kinds and depths; `why` says what has them instead.
    fn check_no_floor(&self, why: &str) -> Result<(), Failure> {
        if self.kind.is_empty() && self.depth.is_empty() {
            return Ok(());
        }
        Err(Failure::usage(&format!("{why}: leave --kind and --depth out")))
    }

    fn shifts(&self) -> Vec<Block<'_>> {
        let usual_kind = self.kind.is_empty().then_some("vault");
        let kinds = self.kind.iter().map(String::as_str).chain(usual_kind);
        let usual_depth = self.depth.is_empty().then_some(Depth::FIRST);
        let depths = self.depth.iter().copied().chain(usual_depth);
        let shifts = |kind| depths.clone().map(move |depth| Block::Shifts { kind, depth });
        kinds.flat_map(shifts).collect()
    }
}

impl Block<'_> {
    /// The setup of the run at a place in it, and what was typed for its seed.
    pub(super) fn opening(&self, place: u64, seed: &SeedArg, content: &Content) -> (Setup, String) {
        let number = seed.seed.offset(place);
        let mut word = seed.word_at(place).unwrap_or_default().to_owned();
        let mut setup = match *self {
            Block::Shifts { kind, depth } => Setup::shift(kind, depth, number),
            Block::Journeys => Setup::campaign(number),
            Block::Tutorials => Setup::tutorial(number),
            Block::Days { first } => {
                let day = first.after(u32::try_from(place).unwrap_or(u32::MAX));
                word = day.to_string();
                Setup::daily(day, false, &content.catalog)
            }
        };
        setup.options.modded = content.modded;
        (setup, word)
    }
}

impl fmt::Display for Block<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Block::Shifts { kind, depth } => write!(f, "{kind}, depth {depth}"),
            Block::Journeys => f.write_str("journeys"),
            Block::Tutorials => f.write_str("tutorials"),
            Block::Days { first } => write!(f, "daily shifts from {first}"),
        }
    }
}
