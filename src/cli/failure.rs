//! One place that turns what went wrong into a message and an exit code.

use std::fmt;
use std::io;

use crate::save::SaveError;

/// What the program ends with when it cannot do what it was asked to.
#[derive(Debug)]
pub struct Failure {
    /// 1 the answer is no, 2 usage, 65 to 78 as in `sysexits.h`.
    pub code: u8,
    pub message: String,
    /// Nobody reads what is printed any more.
    pub is_broken_pipe: bool,
}

impl Failure {
    pub fn new(code: u8, message: impl Into<String>) -> Failure {
        Failure { code, message: message.into(), is_broken_pipe: false }
    }

    /// Wrong usage: what was asked for cannot be.
    pub fn usage(error: &impl fmt::Display) -> Failure {
        Failure::new(2, error.to_string())
    }

    /// A fault of ours.
    pub fn fault(error: &impl fmt::Display) -> Failure {
        Failure::new(70, format!("this should not happen: {error}"))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        let is_broken_pipe = error.kind() == io::ErrorKind::BrokenPipe;
        Failure { code: 74, message: error.to_string(), is_broken_pipe }
    }
}

impl From<SaveError> for Failure {
    fn from(error: SaveError) -> Failure {
        let code = match error {
            SaveError::Missing { .. } => 66,
            SaveError::NotOurs { .. }
            | SaveError::NewerFormat { .. }
            | SaveError::Damaged { .. }
            | SaveError::Unplayable { .. } => 65,
            SaveError::UnknownRuleset { .. } => 69,
            SaveError::InUse { .. } => 75,
            SaveError::Create { .. } | SaveError::WouldOverwrite { .. } => 73,
            SaveError::Io { .. } => 74,
            SaveError::Unwritable { .. } => 70,
        };
        Failure::new(code, error.to_string())
    }
}

impl From<super::r#gen::GenFailure> for Failure {
    fn from(error: super::r#gen::GenFailure) -> Failure {
        Failure::new(error.exit_code(), error.to_string())
    }
}
