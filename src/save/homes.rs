//! The folders of the game.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use etcetera::{BaseStrategy as _, choose_base_strategy};
use thiserror::Error;

use crate::sim::{Mode, Setup};

/// Where the game's files lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Homes {
    data: PathBuf,
    config: PathBuf,
}

/// There is nowhere to put files.
#[derive(Debug, Error)]
#[error("no folder for the game's files: {0}; name one with --home or UPKEEPER_HOME")]
pub struct HomesError(String);

impl Homes {
    /// One folder for everything.
    pub fn in_folder(folder: &Path) -> Homes {
        Homes { data: folder.to_owned(), config: folder.to_owned() }
    }

    /// The folder that was asked for on the command line; else the one in `UPKEEPER_HOME`; else
    /// `upkeeper` in the user's folders for data and for configuration (XDG).
    pub fn find(
        asked: Option<&Path>,
        lookup: impl Fn(&str) -> Option<String>,
    ) -> Result<Homes, HomesError> {
        let set = lookup("UPKEEPER_HOME").filter(|folder| !folder.is_empty()).map(PathBuf::from);
        if let Some(folder) = asked.map(Path::to_owned).or(set) {
            return Ok(Homes::in_folder(&folder));
        }
        let user = choose_base_strategy().map_err(|error| HomesError(error.to_string()))?;
        Ok(Homes {
            data: user.data_dir().join("upkeeper"),
            config: user.config_dir().join("upkeeper"),
        })
    }

    /// The folder of the run files.
    pub fn runs(&self) -> PathBuf {
        self.data.join("runs")
    }

    /// The list of finished runs.
    pub fn scores(&self) -> PathBuf {
        self.data.join("scores.jsonl")
    }

    /// The folder of the morgue.
    pub fn morgue(&self) -> PathBuf {
        self.data.join("morgue")
    }

    /// The settings.
    pub fn config(&self) -> PathBuf {
        self.config.join("config.toml")
    }

    /// A name for the file of a run that is about to begin: player, kind, seed and time.
    pub fn new_run(&self, name: &str, setup: &Setup, now: SystemTime) -> PathBuf {
        let Mode::Shift { kind, .. } = &setup.mode;
        let since = now.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
        let (name, kind) = (file_name(name), file_name(kind));
        self.runs().join(format!("{name}-{kind}-{}-{since}.upk", setup.seed))
    }
}

/// A text as a part of a file name: letters, digits and `_`, at most 24 of them, and never none.
///
/// Nothing that means anything to a file system or a shell passes: no separators, no dots, no dashes in
/// front.
pub fn file_name(text: &str) -> String {
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

    use super::{Homes, file_name};

    #[test]
    fn names_cannot_leave_their_folder() {
        assert_eq!(file_name("Ann"), "ann");
        assert_eq!(file_name("../../etc/passwd"), "etc_passwd");
        assert_eq!(file_name("-rf *"), "rf");
        assert_eq!(file_name("\0\n"), "upkeeper");
        assert_eq!(file_name(""), "upkeeper");
        assert_eq!(file_name("Ærøskøbing"), "rskbing");
        assert_eq!(file_name(&"x".repeat(300)).len(), 24);
    }

    #[test]
    fn what_is_asked_for_comes_before_what_is_set() {
        let set = |name: &str| (name == "UPKEEPER_HOME").then(|| "/set".to_owned());
        let asked = Homes::find(Some(Path::new("/asked")), set).expect("a folder");
        assert_eq!(asked.runs(), Path::new("/asked/runs"));
        let found = Homes::find(None, set).expect("a folder");
        assert_eq!(found.config(), Path::new("/set/config.toml"));
    }
}
