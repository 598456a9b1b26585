//! The commands, one file each; the only place that prints reports.
//!
//! A new command is a line in [`Command`], a line in [`run`] and a file with `Args` and `run`. Reports go
//! to the standard output, everything else to the standard error; [`failure`] knows what errors come to.

#![expect(
    clippy::disallowed_types,
    clippy::float_arithmetic,
    reason = "reports tell how long work took; nothing of it enters a run"
)]

mod completions;
mod content;
mod data;
pub mod failure;
mod generate;
mod info;
mod invocation;
mod man;
mod metric;
mod paint;
mod place;
#[cfg(feature = "tui")]
mod play;
mod replay;
mod save;
mod scores;
mod seeds;
mod sim;
mod workers;

use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::builder::PossibleValue;
use clap::{Args, CommandFactory as _, Parser, Subcommand, ValueEnum};

use crate::base::ColorChoice;
use crate::host::Environment;

pub use content::Content;
pub use failure::{Answer, Failure};
pub use invocation::Invocation;

/// Heroes storm the dungeon by day; by night somebody has to put it back. That is you.
#[derive(Debug, Parser)]
#[command(name = "upkeeper", version, about, propagate_version = true)]
pub struct Cli {
    #[command(flatten)]
    pub globals: Globals,
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What every command takes.
#[derive(Clone, Debug, Args)]
pub struct Globals {
    /// All of the game's files in one folder
    #[arg(long, global = true, value_name = "DIR")]
    pub home: Option<PathBuf>,
    /// Content from this folder in the place of the built-in one; marks runs as modded
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Colours, in the place of the setting
    #[arg(long, global = true, value_enum)]
    pub color: Option<ColorChoice>,
    /// Signs on the map, in the place of the setting
    #[arg(long, global = true, value_enum)]
    pub glyphs: Option<GlyphChoice>,
    /// Says more, on the standard error
    #[arg(short, long, global = true)]
    pub verbose: bool,
}

impl ValueEnum for ColorChoice {
    fn value_variants<'a>() -> &'a [Self] {
        const CHOICES: [ColorChoice; ColorChoice::WORDS.len()] = {
            let mut choices = [ColorChoice::Auto; ColorChoice::WORDS.len()];
            let mut at = 0;
            while at < choices.len() {
                choices[at] = ColorChoice::WORDS[at].1;
                at += 1;
            }
            choices
        };
        &CHOICES
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (word, _) = ColorChoice::WORDS.iter().find(|(_, choice)| choice == self)?;
        let value = PossibleValue::new(*word);
        let is_auto = *self == ColorChoice::Auto;
        Some(if is_auto { value.help("As many as the terminal says it has") } else { value })
    }
}

/// Which signs to draw with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GlyphChoice {
    Unicode,
    Ascii,
}

/// How to print a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    /// One object a line
    Json,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Plays on this terminal
    #[cfg(feature = "tui")]
    Play(play::Args),
    /// Makes levels of one kind and prints them
    Gen(generate::Args),
    /// Plays headless by a bot, and prints one JSON line a run
    Sim(sim::Args),
    /// Reads run files as replays
    #[command(subcommand)]
    Replay(replay::Command),
    /// Reads run files as snapshots
    #[command(subcommand)]
    Save(save::Command),
    /// Looks for seeds by their levels
    #[command(subcommand)]
    Seeds(seeds::Command),
    /// Lists finished runs
    Scores(scores::Args),
    /// Checks or prints the content
    #[command(subcommand)]
    Data(data::Command),
    /// Prints completions for a shell
    Completions(completions::Args),
    /// Prints the manual, for `man -l -`
    Man,
}

/// Does what was asked for.
pub fn run(cli: Cli) -> Result<Answer, Failure> {
    let invocation = Invocation::new(cli.globals, Environment::of_process());
    let Some(command) = cli.command else {
        return title(&invocation);
    };
    match command {
        #[cfg(feature = "tui")]
        Command::Play(args) => play::run(&args, &invocation),
        Command::Gen(args) => generate::run(&args, &invocation),
        Command::Sim(args) => {
            sim::run(&args, &invocation.content()?, &mut io::stdout().lock())?;
            Ok(Answer::Yes)
        }
        Command::Replay(command) => replay::run(command, &invocation),
        Command::Save(command) => save::run(command, &invocation),
        Command::Seeds(command) => seeds::run(&command, &invocation),
        Command::Scores(args) => scores::run(&args, &invocation),
        Command::Data(command) => data::run(command, &invocation),
        Command::Completions(args) => completions::run(&args),
        Command::Man => man::run(),
    }
}

/// Without a command: the title screen, or on no terminal what commands there are.
fn title(invocation: &Invocation) -> Result<Answer, Failure> {
    #[cfg(feature = "tui")]
    if play::is_terminal() {
        return play::run(&play::Args::default(), invocation);
    }
    let _ = invocation;
    let _ = write!(io::stderr(), "{}", Cli::command().render_help());
    Err(Failure::printed(2))
}
