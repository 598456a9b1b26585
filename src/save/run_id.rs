//! The names of runs that a host keeps.

use std::fmt;
use std::path::{Component, Path};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::sim::Setup;

/// The name of a run among those that one host keeps. What a list of scores or a screen calls a run by.
///
/// It is no path: it is the name of a run file without its folder, or whatever else a host finds a run by. A name that
/// could lead out of a folder is refused, also when it is read from a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RunId(String);

/// A text is not the name of a run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("“{0}” is not the name of a run")]
pub struct InvalidRunId(String);

impl RunId {
    /// A name for a run that begins now, in milliseconds since 1970: player, kind, seed and time.
    pub fn new(name: &str, setup: &Setup, now: u128) -> RunId {
        let (name, kind, seed) = (name_part(name), name_part(setup.mode.kind()), setup.seed);
        RunId(format!("{name}-{kind}-{seed}-{now}.upk"))
    }

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

/// A text as a part of a file name: letters, digits and `_`, at most 24 of them, and never none.
///
/// Nothing that means anything to a file system or a shell passes: no separators, no dots, no dashes in front.
fn name_part(text: &str) -> String {
    let kept: String = text
        .chars()
        .map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '_' })
        .filter(char::is_ascii)
        .take(24)
        .collect();
    let kept = kept.trim_matches('_');
    if kept.is_empty() { "upkeeper".to_owned() } else { kept.to_owned() }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{RunId, name_part};

    #[test]
    fn names_of_players_cannot_leave_their_folder() {
        assert_eq!(name_part("Ann"), "ann");
        assert_eq!(name_part("../../etc/passwd"), "etc_passwd");
        assert_eq!(name_part("-rf *"), "rf");
        assert_eq!(name_part("\0\n"), "upkeeper");
        assert_eq!(name_part(""), "upkeeper");
        assert_eq!(name_part("Ærøskøbing"), "rskbing");
        assert_eq!(name_part(&"x".repeat(300)).len(), 24);
    }

    #[test]
    fn a_name_that_leaves_its_folder_is_refused() {
        for name in ["", ".", "..", "../runs/a.upk", "/etc/passwd", "a/b.upk", "a/"] {
            assert!(RunId::try_from(name.to_owned()).is_err(), "{name}");
            assert!(serde_json::from_value::<RunId>(name.into()).is_err(), "{name}");
        }
        let id = RunId::of_file(Path::new("/home/ann/runs/ann-vault-7.upk")).expect("a name");
        assert_eq!(id.as_str(), "ann-vault-7.upk");
        assert_eq!(serde_json::to_value(&id).expect("plain data"), "ann-vault-7.upk");
    }
}
