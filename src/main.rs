//! The program: parse, dispatch, exit code.

use std::process::ExitCode;

use clap::Parser as _;
use upkeeper::cli::{self, Cli, failure};

fn main() -> ExitCode {
    failure::report(cli::run(Cli::parse()))
}
