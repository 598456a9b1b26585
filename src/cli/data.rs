//! `upkeeper data`: the content, checked or printed.

use std::collections::BTreeMap;
use std::io::Write as _;

use clap::Subcommand;
use serde_json::Value;

use super::{Answer, Call, Content, Failure, Format};
use content::DATA_FILES;
use runs::record::Ruleset;

#[derive(Debug, Subcommand)]
pub(crate) enum DataCommand {
    /// Says whether the content can be played, and where not
    Check {
        /// How to print: for people, or one object a line
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Prints the content: one file, or all of them
    Dump {
        /// The name of a data file, such as traps.ron [default: all of them]
        #[arg(value_name = "FILE")]
        file: Option<String>,
        /// How to print: for people, or one object a line
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
}

pub(super) fn run(command: DataCommand, call: &mut Call<'_>) -> Result<Answer, Failure> {
    match command {
        DataCommand::Check { format } => check(format, call),
        DataCommand::Dump { file, format } => dump(file.as_deref(), format, call),
    }
}

fn check(format: Format, call: &mut Call<'_>) -> Result<Answer, Failure> {
    let Content { catalog, modded } = call.invocation.content()?;
    let ruleset = Ruleset::of(&catalog).to_string();
    let (actors, items) = (catalog.actors.len(), catalog.items.len());
    let (traps, levels) = (catalog.traps.len(), catalog.levels.len());
    let text = format!(
        "{actors} actors, {items} items, {traps} traps, {levels} kinds of level: can be played; \
         ruleset {ruleset}"
    );
    let facts = [
        ("ruleset", ruleset.into()),
        ("modded", modded.into()),
        ("actors", actors.into()),
        ("items", items.into()),
        ("traps", traps.into()),
        ("levels", levels.into()),
    ];
    call.out.facts(format, "upkeeper.data/1", &facts, &text)
}

fn dump(file: Option<&str>, format: Format, call: &mut Call<'_>) -> Result<Answer, Failure> {
    let Call { invocation, out } = call;
    let sources = invocation.sources()?;
    let names = DATA_FILES.iter().map(|&(name, _)| name);
    let wanted: Vec<&str> =
        names.clone().filter(|&name| file.is_none_or(|file| file == name)).collect();
    if wanted.is_empty() {
        let names: Vec<&str> = names.collect();
        let asked = file.unwrap_or_default();
        let message = format!("there is no “{asked}”; there are {}", names.join(", "));
        return Err(Failure::usage(&message));
    }
    if format == Format::Json {
        let files = wanted.iter().map(|&name| (name, sources.text(name).into()));
        let files: BTreeMap<_, Value> = files.collect();
        out.facts(format, "upkeeper.datadump/1", &Vec::from_iter(files), "")?;
    } else {
        for (place, name) in wanted.iter().enumerate() {
            if wanted.len() > 1 {
                let gap = if place > 0 { "\n" } else { "" };
                writeln!(out, "{gap}// {name}")?;
            }
            write!(out, "{}", sources.text(name))?;
        }
    }
    Ok(Answer::Yes)
}
