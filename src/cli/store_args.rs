//! Which database a command works on: that of the server, by the same options and defaults for all of them.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use super::{Failure, Invocation};
use base::path_text;
use server::config::ServerConfig;
use server::store::{Store, StoreOptions};

/// How the URL of a database in a file begins.
const SQLITE: &str = "sqlite:";

/// The options that name the database.
#[derive(Clone, Debug, Args)]
pub(super) struct StoreArgs {
    /// The server's settings; docs/server.toml has them all with their defaults
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    config: Option<PathBuf>,
    /// The database: sqlite:PATH or postgres://… [default: an SQLite file in the folder of the game's data]
    #[arg(long, value_name = "URL")]
    store: Option<String>,
}

impl StoreArgs {
    /// The settings of the file that is named, with the store of the command line in the place of its own.
    pub(super) fn config(&self) -> Result<ServerConfig, Failure> {
        let mut config = match &self.config {
            Some(path) => ServerConfig::load(path)
                .map_err(|error| Failure { code: 78, message: error.to_string() })?,
            None => ServerConfig::default(),
        };
        config.store = self.store.clone().or(config.store);
        Ok(config)
    }

    /// Whether there is a file of settings.
    pub(super) fn has_config(&self) -> bool {
        self.config.is_some()
    }

    /// The URL of the store.
    pub(super) fn url(&self, invocation: &Invocation) -> Result<String, Failure> {
        match self.config()?.store {
            Some(url) => Ok(url),
            None => default_url(invocation),
        }
    }

    /// Opens a store that is there.
    pub(super) fn open(&self, invocation: &Invocation) -> Result<Store, Failure> {
        open_existing(&self.url(invocation)?, invocation)
    }

    /// Opens a store, or makes it.
    pub(super) fn open_or_make(&self, invocation: &Invocation) -> Result<Store, Failure> {
        open(&self.url(invocation)?, invocation)
    }
}

/// The URL of the store where none is named.
pub(super) fn default_url(invocation: &Invocation) -> Result<String, Failure> {
    Ok(format!("{SQLITE}{}", invocation.folders()?.server_store().display()))
}

/// Opens a store. One in a file has to be there: a slip of the pen makes no new one.
pub(super) fn open_existing(url: &str, invocation: &Invocation) -> Result<Store, Failure> {
    if let Some(path) = sqlite_path(url).filter(|path| !path.exists()) {
        let message = format!("{}: there is no such database", path_text(path));
        return Err(Failure { code: 66, message });
    }
    open(url, invocation)
}

fn open(url: &str, invocation: &Invocation) -> Result<Store, Failure> {
    let store = Store::open(url, StoreOptions::default())?;
    invocation.log_verbose(&format_args!("store: {}", store.description()));
    Ok(store)
}

/// The file of a database that is in one.
pub(super) fn sqlite_path(url: &str) -> Option<&Path> {
    url.strip_prefix(SQLITE).filter(|path| !path.is_empty()).map(Path::new)
}
