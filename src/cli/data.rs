//! `upkeeper data`: the content, checked or printed.

use std::io::Write as _;

use clap::Subcommand;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{Answer, Content, Failure, Format, Invocation, Output};
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

#[derive(Serialize)]
struct DataReport {
    schema: &'static str,
    ruleset: String,
    modded: bool,
    actors: usize,
    items: usize,
    traps: usize,
    levels: usize,
}

/// The texts of data files by their names.
#[derive(Serialize)]
struct DataDump {
    schema: &'static str,
    #[serde(flatten)]
    files: Map<String, Value>,
}

pub(super) fn run(
    command: DataCommand,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    match command {
        DataCommand::Check { format } => check(format, invocation, out),
        DataCommand::Dump { file, format } => dump(file.as_deref(), format, invocation, out),
    }
}

fn check(format: Format, invocation: &Invocation, out: &mut Output) -> Result<Answer, Failure> {
    let Content { catalog, modded } = invocation.content()?;
    let report = DataReport {
        schema: "upkeeper.data/1",
        ruleset: Ruleset::of(&catalog).to_string(),
        modded,
        actors: catalog.actors.len(),
        items: catalog.items.len(),
        traps: catalog.traps.len(),
        levels: catalog.levels.len(),
    };
    match format {
        Format::Json => out.json(&report)?,
        Format::Text => {
            let DataReport { actors, items, traps, levels, ruleset, .. } = report;
            writeln!(
                out,
                "{actors} actors, {items} items, {traps} traps, {levels} kinds of level: can be \
                 played; ruleset {ruleset}"
            )?;
        }
    }
    Ok(Answer::Yes)
}

fn dump(
    file: Option<&str>,
    format: Format,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
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
        let files = wanted.iter().map(|&name| (name.to_owned(), sources.text(name).into()));
        out.json(&DataDump { schema: "upkeeper.datadump/1", files: files.collect() })?;
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
