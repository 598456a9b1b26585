//! The context of every command: global options, environment, output, and the content and folders
//! that follow from them.

use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use super::failure::warn;
use super::{Failure, Globals, Output, bounded_file};
use base::path_text;
use content::{Catalog, DATA_FILES, DataError, Sources};
use runs::home::{Environment, GameFolders, VerifiedRuns};
use runs::record::Ruleset;

/// One call of the program: its global options and its environment.
#[derive(Debug)]
pub(crate) struct Invocation {
    pub globals: Globals,
    pub environment: Environment,
}

/// The context of one command: the invocation, and the output that it prints to.
pub(crate) struct Call<'a> {
    pub invocation: &'a Invocation,
    pub out: &'a mut Output,
}

impl Invocation {
    /// The texts of the content: the built-in ones, and over them those of `--data`.
    pub(crate) fn sources(&self) -> Result<Sources, Failure> {
        self.globals.data.as_deref().map_or(Ok(Sources::default()), sources)
    }

    /// The catalog to play with, and whether it is the built-in one.
    pub(crate) fn content(&self) -> Result<Content, Failure> {
        let folder = self.globals.data.as_deref();
        let sources = self.sources()?;
        let catalog = Catalog::from_sources(&sources)
            .map_err(|error| Failure { code: 78, message: describe(&error, folder) })?;
        let content = Content {
            catalog: Arc::new(catalog),
            modded: sources.hash() != Sources::default().hash(),
        };
        let of = folder.map_or("built in".to_owned(), path_text);
        self.log_verbose(&format_args!("content: {of}; ruleset {}", Ruleset::of(&content.catalog)));
        Ok(content)
    }

    pub(crate) fn catalog(&self) -> Result<Arc<Catalog>, Failure> {
        Ok(self.content()?.catalog)
    }

    pub(crate) fn folders(&self) -> Result<GameFolders, Failure> {
        let folders = GameFolders::find(self.globals.home.as_deref(), &self.environment)?;
        let [runs, config] = [folders.runs(), folders.config()].map(|path| path_text(&path));
        self.log_verbose(&format_args!("runs in {runs}, settings in {config}"));
        Ok(folders)
    }

    /// Tells with `--verbose` of how many run files the list of verified ones has spared the work.
    pub(crate) fn log_verified(&self, verified: &VerifiedRuns, known: usize, played: usize) {
        let list = path_text(verified.path());
        self.log_verbose(&format_args!(
            "verified runs: {known} taken from {list}, {played} played again"
        ));
    }

    /// Prints a text on the standard error if `--verbose` is given.
    pub(crate) fn log_verbose(&self, text: &impl fmt::Display) {
        if self.globals.verbose {
            warn(text);
        }
    }
}

/// The largest data file, in bytes. The built-in ones have less than 200,000.
const MAX_DATA_BYTES: u64 = 16 << 20;

/// The catalog, and whether it is the built-in one.
pub(crate) struct Content {
    pub catalog: Arc<Catalog>,
    /// The catalog is not the built-in one: runs do not count in rankings.
    pub modded: bool,
}

/// The message of an error in the content; it names the file of the folder, if the error is in
/// that.
fn describe(error: &DataError, folder: Option<&Path>) -> String {
    let path = folder.map(|folder| folder.join(error.file)).filter(|path| path.exists());
    path.map_or_else(|| error.to_string(), |path| error.told_of(path_text(&path)))
}

/// Warns of files in a folder that are no data files.
fn warn_unknown_files(folder: &Path) -> Result<(), Failure> {
    let entries = fs::read_dir(folder).map_err(|error| Failure::read(folder, &error))?;
    for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default();
        if !DATA_FILES.iter().any(|&(known, _)| name == known) {
            warn(&format!("{}: no file of the content; passed over", path_text(&path)));
        }
    }
    Ok(())
}

/// The texts of the data files: those in a folder, and the built-in ones for the rest.
fn sources(folder: &Path) -> Result<Sources, Failure> {
    let mut sources = Sources::default();
    let mut found = false;
    for (name, _) in DATA_FILES {
        let path = folder.join(name);
        if fs::metadata(&path).is_err_and(|error| error.kind() == ErrorKind::NotFound) {
            continue;
        }
        sources.replace(name, bounded_file::read_file_text(&path, MAX_DATA_BYTES)?);
        found = true;
    }
    warn_unknown_files(folder)?;
    if found {
        return Ok(sources);
    }
    let names = DATA_FILES.map(|(name, _)| name).join(", ");
    let message = format!("{}: there is none of {names} in it", path_text(folder));
    Err(Failure { code: 66, message })
}
