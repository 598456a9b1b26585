//! `upkeeper admin backup`.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use serde::Serialize;

use super::options::AdminOptions;
use crate::cli::outputs::Force;
use crate::cli::store_args::sqlite_path;
use crate::cli::{Answer, Failure, Invocation, Output};
use base::path_text;
use runs::save::{Overwrite, SaveError};
use server::store::Backup;

#[derive(Debug, Args)]
pub(crate) struct BackupArgs {
    /// The file to write; only its owner can read it
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,
    #[command(flatten)]
    force: Force,
    #[command(flatten)]
    options: AdminOptions,
}

#[derive(Serialize)]
struct BackupLine {
    schema: &'static str,
    file: String,
    form: &'static str,
    bytes: u64,
}

pub(super) fn run(
    args: &BackupArgs,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let url = args.options.store.url(invocation)?;
    let store = args.options.store.open(invocation)?;
    check_place(&args.file, args.force.overwrite(), &url)?;
    let form = store.backup_to(&args.file, args.force.overwrite())?;
    let data = fs::metadata(&args.file).map_err(|error| Failure::read(&args.file, &error))?;
    let (file, bytes) = (path_text(&args.file), data.len());
    let (form, restored) = match form {
        Backup::Database => ("sqlite", "put it in the place of the database to restore it"),
        Backup::Export => ("export", "upkeeper admin import restores it"),
    };
    if args.options.is_json() {
        out.json(&BackupLine { schema: "upkeeper.backup/1", file, form, bytes })?;
    } else {
        writeln!(out, "{file}: {bytes} bytes; {restored}.")?;
    }
    Ok(Answer::Yes)
}

/// Refuses to write where something must stay: the database that is in use, files that may not be replaced.
pub(super) fn check_place(file: &Path, overwrite: Overwrite, url: &str) -> Result<(), Failure> {
    let name = path_text(file);
    let Ok(there) = fs::metadata(file) else { return Ok(()) };
    let is_store = sqlite_path(url)
        .and_then(|path| fs::metadata(path).ok())
        .is_some_and(|store| (store.dev(), store.ino()) == (there.dev(), there.ino()));
    if is_store {
        return Err(Failure::usage(&format_args!(
            "{name}: that is the database itself; name another"
        )));
    }
    if !there.is_file() {
        return Err(SaveError::NoRegularFile { name }.into());
    }
    if overwrite == Overwrite::Never {
        return Err(SaveError::WouldOverwrite { name }.into());
    }
    // The log of another database would be read into the new one.
    let log = format!("{}-wal", file.display());
    if Path::new(&log).exists() {
        return Err(SaveError::InUse { name }.into());
    }
    Ok(())
}
