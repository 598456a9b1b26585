//! The error of a data file.

use std::fmt::Display;

/// A fault in a data file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.told_of(format_args!("data/{file}")))]
pub struct DataError {
    pub file: &'static str,
    /// Counted from 1.
    pub line: usize,
    /// Entry and field, "rat.health"; "syntax" if the text is not valid RON.
    pub field: String,
    /// What is wrong, or what would be right.
    pub message: String,
}

impl DataError {
    /// The error as text, with the path that the file was read from.
    pub fn told_of(&self, path: impl Display) -> String {
        format!("{path}:{}: {}: {}", self.line, self.field, self.message)
    }
}
