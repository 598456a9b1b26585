//! `upkeeper replay`: run files as replays.

mod branch;
mod export;
mod verify;

use clap::Subcommand;

use super::info::{self, InfoArgs};
use super::{Answer, Failure, Globals};

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Plays runs again and compares every claim of theirs; exits with 1 if one is not true
    Verify(verify::VerifyArgs),
    /// Says what run files are
    Info(InfoArgs),
    /// Begins a run that goes as another one up to a place, and is open after that
    Branch(branch::BranchArgs),
    /// Prints a run's commands, as a script or as JSON
    Export(export::ExportArgs),
}

pub fn run(command: &Command, globals: &Globals) -> Result<Answer, Failure> {
    match command {
        Command::Verify(args) => verify::run(args, globals),
        Command::Info(args) => info::run(args, globals),
        Command::Branch(args) => branch::run(args, globals),
        Command::Export(args) => export::run(args),
    }
}
