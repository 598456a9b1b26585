//! `upkeeper save diff`: where two states differ.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueHint};
use serde::Serialize;
use serde_json::Value;

use crate::cli::state_selector::{StateSelector, reach_whole};
use crate::cli::{Answer, Failure, Format, Invocation, Output, inputs};
use content::Catalog;
use runs::record::{
    Dump, FieldDifference, differences, header_differences, header_names, part_names,
};

#[derive(Debug, Args)]
pub(crate) struct DiffArgs {
    /// A run file
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    left: PathBuf,
    /// The run file to compare it with
    #[arg(value_name = "OTHER", value_hint = ValueHint::FilePath)]
    right: PathBuf,
    /// Of both; their ends where not given
    #[command(flatten)]
    place: StateSelector,
    /// Only what differs in a component or below a path: actors, shift.raid, actors[id=7]; several at once
    #[arg(long, value_name = "PATH")]
    only: Vec<String>,
    /// Compares what they are states of as well: name, origin, ruleset, setup, number of commands
    #[arg(long)]
    header: bool,
    /// How to print the differences
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
    args.check_only()?;
    inputs::check_once([args.left.as_path(), args.right.as_path()])?;
    let catalog = invocation.catalog()?;
    let left = dump(&args.left, args.place, &catalog, invocation)?;
    let right = dump(&args.right, args.place, &catalog, invocation)?;
    let mut found = if args.header { header_differences(&left, &right) } else { Vec::new() };
    found.extend(differences(&left, &right));
    let is_asked = |found: &FieldDifference| args.only.iter().any(|part| found.is_in(part));
    found.retain(|found| args.only.is_empty() || is_asked(found));
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
            for FieldDifference { path, left, right, .. } in &found {
                writeln!(out, "{path}: {left} → {right}")?;
            }
        }
    }
    Ok(if found.is_empty() { Answer::Yes } else { Answer::No })
}

impl DiffArgs {
    /// # Errors
    /// Refuses a path that begins with no part of a state: nothing would differ there.
    fn check_only(&self) -> Result<(), Failure> {
        let mut known = part_names();
        if self.header {
            known.extend(header_names());
        }
        for path in &self.only {
            let part = path.split(['.', '[']).next().unwrap_or_default();
            if !known.contains(part) {
                let known: Vec<&str> = known.into_iter().collect();
                let message =
                    format!("--only: there is no part “{part}”; there are {}", known.join(", "));
                return Err(Failure::usage(&message));
            }
        }
        Ok(())
    }
}

fn dump(
    path: &Path,
    place: StateSelector,
    catalog: &Arc<Catalog>,
    invocation: &Invocation,
) -> Result<Value, Failure> {
    let replay = reach_whole(&inputs::open(path, invocation)?, place, catalog)?;
    let dump = Dump::new(replay.recording().header(), replay.game(), replay.at());
    Ok(dump.to_value()?)
}
