//! Why a run file cannot be used, and where it is damaged.

use std::fmt::Display;
use std::io;
use std::path::Path;

use thiserror::Error;

use crate::record::Ruleset;
use base::path_text;

/// What comes of a run file.
pub type Result<T, E = SaveError> = std::result::Result<T, E>;

/// Why a run file cannot be used. `name` is the path of the file, or what the caller calls the
/// stream that it reads or writes, such as the name of a run in a database.
#[derive(Debug, Error)]
pub enum SaveError {
    #[error("{name}: there is no such file")]
    Missing { name: String },
    #[error("{name}: not a run file: {why}")]
    NotOurs { name: String, why: &'static str },
    #[error("{name}: format {found} is newer than this program, which knows up to format {known}")]
    NewerFormat { name: String, found: u16, known: u16 },
    #[error("{name}: {damage}")]
    Damaged { name: String, damage: Damage },
    #[error("{name}: it was played by the ruleset {recorded}; this program has {known}")]
    UnknownRuleset { name: String, recorded: Ruleset, known: Ruleset },
    #[error("{name}: it does not play: {why}")]
    Unplayable { name: String, why: String },
    #[error("{name}: in use by another process")]
    InUse { name: String },
    #[error("{name}: cannot be created: {error}")]
    Create { name: String, error: io::Error },
    #[error("{name}: there is a file of that name; --force replaces it")]
    WouldOverwrite { name: String },
    #[error("{name}: it is no regular file, and cannot be replaced")]
    NoRegularFile { name: String },
    #[error("{name}: {error}")]
    Io { name: String, error: io::Error },
    #[error("{name}: what should be written cannot be read again: {why}")]
    Unwritable { name: String, why: String },
}

/// Where a run file is damaged. All frames before that are whole.
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
    /// The error of a file system's operation on an existing file.
    pub fn io(path: &Path, error: io::Error) -> SaveError {
        let name = path_text(path);
        match error.kind() {
            io::ErrorKind::NotFound => SaveError::Missing { name },
            _ => SaveError::Io { name, error },
        }
    }

    /// The error of making or replacing a file.
    pub(crate) fn create(path: &Path, error: io::Error) -> SaveError {
        SaveError::Create { name: path_text(path), error }
    }

    pub(super) fn damaged(name: &str, frame: u64, offset: u64, why: &impl ToString) -> SaveError {
        let damage = Damage { frame, offset, why: why.to_string() };
        SaveError::Damaged { name: name.to_owned(), damage }
    }

    pub(super) fn unplayable(name: &impl Display, why: &impl ToString) -> SaveError {
        SaveError::Unplayable { name: name.to_string(), why: why.to_string() }
    }
}

/// For sinks that cannot fail.
impl From<std::convert::Infallible> for SaveError {
    fn from(never: std::convert::Infallible) -> SaveError {
        match never {}
    }
}
