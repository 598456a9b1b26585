//! The error of a dump that cannot be read: where, and why.

use std::fmt::Display;

use serde::de;
use thiserror::Error;

use engine::sim::SnapshotError;

/// A value of a dump that is missing, of no use there, or that no state can have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{}{reason}", path, if path.is_empty() { "" } else { ": " })]
pub struct DumpError {
    /// The path of the value: `actors[3].vitals.health`. Empty for the dump as a whole.
    pub path: String,
    pub reason: String,
}

impl DumpError {
    pub(crate) fn at(path: &str, reason: impl Display) -> DumpError {
        DumpError { path: path.to_owned(), reason: reason.to_string() }
    }

    /// The error as one of a value that the one with the error is a part of.
    pub(super) fn within(mut self, step: &str) -> DumpError {
        let is_joined = self.path.is_empty() || self.path.starts_with('[');
        let dot = if is_joined { "" } else { "." };
        self.path = format!("{step}{dot}{}", self.path);
        self
    }
}

impl de::Error for DumpError {
    fn custom<T: Display>(reason: T) -> DumpError {
        DumpError { path: String::new(), reason: reason.to_string() }
    }
}

impl From<SnapshotError> for DumpError {
    fn from(SnapshotError { path, fault }: SnapshotError) -> DumpError {
        DumpError { path, reason: fault }
    }
}
