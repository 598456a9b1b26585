//! `upkeeper save diff`: where two states differ.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde::Serialize;

use crate::cli::state_selector::{StateSelector, reach_whole};
use crate::cli::{Answer, Failure, Format, Invocation, Output};
use crate::content::Catalog;
use crate::record::{Dump, FieldDifference, differences};

#[derive(Debug, Args)]
pub struct DiffArgs {
    #[arg(value_name = "FILE")]
    left: PathBuf,
    #[arg(value_name = "OTHER")]
    right: PathBuf,
    /// Of both; their ends where not given
    #[command(flatten)]
    place: StateSelector,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Serialize)]
struct DiffReport<'a> {
    schema: &'static str,
    left: String,
    right: String,
    same: bool,
    differences: &'a [FieldDifference],
}

pub(super) fn run(
    args: &DiffArgs,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let catalog = invocation.catalog()?;
    let left = dump(&args.left, args.place, &catalog)?;
    let right = dump(&args.right, args.place, &catalog)?;
    let found = differences(&left, &right)?;
    match args.format {
        Format::Json => {
            let report = DiffReport {
                schema: "upkeeper.diff/1",
                left: args.left.display().to_string(),
                right: args.right.display().to_string(),
                same: found.is_empty(),
                differences: &found,
            };
            out.json(&report)?;
        }
        Format::Text => {
            for FieldDifference { component, actor, field, left, right } in &found {
                let actor = actor.map_or(String::new(), |actor| format!(" actor {actor}"));
                writeln!(out, "{component}{actor}: {field}: {left} → {right}")?;
            }
        }
    }
    Ok(if found.is_empty() { Answer::Yes } else { Answer::No })
}

fn dump(path: &Path, place: StateSelector, catalog: &Arc<Catalog>) -> Result<Dump, Failure> {
    let replay = reach_whole(path, place, catalog)?;
    Ok(Dump::new(replay.recording().header(), replay.game(), replay.at()))
}
