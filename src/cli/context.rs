use std::fs;
use std::path::Path;
use std::sync::Arc;

use super::{Failure, Globals};
use crate::content::{Catalog, DATA_FILES, Sources};
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
    ///
    /// Files that are no part of the content are named on the standard error and passed over.
    pub fn sources(&self) -> Result<Sources, Failure> {
        let mut sources = Sources::default();
        if let Some(folder) = &self.globals.data {
            replace_from(folder, &mut sources)?;
        }
        Ok(sources)
    }

    /// The content.
    pub fn catalog(&self) -> Result<Arc<Catalog>, Failure> {
        let catalog = Catalog::from_sources(&self.sources()?);
        catalog.map(Arc::new).map_err(|error| match &self.globals.data {
            Some(folder) => Failure::Data { folder: folder.clone(), error },
            None => Failure::BuiltIn(error),
        })
    }

    /// Whether the content may be another than the built-in one.
    pub fn is_modded(&self) -> bool {
        self.globals.data.is_some()
    }

    /// Where the game's files lie.
    pub fn homes(&self) -> Result<Homes, Failure> {
        Ok(Homes::find(self.globals.home.as_deref(), |name| std::env::var(name).ok())?)
    }

    /// Something to say only when asked to say more.
    pub fn whisper(&self, text: &str) {
        if self.globals.verbose {
            eprintln!("upkeeper: {text}");
        }
    }
}

fn replace_from(folder: &Path, sources: &mut Sources) -> Result<(), Failure> {
    let read = |path: &Path, error| Failure::Read { path: path.to_owned(), error };
    let entries = fs::read_dir(folder).map_err(|error| read(folder, error))?;
    for entry in entries {
        let path = entry.map_err(|error| read(folder, error))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if !DATA_FILES.iter().any(|&(known, _)| known == name) {
            eprintln!("upkeeper: {}: no file of the content; passed over", path.display());
            continue;
        }
        let text = fs::read_to_string(&path).map_err(|error| read(&path, error))?;
        sources.replace(&name, text);
    }
    Ok(())
}
