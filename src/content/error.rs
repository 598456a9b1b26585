//! The error of a data file: where it stands, and what is wrong.

use std::fmt::Display;

/// Something in a data file that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.told_of(format_args!("data/{file}")))]
pub struct DataError {
    pub file: &'static str,
    /// Counted from 1.
    pub line: usize,
    /// The entry and field: "rat.health"; "syntax" where the text is not even RON.
    pub field: String,
    /// What is wrong and what would be right.
    pub message: String,
}

impl DataError {
    /// As text, with the path that the file was read from.
    pub fn told_of(&self, path: impl Display) -> String {
        format!("{path}:{}: {}: {}", self.line, self.field, self.message)
    }
}
