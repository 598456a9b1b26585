//! One place that turns what went wrong into a message and an exit code.

use std::fmt;
use std::io;

use crate::save::SaveError;

/// What the program ends with when it cannot do what it was asked to.
#[derive(Debug)]
pub struct Failure {
    /// As `INTERFACES` has them: 1 the answer is no, 2 usage, 65 to 78 as in `sysexits.h`.
    pub code: u8,
    pub message: String,
}

impl Failure {
    /// Wrong usage: what was asked for cannot be.
    pub fn usage(error: &impl fmt::Display) -> Failure {
        Failure { code: 2, message: error.to_string() }
    }

    /// A fault of ours.
    pub fn fault(error: &impl fmt::Display) -> Failure {
        Failure { code: 70, message: format!("this should not happen: {error}") }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure { code: 74, message: error.to_string() }
    }
}

impl From<SaveError> for Failure {
    fn from(error: SaveError) -> Failure {
        Failure { code: error.exit_code(), message: error.to_string() }
    }
}
