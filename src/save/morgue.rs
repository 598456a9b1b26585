//! The texts that the dead leave.

use std::fs;
use std::path::{Path, PathBuf};

use super::error::SaveError;
use super::run_file::create_folder_of;

/// Lays a text about a run in the morgue, under the name of its run file, and says where.
pub fn write_morgue(morgue: &Path, run: &Path, text: &str) -> Result<PathBuf, SaveError> {
    let name = run.file_stem().unwrap_or(run.as_os_str());
    let path = morgue.join(name).with_extension("txt");
    create_folder_of(&path)?;
    fs::write(&path, text).map_err(|error| SaveError::create(&path, error))?;
    Ok(path)
}
