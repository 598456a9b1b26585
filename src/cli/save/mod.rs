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
pub enum SaveCommand {
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

pub(super) fn run(command: SaveCommand, invocation: &Invocation) -> Result<Answer, Failure> {
    match command {
        SaveCommand::Info(args) => info::run(&args, invocation),
        SaveCommand::Dump(args) => dump::run(&args, invocation),
        SaveCommand::Diff(args) => diff::run(&args, invocation),
        SaveCommand::Cut(args) => cut::run(&args, invocation),
        SaveCommand::Step(args) => step::run(&args, invocation),
        SaveCommand::Compact(args) => compact::run(&args),
        SaveCommand::Migrate(args) => migrate::run(&args),
    }
}
