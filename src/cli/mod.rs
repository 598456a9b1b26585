//! The commands, one file each; the only place that prints reports.
//!
//! A new command is a line in [`CliCommand`], a line in [`run`] and a file with `Args` and `run`.
//! Reports go to the standard output, everything else to the standard error; [`failure`] knows what
//! errors come to.

#![expect(
    clippy::disallowed_types,
    clippy::float_arithmetic,
    reason = "reports tell how long work took; nothing of it enters a run"
)]

#[cfg(feature = "ssh")]
mod admin;
mod bounded_file;
mod completions;
mod crash;
mod data;
pub(crate) mod failure;
mod generate;
mod help;
mod info;
mod inputs;
mod invocation;
mod man;
mod metric;
mod options;
mod output;
mod paint;
#[cfg(feature = "tui")]
mod play;
mod progress;
mod raid;
#[cfg(feature = "pictures")]
mod raster;
mod replay;
mod run_files;
mod run_report;
mod save;
mod scenario;
mod scores;
mod seeds;
#[cfg(feature = "ssh")]
mod serve;
mod sim;
mod workers;

use std::io::{self, Write as _};

use clap::{Command, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use base::{is_printable, sanitize_lines};
use runs::home::Environment;

pub(crate) use failure::{Answer, Failure};
pub(crate) use invocation::{Call, Content, Invocation};
#[cfg(feature = "tui")]
pub(crate) use options::GlyphChoice;
pub(crate) use options::{Format, Globals};
pub(crate) use output::{Output, Report};

/// Heroes storm the dungeon by day; by night somebody has to put it back. That is you.
#[derive(Debug, Parser)]
#[command(name = "upkeeper", version, about, propagate_version = true)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub globals: Globals,
    #[command(subcommand)]
    pub command: Option<CliCommand>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CliCommand {
    /// Plays on this terminal
    #[cfg(feature = "tui")]
    Play(play::Args),
    /// Makes levels of one kind and prints them
    Gen(generate::Args),
    /// Plays headless by a bot, and prints one JSON line a run
    Sim(sim::Args),
    /// Reads run files as replays
    #[command(subcommand)]
    Replay(replay::ReplayCommand),
    /// Reads run files as snapshots
    #[command(subcommand)]
    Save(save::SaveCommand),
    /// Says what the raid of dawn would bring, and what mattered in it
    #[command(subcommand)]
    Raid(raid::RaidCommand),
    /// Plays scenario pictures; exits with 1 and the difference if one does not end as expected
    Scenario(scenario::ScenarioArgs),
    /// Looks for seeds by their levels
    #[command(subcommand)]
    Seeds(seeds::SeedsCommand),
    /// Lists finished runs
    Scores(scores::Args),
    /// Serves the game over SSH
    #[cfg(feature = "ssh")]
    Serve(serve::Args),
    /// Looks after the database of a server
    #[cfg(feature = "ssh")]
    #[command(subcommand)]
    Admin(admin::AdminCommand),
    /// Checks or prints the content
    #[command(subcommand)]
    Data(data::DataCommand),
    /// Prints completions for a shell
    Completions(completions::Args),
    /// Prints the manual, for `man -l -`
    Man,
}

fn full_command() -> Command {
    help::with_help(Cli::command())
}

/// The command line of this process.
/// Errors: help and version are printed, and so is what is wrong with the command line; only the
/// exit code is left then.
pub(crate) fn parse() -> Result<Cli, Failure> {
    let matches = full_command().try_get_matches();
    matches.and_then(|matches| Cli::from_arg_matches(&matches)).map_err(|error| {
        let text = error.render().to_string();
        // What the shell has put into an argument may be the name of a file. Without it the message
        // has its colours.
        let is_plain = text.chars().all(|c| c == '\n' || is_printable(c));
        let printed = if is_plain {
            error.print()
        } else {
            io::stderr().write_all(sanitize_lines(&text).as_bytes())
        };
        match printed {
            // What was asked for, the help or the version, has not been told.
            Err(failed) if !error.use_stderr() && failed.kind() != io::ErrorKind::BrokenPipe => {
                failed.into()
            }
            _ => Failure::printed(error.exit_code() as u8),
        }
    })
}

pub(crate) fn run(cli: Cli) -> Result<Answer, Failure> {
    let invocation = Invocation { globals: cli.globals, environment: Environment::of_process() };
    crash::install(&invocation);
    progress::refuse_by_error();
    crash::guard(|| {
        let mut out = Output::standard();
        let result = match cli.command {
            None => title(&invocation),
            Some(command) => {
                carry_out(command, &mut Call { invocation: &invocation, out: &mut out })
            }
        };
        out.finish(result)
    })
}

fn carry_out(command: CliCommand, call: &mut Call<'_>) -> Result<Answer, Failure> {
    match command {
        #[cfg(feature = "tui")]
        CliCommand::Play(args) => play::run(&args, call.invocation),
        CliCommand::Gen(args) => generate::run(&args, call),
        CliCommand::Sim(args) => sim::run(&args, call),
        CliCommand::Replay(command) => replay::run(command, call),
        CliCommand::Save(command) => save::run(command, call),
        CliCommand::Raid(command) => raid::run(command, call),
        CliCommand::Scenario(args) => scenario::run(&args, call),
        CliCommand::Seeds(command) => seeds::run(&command, call),
        CliCommand::Scores(args) => scores::run(&args, call),
        #[cfg(feature = "ssh")]
        CliCommand::Serve(args) => serve::run(&args, call.invocation),
        #[cfg(feature = "ssh")]
        CliCommand::Admin(command) => admin::run(&command, call),
        CliCommand::Data(command) => data::run(command, call),
        CliCommand::Completions(args) => completions::run(&args, full_command(), call),
        CliCommand::Man => man::run(full_command(), call.out),
    }
}

/// Without a command: shows the title screen, or prints the help if there is no terminal.
fn title(invocation: &Invocation) -> Result<Answer, Failure> {
    #[cfg(feature = "tui")]
    if play::is_terminal() {
        return play::run(&play::Args::default(), invocation);
    }
    let _ = invocation;
    let _ = write!(io::stderr(), "{}", full_command().render_help());
    Err(Failure::printed(2))
}
