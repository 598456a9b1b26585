//! The program: parse, dispatch, exit.

use std::process::ExitCode;

use clap::Parser as _;
use upkeeper::cli::{Cli, run};

fn main() -> ExitCode {
    ExitCode::from(run(&Cli::parse()))
}
