//! What errors come to: a message on the standard error, and an exit code.

use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::process::ExitCode;

use thiserror::Error;

use crate::content::DataError;
use crate::r#gen::GenError;
use crate::record::{ReplayError, ScriptError};
use crate::save::{HomesError, SaveError};

/// What a question was answered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Yes,
    /// A replay does not verify, two saves differ.
    No,
}

/// Why a command came to nothing.
#[derive(Debug, Error)]
pub enum Failure {
    #[error(transparent)]
    Save(#[from] SaveError),
    #[error("{}: {error}", .path.display())]
    Replay { path: PathBuf, error: ReplayError },
    #[error(transparent)]
    Level(#[from] GenError),
    #[error("{}: {error}", .folder.display())]
    Data { folder: PathBuf, error: DataError },
    #[error("the built-in content is faulty: {0}")]
    BuiltIn(DataError),
    #[error(transparent)]
    Homes(#[from] HomesError),
    #[error("--commands: {0}")]
    Script(#[from] ScriptError),
    #[error("command {number} is refused: {why}")]
    Refused { number: usize, why: String },
    #[error("{0}")]
    Usage(String),
    #[error("{}: {error}", .path.display())]
    Read { path: PathBuf, error: io::Error },
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
    #[error("cannot write JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// It was said already, file by file.
    #[error("")]
    Told(u8),
    #[error("nothing was asked for")]
    NothingAsked,
}

impl Failure {
    /// The error of a tape, with the file it came from.
    pub fn replay(path: &std::path::Path, error: ReplayError) -> Failure {
        Failure::Replay { path: path.to_owned(), error }
    }

    /// As `INTERFACES.md` has them.
    pub fn exit_code(&self) -> u8 {
        match self {
            Failure::Refused { .. } => 1,
            Failure::Usage(_) | Failure::Script(_) | Failure::NothingAsked => 2,
            Failure::Level(GenError::OutOfAttempts { .. } | GenError::Recipe { .. }) => 70,
            Failure::Level(_) => 2,
            Failure::Replay { error, .. } => match error {
                ReplayError::Beyond { .. } => 2,
                ReplayError::Ruleset { .. } => 69,
                _ => 65,
            },
            Failure::BuiltIn(_) | Failure::Json(_) => 70,
            Failure::Data { .. } | Failure::Homes(_) => 78,
            Failure::Read { error, .. } if error.kind() == ErrorKind::NotFound => 66,
            Failure::Read { .. } | Failure::Output(_) => 74,
            Failure::Told(code) => *code,
            Failure::Save(error) => match error {
                SaveError::Missing { .. } => 66,
                SaveError::NotOurs { .. }
                | SaveError::Damaged { .. }
                | SaveError::Unplayable { .. } => 65,
                SaveError::NewerFormat { .. } | SaveError::UnknownRuleset { .. } => 69,
                SaveError::InUse { .. } => 75,
                SaveError::Create { .. } | SaveError::WouldOverwrite { .. } => 73,
                SaveError::Io { .. } => 74,
                SaveError::Unwritable { .. } => 70,
            },
        }
    }

    /// The reader of the output went away: nobody is left to be told, and nothing is wrong.
    fn is_broken_pipe(&self) -> bool {
        match self {
            Failure::Output(error) => error.kind() == ErrorKind::BrokenPipe,
            Failure::Json(error) => error.io_error_kind() == Some(ErrorKind::BrokenPipe),
            _ => false,
        }
    }
}

/// Says what went wrong, if anything did, and with what to exit.
pub fn report(result: Result<Answer, Failure>) -> ExitCode {
    match result {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::FAILURE,
        Err(failure) if failure.is_broken_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            tell(&failure);
            ExitCode::from(failure.exit_code())
        }
    }
}

/// Says what went wrong, on the standard error.
pub(super) fn tell(failure: &Failure) {
    if !matches!(failure, Failure::Told(_)) {
        eprintln!("upkeeper: {failure}");
    }
}
