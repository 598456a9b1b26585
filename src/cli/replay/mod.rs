//! `upkeeper replay`: run files as replays.

mod branch;
mod compare;
mod export;
mod import;
mod rebase;
mod splits;
mod timed;
mod verify;
#[cfg(feature = "tui")]
mod watch;

use clap::Subcommand;

use super::info::{self, InfoArgs};
use super::{Answer, Failure, Invocation, Output};

#[derive(Debug, Subcommand)]
pub(crate) enum ReplayCommand {
    /// Plays runs again and compares every claim of theirs; exits with 1 if one is not true
    Verify(verify::VerifyArgs),
    /// Says what run files are
    Info(InfoArgs),
    /// Shows a run on this terminal: pause, speed, steps forward and back, jumps
    #[cfg(feature = "tui")]
    Watch(watch::WatchArgs),
    /// Begins a run that goes as another one up to a place, and is open after that
    Branch(branch::BranchArgs),
    /// Tells where two runs of a shift part, and who was ahead at each split
    Compare(compare::CompareArgs),
    /// Prints the splits of a run, in game time and in real time
    Splits(splits::SplitsArgs),
    /// Plays the commands of a run under the present rules; exits with 1 if one no longer fits
    Rebase(rebase::RebaseArgs),
    /// Prints a run for other programs
    Export(export::ExportArgs),
    /// Makes a run file of a code, if what it claims is true
    Import(import::ImportArgs),
}

pub(super) fn run(
    command: ReplayCommand,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    match command {
        ReplayCommand::Verify(args) => verify::run(&args, invocation, out),
        ReplayCommand::Info(args) => info::run(&args, invocation, out),
        #[cfg(feature = "tui")]
        ReplayCommand::Watch(args) => watch::run(&args, invocation),
        ReplayCommand::Branch(args) => branch::run(&args, invocation, out),
        ReplayCommand::Compare(args) => compare::run(&args, invocation, out),
        ReplayCommand::Splits(args) => splits::run(&args, invocation, out),
        ReplayCommand::Import(args) => import::run(&args, invocation, out),
        ReplayCommand::Rebase(args) => rebase::run(&args, invocation, out),
        ReplayCommand::Export(args) => export::run(&args, invocation, out),
    }
}
