//! `upkeeper save`: run files as snapshots.

mod compact;
mod cut;
mod diff;
mod dump;
mod load;
mod made;
mod migrate;
mod minimise;
mod set;
mod step;

use clap::Subcommand;

use super::info::{self, InfoArgs};
use super::{Answer, Failure, Invocation, Output};

#[derive(Debug, Subcommand)]
pub(crate) enum SaveCommand {
    /// Says what run files are
    Info(InfoArgs),
    /// Prints the whole state as JSON
    Dump(dump::DumpArgs),
    /// Makes a run file of a dump, as it was printed or edited
    Load(load::LoadArgs),
    /// Changes values of a state, and writes what that makes as a run file of its own
    Set(set::SetArgs),
    /// Says in what two states differ; exits with 1 if they do
    Diff(diff::DiffArgs),
    /// Writes a state as a run file of its own
    Cut(cut::CutArgs),
    /// Carries out commands where a run ends, and writes what that leads to
    Step(step::StepArgs),
    /// Writes a run with its commands and few digests alone
    Compact(compact::CompactArgs),
    /// Searches for the few commands of a run with which a shell command still succeeds
    Minimise(minimise::MinimiseArgs),
    /// Brings run files up to the newest format, in place
    Migrate(migrate::MigrateArgs),
}

pub(super) fn run(
    command: SaveCommand,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    match command {
        SaveCommand::Info(args) => info::run(&args, invocation, out),
        SaveCommand::Dump(args) => dump::run(&args, invocation, out),
        SaveCommand::Load(args) => load::run(&args, invocation, out),
        SaveCommand::Set(args) => set::run(&args, invocation, out),
        SaveCommand::Diff(args) => diff::run(&args, invocation, out),
        SaveCommand::Cut(args) => cut::run(&args, invocation, out),
        SaveCommand::Step(args) => step::run(&args, invocation, out),
        SaveCommand::Compact(args) => compact::run(&args, invocation, out),
        SaveCommand::Minimise(args) => minimise::run(&args, invocation, out),
        SaveCommand::Migrate(args) => migrate::run(&args, out),
    }
}
