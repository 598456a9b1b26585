//! `upkeeper save`: run files as snapshots.

mod compact;
mod cut;
mod diff;
mod dump;
mod migrate;
mod step;

use clap::Subcommand;

use super::info::{self, InfoArgs};
use super::{Answer, Context, Failure};

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Says what run files are
    Info(InfoArgs),
    /// Prints the whole state as JSON
    Dump(dump::DumpArgs),
    /// Says in what two states differ; exits with 1 if they do
    Diff(diff::DiffArgs),
    /// Writes a state as a run file of its own
    Cut(cut::CutArgs),
    /// Carries out commands where a run ends, and writes what that leads to
    Step(step::StepArgs),
    /// Writes a run with its commands and few digests alone
    Compact(compact::CompactArgs),
    /// Brings run files up to the newest format, in place
    Migrate(migrate::MigrateArgs),
}

pub fn run(command: Command, context: &Context) -> Result<Answer, Failure> {
    match command {
        Command::Info(args) => info::run(&args, context),
        Command::Dump(args) => dump::run(&args, context),
        Command::Diff(args) => diff::run(&args, context),
        Command::Cut(args) => cut::run(&args, context),
        Command::Step(args) => step::run(&args, context),
        Command::Compact(args) => compact::run(&args),
        Command::Migrate(args) => migrate::run(&args),
    }
}
