//! `upkeeper save`: run files as snapshots.

mod compact;
mod cut;
mod diff;
mod dump;
mod migrate;
mod step;

use clap::Subcommand;

use super::info::{self, InfoArgs};
use super::{Answer, Failure, Invocation};

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

pub(super) fn run(command: Command, invocation: &Invocation) -> Result<Answer, Failure> {
    match command {
        Command::Info(args) => info::run(&args, invocation),
        Command::Dump(args) => dump::run(&args, invocation),
        Command::Diff(args) => diff::run(&args, invocation),
        Command::Cut(args) => cut::run(&args, invocation),
        Command::Step(args) => step::run(&args, invocation),
        Command::Compact(args) => compact::run(&args),
        Command::Migrate(args) => migrate::run(&args),
    }
}
