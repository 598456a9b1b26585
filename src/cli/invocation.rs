//! The context of every command: the global options, the environment, and the content and folders that follow from them.

use std::fmt;
use std::sync::Arc;

use super::failure::warn;
use super::{Content, Failure, Globals, content_files};
use base::path_text;
use content::{Catalog, Sources};
use runs::home::{Environment, GameFolders, VerifiedRuns};
use runs::record::Ruleset;

/// One call of the program: its global options and its environment.
#[derive(Debug)]
pub(crate) struct Invocation {
    pub globals: Globals,
    pub environment: Environment,
}

impl Invocation {
    pub(super) fn new(globals: Globals, environment: Environment) -> Invocation {
        Invocation { globals, environment }
    }

    /// The texts of the content: the built-in ones, and over them those of `--data`.
    pub(crate) fn sources(&self) -> Result<Sources, Failure> {
        self.globals.data.as_deref().map_or(Ok(Sources::default()), content_files::sources)
    }

    /// The catalog to play with, and whether it is the built-in one.
    pub(crate) fn content(&self) -> Result<Content, Failure> {
        let content = Content::load(self.globals.data.as_deref())?;
        let of = self.globals.data.as_deref().map_or("built in".to_owned(), path_text);
        self.log_verbose(&format_args!("content: {of}; ruleset {}", Ruleset::of(&content.catalog)));
        Ok(content)
    }

    pub(crate) fn catalog(&self) -> Result<Arc<Catalog>, Failure> {
        Ok(self.content()?.catalog)
    }

    /// Where the game's files are kept.
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
