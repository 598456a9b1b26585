//! `upkeeper man`: the manual, made out of the commands themselves.

use std::io::{self, Write as _};

use clap_mangen::Man;

use super::{Answer, Failure, Output};

/// Prints the pages of `command` and all commands below it, in roff.
pub(super) fn run(mut command: clap::Command, out: &mut Output) -> Result<Answer, Failure> {
    let mut text = Vec::new();
    command.build();
    render(&command, &mut text)?;
    out.raw().write_all(&text)?;
    Ok(Answer::Yes)
}

/// A page for the command, and one for each command below it.
fn render(command: &clap::Command, text: &mut Vec<u8>) -> io::Result<()> {
    Man::new(command.clone()).render(text)?;
    let below = command.get_subcommands().filter(|below| below.get_name() != "help");
    below.into_iter().try_for_each(|below| render(below, text))
}
