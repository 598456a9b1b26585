//! The content to play with: the built-in data files, replaced by those of a folder.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use super::Failure;
use super::bounded_file;
use super::failure::warn;
use base::path_text;
use content::{Catalog, DATA_FILES, DataError, Sources};

/// The largest data file, in bytes. The built-in ones have less than 200,000.
const MAX_DATA_BYTES: u64 = 16 << 20;

/// The catalog, and whether it is the built-in one.
pub(crate) struct Content {
    pub catalog: Arc<Catalog>,
    /// The catalog is not the built-in one: runs do not count in rankings.
    pub modded: bool,
}

impl Content {
    /// The built-in data files, replaced by those found in a folder.
    pub(crate) fn load(folder: Option<&Path>) -> Result<Content, Failure> {
        let built_in = Sources::default();
        let sources = match folder {
            Some(folder) => sources(folder)?,
            None => built_in.clone(),
        };
        let catalog = Catalog::from_sources(&sources)
            .map_err(|error| Failure { code: 78, message: describe(&error, folder) })?;
        let modded = sources.hash() != built_in.hash();
        Ok(Content { catalog: Arc::new(catalog), modded })
    }
}

/// The message of an error in the content; it names the file of the folder, if the error is in that.
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
pub(super) fn sources(folder: &Path) -> Result<Sources, Failure> {
    let mut sources = Sources::default();
    let mut found = false;
    for (name, _) in DATA_FILES {
        let path = folder.join(name);
        if fs::metadata(&path).is_err_and(|error| error.kind() == ErrorKind::NotFound) {
            continue;
        }
        sources.replace(name, bounded_file::read_text(&path, MAX_DATA_BYTES)?);
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
