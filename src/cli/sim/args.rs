//! The options of `upkeeper sim`.

use std::path::PathBuf;

use clap::ValueHint;

use super::block::BlockOptions;
use super::fuzz::{FuzzOptions, Span};
use crate::cli::Format;
use crate::cli::outputs::Force;
use crate::cli::seed_arg::SeedArg;
use crate::cli::workers::Jobs;
use content::Depth;
use runs::record::bot;

/// Commands of a run of the fuzzer at most: nearly all are over before.
const MAX_FUZZED_COMMANDS: u32 = 1_500;
/// The same of a journey.
const MAX_FUZZED_COMMANDS_OF_JOURNEYS: u32 = 5_000;

/// Plays headless by a bot, and prints one JSON line a run
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// What is played: shifts, journeys, the tutorial, or the daily shifts of a day and those that follow it, whose date is the seed
    #[arg(long, default_value = "shift", value_parser = ["campaign", "shift", "daily", "tutorial"])]
    pub(super) mode: String,
    /// The kind of level; several, with commas between them, are played one after another; a vault where not given, and all
    /// kinds with --fuzz
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
    /// Plays the commands of a script in the place of a bot, as `replay export --to commands` prints them; `-` reads the
    /// standard input. A command that is refused ends it, with exit 1
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["bot", "against"])]
    pub(super) script: Option<PathBuf>,
    /// Plays random and adversarial commands over all kinds and depths with every invariant checked, or on journeys with --mode
    /// campaign, until one fails, the time is up or a signal comes; the first failure is minimised and kept. With --script the
    /// commands of that with every check
    #[arg(long, conflicts_with_all = ["bot", "against"])]
    pub(super) fuzz: bool,
    /// Ends --fuzz after this time: 90s, 10m, 2h
    #[arg(long = "for", value_name = "TIME", requires = "fuzz")]
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

impl Args {
    pub(super) fn block_options(&self) -> BlockOptions<'_> {
        BlockOptions { mode: &self.mode, kinds: &self.kind, depths: &self.depth, seed: &self.seed }
    }

    pub(super) fn fuzz_options(&self) -> FuzzOptions<'_> {
        let is_of_journeys = self.mode == "campaign";
        let most =
            if is_of_journeys { MAX_FUZZED_COMMANDS_OF_JOURNEYS } else { MAX_FUZZED_COMMANDS };
        FuzzOptions {
            is_of_journeys,
            kinds: &self.kind,
            depths: &self.depth,
            seed: self.seed.seed,
            count: Some(self.count).filter(|&count| count > 1),
            span: self.span,
            max_commands: self.commands.min(most),
            script: self.script.as_deref(),
            save: self.save.as_deref(),
            overwrite: self.force.overwrite(),
            jobs: self.jobs.count(),
            format: self.format,
        }
    }
}
