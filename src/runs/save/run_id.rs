//! The names by which a host keeps runs.

use std::fmt;
use std::path::{Component, Path};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The name of a run among those of one host, by which lists of scores and screens refer to it.
///
/// The host chooses it: the name of a run file without its folder, or the key of a row. It is never a path: `try_from` refuses
/// a text that could lead out of a folder, and so does reading one from a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RunId(String);

/// A text is not the name of a run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("“{0}” is not the name of a run")]
pub struct InvalidRunId(String);

impl RunId {
    /// The name of the run in a file: the file's name without its folders. None where there is no such name, or where
    /// it is not Unicode.
    pub fn of_file(path: &Path) -> Option<RunId> {
        RunId::try_from(path.file_name()?.to_str()?.to_owned()).ok()
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for RunId {
    type Error = InvalidRunId;

    fn try_from(name: String) -> Result<RunId, InvalidRunId> {
        let mut parts = Path::new(&name).components();
        match (parts.next(), parts.next()) {
            (Some(Component::Normal(part)), None) if part == name.as_str() => Ok(RunId(name)),
            _ => Err(InvalidRunId(name)),
        }
    }
}

impl From<RunId> for String {
    fn from(id: RunId) -> String {
        id.0
    }
}

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
