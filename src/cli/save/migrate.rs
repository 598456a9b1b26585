//! `upkeeper save migrate`: older run files, brought up to the newest format.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;

use crate::base::path_text;
use crate::cli::failure::WorstAnswer;
use crate::cli::{Answer, Failure, Output};
use crate::save::{Migration, migrate};

#[derive(Debug, Args)]
pub struct MigrateArgs {
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(super) fn run(args: &MigrateArgs, out: &mut Output) -> Result<Answer, Failure> {
    let mut worst = WorstAnswer::default();
    for file in &args.files {
        match migrate(file).map_err(Failure::from) {
            Ok(Migration::NothingToDo { format }) => {
                writeln!(out, "{}: format {format}, nothing to do", path_text(file))?;
            }
            Err(failure) => worst.fail(&failure),
        }
    }
    worst.result()
}
