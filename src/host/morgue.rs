//! The folder of the stories of those who died.

use std::fs;
use std::path::{Path, PathBuf};

use crate::save::{self, RunId, SaveError};

/// Writes the story of a run to a file that is called as the run's is, and returns that file.
pub(super) fn write(morgue: &Path, run: &RunId, story: &str) -> Result<PathBuf, SaveError> {
    let path = morgue.join(run.as_str()).with_extension("txt");
    save::create_folder_of(&path)?;
    fs::write(&path, story).map_err(|error| SaveError::create(&path, error))?;
    Ok(path)
}
