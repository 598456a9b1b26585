//! `upkeeper data`: the content, checked or printed.

use std::io::{self, BufWriter, Write};

use clap::Subcommand;
use serde::Serialize;
use serde_json::Map;

use super::{Answer, Content, Failure, Format, Invocation};
use crate::content::DATA_FILES;
use crate::record::Ruleset;

#[derive(Debug, Subcommand)]
pub enum DataCommand {
    /// Says whether the content can be played, and where not
    Check {
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Prints the content: one file, or all of them
    Dump {
        #[arg(value_name = "FILE")]
        file: Option<String>,
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

pub(super) fn run(command: DataCommand, invocation: &Invocation) -> Result<Answer, Failure> {
    match command {
        DataCommand::Check { format } => check(format, invocation),
        DataCommand::Dump { file, format } => dump(file.as_deref(), format, invocation),
    }
}

fn check(format: Format, invocation: &Invocation) -> Result<Answer, Failure> {
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
    let mut out = io::stdout().lock();
    match format {
        Format::Json => {
            serde_json::to_writer(&mut out, &report)?;
            writeln!(out)?;
        }
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

fn dump(file: Option<&str>, format: Format, invocation: &Invocation) -> Result<Answer, Failure> {
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
    let mut out = BufWriter::new(io::stdout().lock());
    if format == Format::Json {
        let files: Map<_, _> =
            wanted.iter().map(|&name| (name.to_owned(), sources.text(name).into())).collect();
        serde_json::to_writer(&mut out, &files)?;
        writeln!(out)?;
    } else {
        for (place, name) in wanted.iter().enumerate() {
            if wanted.len() > 1 {
                let gap = if place > 0 { "\n" } else { "" };
                writeln!(out, "{gap}// {name}")?;
            }
            write!(out, "{}", sources.text(name))?;
        }
    }
    out.flush()?;
    Ok(Answer::Yes)
}
