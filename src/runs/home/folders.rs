//! The folders of the game.

use std::collections::BTreeMap;
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use etcetera::{BaseStrategy as _, choose_base_strategy};
use thiserror::Error;

use crate::save::RunId;
use base::path_text;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFolders {
    data: PathBuf,
    config: PathBuf,
    cache: PathBuf,
}

#[derive(Debug, Error)]
pub enum FoldersError {
    /// The user's folders are unknown, and no folder was named.
    #[error("no folder for the game's files: {0}; name one with --home or UPKEEPER_HOME")]
    Unknown(String),
    /// A shell would have put the user's folder in its place.
    #[error(
        "{0}: no shell has read this `~`, which would be a folder of that name; write $HOME, or \
         ./~ for that folder"
    )]
    Tilde(String),
}

impl GameFolders {
    /// One folder for everything.
    fn in_folder(folder: &Path) -> GameFolders {
        let [data, config, cache] = [folder, folder, &folder.join("cache")].map(Path::to_owned);
        GameFolders { data, config, cache }
    }

    /// The folder named on the command line; else the one in `UPKEEPER_HOME`; else `upkeeper` in
    /// the user's folders for data, configuration and caches (XDG).
    pub fn find(
        named: Option<&Path>,
        environment: &Environment,
    ) -> Result<GameFolders, FoldersError> {
        let set = environment.get_os("UPKEEPER_HOME").filter(|folder| !folder.is_empty());
        if let Some(folder) = named.or(set.map(Path::new)) {
            if folder.as_os_str().as_encoded_bytes().starts_with(b"~") {
                return Err(FoldersError::Tilde(path_text(folder)));
            }
            return Ok(GameFolders::in_folder(folder));
        }
        let user =
            choose_base_strategy().map_err(|error| FoldersError::Unknown(error.to_string()))?;
        Ok(GameFolders {
            data: user.data_dir().join("upkeeper"),
            config: user.config_dir().join("upkeeper"),
            cache: user.cache_dir().join("upkeeper"),
        })
    }

    pub fn runs(&self) -> PathBuf {
        self.data.join("runs")
    }

    pub fn scores(&self) -> PathBuf {
        self.data.join("scores.jsonl")
    }

    pub fn morgue(&self) -> PathBuf {
        self.data.join("morgue")
    }

    /// What a dead upkeeper has left to the next one.
    pub fn hand_me_down(&self) -> PathBuf {
        self.data.join("hand-me-down.json")
    }

    pub fn crashes(&self) -> PathBuf {
        self.data.join("crashes")
    }

    pub fn run(&self, id: &RunId) -> PathBuf {
        self.runs().join(id.as_str())
    }

    /// The list of run files that were verified, which can be thrown away.
    pub fn verified(&self) -> PathBuf {
        self.cache.join("verified.jsonl")
    }

    /// The folder of interrupted searches for seeds, which can be thrown away.
    pub fn searches(&self) -> PathBuf {
        self.cache.join("searches")
    }

    pub fn server_store(&self) -> PathBuf {
        self.data.join("server.sqlite")
    }

    pub fn host_key(&self) -> PathBuf {
        self.data.join("host_key")
    }

    pub fn config(&self) -> PathBuf {
        self.config.join("config.toml")
    }

    /// The player's own themes, in files NAME.toml.
    pub fn themes(&self) -> PathBuf {
        self.config.join("themes")
    }
}

/// The environment variables of the player's terminal: those of this process, or those that came
/// with a server's session. All code that depends on the environment is given this value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    variables: BTreeMap<OsString, OsString>,
}

impl Environment {
    pub fn of_process() -> Environment {
        Environment { variables: env::vars_os().collect() }
    }

    /// The value of a variable, if it is set and is Unicode.
    pub fn get(&self, name: &str) -> Option<String> {
        self.get_os(name)?.to_str().map(str::to_owned)
    }

    /// The value of a variable, if it is set: the path of a folder may be any bytes.
    pub fn get_os(&self, name: &str) -> Option<&OsStr> {
        self.variables.get(OsStr::new(name)).map(OsString::as_os_str)
    }
}

impl FromIterator<(String, String)> for Environment {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(variables: I) -> Environment {
        let variables = variables.into_iter().map(|(name, value)| (name.into(), value.into()));
        Environment { variables: variables.collect() }
    }
}
