//! `upkeeper save migrate`: older run files, brought up to the newest format.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use crate::cli::{Answer, Failure};
use crate::save::{Migration, migrate};

#[derive(Debug, Args)]
pub struct MigrateArgs {
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(super) fn run(args: &MigrateArgs) -> Result<Answer, Failure> {
    let mut out = io::stdout().lock();
    let mut worst = None;
    for file in &args.files {
        match migrate(file).map_err(Failure::from) {
            Ok(Migration::NothingToDo { format }) => {
                writeln!(out, "{}: format {format}, nothing to do", file.display())?;
            }
            Err(failure) => {
                failure.print();
                worst.get_or_insert(failure.code);
            }
        }
    }
    worst.map_or(Ok(Answer::Yes), |code| Err(Failure::printed(code)))
}
