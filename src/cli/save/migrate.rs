//! `upkeeper save migrate`: older run files, brought up to the newest format.

use std::io::Write as _;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use serde::Serialize;

use crate::cli::failure::WorstAnswer;
use crate::cli::outputs::ReportFormat;
use crate::cli::{Answer, Failure, Output};
use base::path_text;
use runs::save::{Migration, migrate};

#[derive(Debug, Args)]
pub(crate) struct MigrateArgs {
    /// Run files
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    format: ReportFormat,
}

#[derive(Serialize)]
struct MigrateReport {
    schema: &'static str,
    file: String,
    /// The format that it has now.
    format: u16,
    /// Whether it was written anew.
    migrated: bool,
}

pub(super) fn run(args: &MigrateArgs, out: &mut Output) -> Result<Answer, Failure> {
    let mut worst = WorstAnswer::default();
    for file in &args.files {
        match migrate(file).map_err(Failure::from) {
            Ok(Migration::NothingToDo { format }) => {
                if args.format.is_json() {
                    out.json(&MigrateReport {
                        schema: "upkeeper.migrate/1",
                        file: file.display().to_string(),
                        format,
                        migrated: false,
                    })?;
                } else {
                    writeln!(out, "{}: format {format}, nothing to do", path_text(file))?;
                }
            }
            Err(failure) => worst.fail(&failure),
        }
    }
    worst.result()
}
