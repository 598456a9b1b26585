//! `upkeeper completions`: the completions of the commands for a shell.

use std::io::{self, Write};

use clap_complete::aot::{Shell, generate};

use super::failure::{Answer, Failure};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints the completions of `command` and all commands below it.
pub(super) fn run(args: &Args, mut command: clap::Command) -> Result<Answer, Failure> {
    let mut text = Vec::new();
    generate(args.shell, &mut command, "upkeeper", &mut text);
    io::stdout().write_all(&text)?;
    Ok(Answer::Yes)
}
