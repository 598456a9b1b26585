use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _};
use upkeeper::cli::{self, Cli, Failure, exit};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = cli::run(cli);
    if matches!(result, Err(Failure::NothingAsked)) {
        eprint!("{}", Cli::command().render_help());
        return ExitCode::from(2);
    }
    exit::report(result)
}
