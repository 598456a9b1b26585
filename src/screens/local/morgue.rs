//! The folder of the morgue: a text file for each run that has ended.

use std::path::{Path, PathBuf};

use runs::save::{self, Overwrite, RunId, SaveError};

/// Writes the story of a run to a file named after the run, and returns its path.
pub(super) fn write(morgue: &Path, run: &RunId, story: &str) -> Result<PathBuf, SaveError> {
    let path = morgue.join(run.as_str()).with_extension("txt");
    save::write_file(&path, story.as_bytes(), Overwrite::Force)?;
    Ok(path)
}
