//! `upkeeper completions`: the completions of the commands for a shell.

use std::io::Write as _;

use clap_complete::aot::{Shell, generate};

use super::{Answer, Failure, Output};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints the completions of `command` and all commands below it.
pub(super) fn run(
    args: &Args,
    mut command: clap::Command,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let mut text = Vec::new();
    generate(args.shell, &mut command, "upkeeper", &mut text);
    out.raw().write_all(&text)?;
    Ok(Answer::Yes)
}
