//! The program: parse, dispatch, exit code.

use std::process::ExitCode;

use upkeeper::cli::{self, failure};

fn main() -> ExitCode {
    failure::report(cli::parse().and_then(cli::run))
}
