//! Files that are written in one go.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use super::error::SaveError;
use super::file_draft::{FileDraft, Overwrite};

/// Writes a file that appears whole or not at all, and the folders to it where they are missing.
///
/// # Errors
/// As [`FileDraft::begin`].
pub fn write_file(path: &Path, bytes: &[u8], overwrite: Overwrite) -> Result<(), SaveError> {
    create_folder_of(path)?;
    let mut draft = FileDraft::begin(path, overwrite)?;
    draft.write_all(bytes).map_err(|error| SaveError::create(path, error))?;
    draft.install()
}

/// Creates the folder of a file, and the folders above it, where they are missing.
pub fn create_folder_of(path: &Path) -> Result<(), SaveError> {
    match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => {
            fs::create_dir_all(folder).map_err(|error| SaveError::create(folder, error))
        }
        None => Ok(()),
    }
}
