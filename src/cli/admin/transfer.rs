//! `upkeeper admin export` and `upkeeper admin import`.

use std::fs::File;
use std::io::{self, IsTerminal as _, Read, Write as _};
use std::path::PathBuf;

use clap::{Args, ValueHint};
use serde::Serialize;

use super::backup::check_place;
use super::options::AdminOptions;
use super::texts::count;
use crate::cli::inputs::is_standard_input;
use crate::cli::outputs::Force;
use crate::cli::{Answer, Failure, Invocation, Output};
use base::path_text;

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// The file to write, which only its owner can read; - for the standard output
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,
    #[command(flatten)]
    force: Force,
    #[command(flatten)]
    options: AdminOptions,
}

#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// The export to read; - for the standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,
    #[command(flatten)]
    options: AdminOptions,
}

#[derive(Serialize)]
struct TransferLine {
    schema: &'static str,
    file: String,
    rows: u64,
}

/// Writes all rows.
pub(super) fn export(
    args: &ExportArgs,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let url = args.options.store.url(invocation)?;
    let store = args.options.store.open(invocation)?;
    if is_standard_input(&args.file) {
        store.export(out.raw())?;
        return Ok(Answer::Yes);
    }
    check_place(&args.file, args.force.overwrite(), &url)?;
    let rows = store.export_to(&args.file, args.force.overwrite())?;
    let file = path_text(&args.file);
    if args.options.is_json() {
        out.json(&TransferLine { schema: "upkeeper.export/1", file, rows })?;
    } else {
        writeln!(out, "{file}: {}.", count(rows, "row"))?;
    }
    Ok(Answer::Yes)
}

/// Reads all rows.
pub(super) fn import(
    args: &ImportArgs,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let file = path_text(&args.file);
    let reader: Box<dyn Read> = if is_standard_input(&args.file) {
        let stdin = io::stdin();
        if stdin.is_terminal() {
            let message =
                "-: the standard input is a terminal; pipe an export into it, or name one";
            return Err(Failure::usage(&message));
        }
        Box::new(stdin.lock())
    } else {
        let opened = File::open(&args.file).and_then(|file| Ok((file.metadata()?, file)));
        let (data, opened) = opened.map_err(|error| Failure::read(&args.file, &error))?;
        if !data.is_file() {
            return Err(Failure { code: 65, message: format!("{file}: it is no regular file") });
        }
        Box::new(opened)
    };
    let store = args.options.store.open_or_make(invocation)?;
    let rows = store.import(reader)?;
    if args.options.is_json() {
        out.json(&TransferLine { schema: "upkeeper.import/1", file, rows })?;
    } else {
        writeln!(out, "{file}: {} imported.", count(rows, "row"))?;
    }
    Ok(Answer::Yes)
}
