#![expect(
    clippy::disallowed_types,
    clippy::float_arithmetic,
    reason = "reports tell the time of day and turns a second; nothing of it enters a run"
)]
//! The command line: one file a subcommand, and the only place that prints reports.
//!
//! Reports go to the standard output and nothing else does; what went wrong goes to the standard
//! error, once, with the exit code of its kind.

mod completions;
mod content;
mod data;
mod failure;
pub mod r#gen;
#[cfg(feature = "tui")]
mod host;
mod info;
mod man;
mod place;
#[cfg(feature = "tui")]
mod play;
mod replay;
mod save;
mod scores;
mod sim;

use std::env;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Parser, Subcommand, ValueEnum};

pub use content::Content;
pub use failure::{Answer, Failure};

use crate::content::{Catalog, Sources};
use crate::save::Homes;

/// Put the dungeon back in order between two raids
#[derive(Debug, Parser)]
#[command(name = "upkeeper", version, about, max_term_width = 100)]
pub struct Cli {
    #[command(flatten)]
    globals: Globals,
    #[command(subcommand)]
    command: Option<Command>,
}

/// Options of every command.
#[derive(Clone, Debug, clap::Args)]
pub struct Globals {
    /// One folder for all of the game's files [default: $UPKEEPER_HOME, or the user's own folders]
    #[arg(long, global = true, value_name = "DIR")]
    home: Option<PathBuf>,
    /// A folder of data files to use in place of those built in; marks runs as modded
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Colours: auto, truecolor, 256, 16 or never
    #[arg(long, global = true, value_name = "DEPTH", value_parser = ["auto", "truecolor", "256", "16", "never"])]
    color: Option<String>,
    /// Glyphs to draw with
    #[arg(long, global = true, value_parser = ["unicode", "ascii"])]
    glyphs: Option<String>,
    /// Says more on the standard error
    #[arg(short, long, global = true)]
    verbose: bool,
}

impl Globals {
    /// Where the game's files lie.
    pub fn homes(&self) -> Result<Homes, Failure> {
        Ok(Homes::find(self.home.as_deref(), |name| env::var(name).ok())?)
    }

    /// The texts of the content: the built-in ones, and over them those of `--data`.
    pub fn sources(&self) -> Result<Sources, Failure> {
        self.data.as_deref().map_or(Ok(Sources::default()), content::sources)
    }

    /// The content, and whether it is the built-in one.
    pub fn content(&self) -> Result<Content, Failure> {
        Content::load(self.data.as_deref())
    }

    /// The content.
    pub fn catalog(&self) -> Result<Arc<Catalog>, Failure> {
        Ok(self.content()?.catalog)
    }

    /// Something to say only when asked to say more.
    pub fn whisper(&self, text: &str) {
        if self.verbose {
            failure::warn(&text);
        }
    }
}

/// How to print a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    /// One object a line
    Json,
}

#[derive(Debug, Subcommand)]
enum Command {
    #[cfg(feature = "tui")]
    Play(play::Args),
    Gen(r#gen::Args),
    Sim(sim::Args),
    /// Reads run files as replays
    #[command(subcommand)]
    Replay(replay::Command),
    /// Reads run files as snapshots
    #[command(subcommand)]
    Save(save::Command),
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

/// Does what was asked for; the exit code.
pub fn run(cli: &Cli) -> u8 {
    match dispatch(cli) {
        Ok(code) => code,
        // Who reads only the first lines has read what they wanted.
        Err(failure) if failure.is_broken_pipe => 0,
        Err(failure) => {
            failure.tell();
            failure.code
        }
    }
}

fn dispatch(cli: &Cli) -> Result<u8, Failure> {
    let globals = &cli.globals;
    let mut out = BufWriter::new(io::stdout().lock());
    match &cli.command {
        #[cfg(feature = "tui")]
        None => return play::run(&play::Args::default(), globals),
        #[cfg(feature = "tui")]
        Some(Command::Play(args)) => return play::run(args, globals),
        #[cfg(not(feature = "tui"))]
        None => {
            let message = "built without screens; see upkeeper --help for the commands";
            return Err(Failure::new(2, message));
        }
        Some(Command::Gen(args)) => r#gen::run(args, &*globals.catalog()?)?,
        Some(Command::Sim(args)) => sim::run(args, &globals.content()?, &mut out)?,
        Some(Command::Replay(command)) => return Ok(replay::run(command, globals)?.code()),
        Some(Command::Save(command)) => return Ok(save::run(command, globals)?.code()),
        Some(Command::Scores(args)) => scores::run(args, globals)?,
        Some(Command::Data(command)) => data::run(command, globals)?,
        Some(Command::Completions(args)) => completions::run(args)?,
        Some(Command::Man) => man::run()?,
    }
    out.flush()?;
    Ok(0)
}
