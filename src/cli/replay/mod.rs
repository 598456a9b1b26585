//! `upkeeper replay`: run files as replays.

mod compare;
mod export;
mod new_runs;
mod splits;
mod verify;
#[cfg(feature = "tui")]
mod watch;

use clap::Subcommand;

use super::info::{self, InfoArgs};
use super::run_files::StateToWrite;
use super::{Answer, Call, Failure};

pub(super) use splits::verified;

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
    Branch(StateToWrite),
    /// Tells where two runs of a shift part, and who was ahead at each split
    Compare(compare::CompareArgs),
    /// Prints the splits of a run, in game time and in real time
    Splits(splits::SplitsArgs),
    /// Plays the commands of a run under the present rules; exits with 1 if one no longer fits
    Rebase(new_runs::RebaseArgs),
    /// Prints a run for other programs
    Export(export::ExportArgs),
    /// Makes a run file of a code, if what it claims is true
    Import(new_runs::ImportArgs),
}

pub(super) fn run(command: ReplayCommand, call: &mut Call<'_>) -> Result<Answer, Failure> {
    match command {
        ReplayCommand::Verify(args) => verify::run(&args, call),
        ReplayCommand::Info(args) => info::run(&args, call),
        #[cfg(feature = "tui")]
        ReplayCommand::Watch(args) => watch::run(&args, call.invocation),
        ReplayCommand::Branch(args) => new_runs::branch(&args, call),
        ReplayCommand::Compare(args) => compare::run(&args, call),
        ReplayCommand::Splits(args) => splits::run(&args, call),
        ReplayCommand::Import(args) => new_runs::import(&args, call),
        ReplayCommand::Rebase(args) => new_runs::rebase(&args, call),
        ReplayCommand::Export(args) => export::run(&args, call),
    }
}
