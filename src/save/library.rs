//! The folder of the runs, listed.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use super::error::SaveError;
use super::load::{Loaded, load};
use crate::content::Catalog;
use crate::record::{NullSink, Session};

/// A run file in the folder of the runs.
#[derive(Debug)]
pub struct Listed {
    pub path: PathBuf,
    pub changed: SystemTime,
    /// What it comes to, or why it cannot be told.
    pub run: Result<Loaded, SaveError>,
}

/// The run files in a folder, the one written last first. A folder that is not there holds none.
///
/// They are read one by one as they are asked for.
pub fn list(runs: &Path) -> impl Iterator<Item = Listed> + use<> {
    files(runs).into_iter().map(|(changed, path)| {
        let run = load(&path);
        Listed { path, changed, run }
    })
}

/// The names of these files, and when each was written.
pub(super) fn files(runs: &Path) -> Vec<(SystemTime, PathBuf)> {
    let entries = fs::read_dir(runs).into_iter().flatten().filter_map(Result::ok);
    let mut files: Vec<(SystemTime, PathBuf)> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "upk"))
        .filter_map(|path| Some((fs::metadata(&path).ok()?.modified().ok()?, path)))
        .collect();
    files.sort_by(|a, b| b.cmp(a));
    files
}

/// The run written last that is not over and can be taken up with this content: where it lies, and the
/// state it has come to. Files that are damaged or do not play are passed over.
pub fn newest_unfinished(
    runs: &Path,
    catalog: &Arc<Catalog>,
) -> Option<(PathBuf, Session<NullSink>)> {
    list(runs).find_map(|Listed { path, run, .. }| {
        let run = run.ok().filter(|run| run.end.is_none())?;
        Some((path, run.session(catalog, NullSink).ok()?))
    })
}
