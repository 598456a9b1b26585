//! `upkeeper data`: the content, checked or printed.

use std::fmt;
use std::io::Write as _;

use clap::Subcommand;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{Answer, Call, Content, Failure, Format, Report};
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

impl Report for DataReport {
    const SCHEMA: &'static str = "upkeeper.data/1";
}

impl fmt::Display for DataReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DataReport { actors, items, traps, levels, ruleset, .. } = self;
        writeln!(
            f,
            "{actors} actors, {items} items, {traps} traps, {levels} kinds of level: can be \
             played; ruleset {ruleset}"
        )
    }
}

pub(super) fn run(command: DataCommand, call: &mut Call<'_>) -> Result<Answer, Failure> {
    match command {
        DataCommand::Check { format } => check(format, call),
        DataCommand::Dump { file, format } => dump(file.as_deref(), format, call),
    }
}

fn check(format: Format, call: &mut Call<'_>) -> Result<Answer, Failure> {
    let Content { catalog, modded } = call.invocation.content()?;
    let report = DataReport {
        ruleset: Ruleset::of(&catalog).to_string(),
        modded,
        actors: catalog.actors.len(),
        items: catalog.items.len(),
        traps: catalog.traps.len(),
        levels: catalog.levels.len(),
    };
    call.report(format, &report)?;
    Ok(Answer::Yes)
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
