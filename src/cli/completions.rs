//! `upkeeper completions`: what a shell needs to complete the commands.

use std::io::{self, Write};

use clap::CommandFactory as _;
use clap_complete::aot::{Shell, generate};

use super::{Answer, Cli, Failure};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[arg(value_enum)]
    shell: Shell,
}

pub fn run(args: &Args) -> Result<Answer, Failure> {
    let mut text = Vec::new();
    generate(args.shell, &mut Cli::command(), "upkeeper", &mut text);
    io::stdout().write_all(&text)?;
    Ok(Answer::Yes)
}
