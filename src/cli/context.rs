//! What the global options lead to: content, folders, and how much is said.

use std::sync::Arc;

use super::failure::warn;
use super::{Content, Failure, Globals, content};
use crate::content::{Catalog, Sources};
use crate::save::Homes;

/// What every command stands on: the global options and what they lead to.
#[derive(Debug)]
pub struct Context {
    pub globals: Globals,
}

impl Context {
    pub(super) fn new(globals: Globals) -> Context {
        Context { globals }
    }

    /// The texts of the content: the built-in ones, and over them those of `--data`.
    pub fn sources(&self) -> Result<Sources, Failure> {
        self.globals.data.as_deref().map_or(Ok(Sources::default()), content::sources)
    }

    pub fn content(&self) -> Result<Content, Failure> {
        Content::load(self.globals.data.as_deref())
    }

    pub fn catalog(&self) -> Result<Arc<Catalog>, Failure> {
        Ok(self.content()?.catalog)
    }

    /// Where the game's files lie.
    pub fn homes(&self) -> Result<Homes, Failure> {
        Ok(Homes::find(self.globals.home.as_deref(), |name| std::env::var(name).ok())?)
    }

    /// Something to say only when asked to say more.
    pub fn whisper(&self, text: &str) {
        if self.globals.verbose {
            warn(&text);
        }
    }
}
