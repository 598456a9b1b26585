use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::error::SaveError;
use super::load::{Loaded, load};
use crate::record::Ruleset;

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
    let entries = fs::read_dir(runs).into_iter().flatten().filter_map(Result::ok);
    let mut files: Vec<(SystemTime, PathBuf)> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "upk"))
        .filter_map(|path| Some((fs::metadata(&path).ok()?.modified().ok()?, path)))
        .collect();
    files.sort_by(|a, b| b.cmp(a));
    files.into_iter().map(|(changed, path)| {
        let run = load(&path);
        Listed { path, changed, run }
    })
}

/// The run written last that is not over and can be taken up under these rules.
pub fn newest_unfinished(runs: &Path, ruleset: Ruleset) -> Option<(PathBuf, Loaded)> {
    list(runs).find_map(|Listed { path, run, .. }| {
        let run = run.ok()?;
        (run.end.is_none() && run.header.opening.ruleset == ruleset).then_some((path, run))
    })
}
