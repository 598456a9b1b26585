//! `upkeeper completions`: the completions of the commands for a shell.

use std::io::Write as _;

use clap::Command;
use clap::builder::PossibleValuesParser;
use clap_complete::aot::{Shell, generate};

use super::{Answer, Call, Failure};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints the completions of all commands. The names of kinds and categories are those of the
/// content; completions of other content are made with `--data`.
pub(super) fn run(args: &Args, command: Command, call: &mut Call<'_>) -> Result<Answer, Failure> {
    let catalog = call.invocation.catalog()?;
    let kinds: Vec<String> = catalog.levels.iter().map(|kind| kind.name.clone()).collect();
    let categories = catalog.categories.iter().map(|category| category.id.clone()).collect();
    let mut command = with_values(command, "kind", &kinds);
    command = with_values(command, "category", &categories);
    let mut text = Vec::new();
    generate(args.shell, &mut command, "upkeeper", &mut text);
    call.out.raw().write_all(&text)?;
    Ok(Answer::Yes)
}

/// Gives an argument its values, in a command and in those below it.
fn with_values(command: Command, name: &str, values: &Vec<String>) -> Command {
    let has_it = command.get_arguments().any(|argument| argument.get_id() == name);
    let command = if has_it {
        command.mut_arg(name, |argument| argument.value_parser(PossibleValuesParser::new(values)))
    } else {
        command
    };
    let below: Vec<String> =
        command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    below.iter().fold(command, |command, below| {
        command.mut_subcommand(below, |below| with_values(below, name, values))
    })
}
