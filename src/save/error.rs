//! Why a file cannot be used, and where it is damaged.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::record::Ruleset;

/// Why a file cannot be used.
#[derive(Debug, Error)]
pub enum SaveError {
    #[error("{}: there is no such file", .path.display())]
    Missing { path: PathBuf },
    #[error("{}: not a run file: {why}", .path.display())]
    NotOurs { path: PathBuf, why: &'static str },
    #[error(
        "{}: format {found} is newer than this program, which knows up to format {known}",
        .path.display()
    )]
    NewerFormat { path: PathBuf, found: u16, known: u16 },
    #[error("{}: {damage}", .path.display())]
    Damaged { path: PathBuf, damage: Damage },
    #[error(
        "{}: it was played by the ruleset {recorded}; this program has {known}",
        .path.display()
    )]
    UnknownRuleset { path: PathBuf, recorded: Ruleset, known: Ruleset },
    #[error("{}: it does not play: {why}", .path.display())]
    Unplayable { path: PathBuf, why: String },
    #[error("{}: in use by another process", .path.display())]
    InUse { path: PathBuf },
    #[error("{}: cannot be created: {error}", .path.display())]
    Create { path: PathBuf, error: io::Error },
    #[error("{}: there is a file of that name, and it is no run file", .path.display())]
    WouldOverwrite { path: PathBuf },
    #[error("{}: {error}", .path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error("{}: what should be written cannot be read again: {why}", .path.display())]
    Unwritable { path: PathBuf, why: String },
}

/// Where a run file is damaged. What stands before it is whole.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("frame {frame} at byte {offset} is damaged: {why}")]
pub struct Damage {
    /// The number of the frame, from 1; 0 is the header.
    pub frame: u64,
    /// In bytes from the beginning of the file.
    pub offset: u64,
    pub why: String,
}

impl SaveError {
    pub(crate) fn io(path: &Path, error: io::Error) -> SaveError {
        let path = path.to_owned();
        match error.kind() {
            io::ErrorKind::NotFound => SaveError::Missing { path },
            _ => SaveError::Io { path, error },
        }
    }

    pub(crate) fn create(path: &Path, error: io::Error) -> SaveError {
        SaveError::Create { path: path.to_owned(), error }
    }

    pub(super) fn damaged(path: &Path, frame: u64, offset: u64, why: &impl ToString) -> SaveError {
        let damage = Damage { frame, offset, why: why.to_string() };
        SaveError::Damaged { path: path.to_owned(), damage }
    }

    pub(super) fn unplayable(path: &Path, why: &impl ToString) -> SaveError {
        SaveError::Unplayable { path: path.to_owned(), why: why.to_string() }
    }
}

/// For sinks that cannot fail.
impl From<std::convert::Infallible> for SaveError {
    fn from(never: std::convert::Infallible) -> SaveError {
        match never {}
    }
}
