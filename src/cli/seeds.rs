//! `upkeeper seeds`: looks for seeds by the levels that come of them.

mod condition;
mod find;
mod interrupted;

use clap::Subcommand;

use super::{Answer, Failure, Invocation, Output};

#[derive(Debug, Subcommand)]
pub(crate) enum SeedsCommand {
    /// Looks for seeds whose levels are as wished; exits with 1 if there is none
    Find(find::FindArgs),
}

pub(super) fn run(
    command: &SeedsCommand,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    match command {
        SeedsCommand::Find(args) => find::run(args, invocation, out),
    }
}
