//! The folder of the runs, listed.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use crate::record::{NullSink, Session};
use crate::save::{self, RunId};
use base::Day;
use content::Catalog;

/// The file name of the try at a daily shift that counts. There is one, so that no second one can be begun beside it.
pub fn ranked_try(day: Day) -> RunId {
    RunId::try_from(format!("daily-{day}.upk")).expect("no part of it has a separator")
}

/// The run files in a folder and when each was written, the one written last first. A folder that is not there holds
/// none.
pub fn run_files(runs: &Path) -> Vec<(SystemTime, PathBuf)> {
    let entries = fs::read_dir(runs).into_iter().flatten().filter_map(Result::ok);
    let mut files: Vec<(SystemTime, PathBuf)> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "upk"))
        .filter_map(|path| {
            let metadata = fs::metadata(&path).ok().filter(fs::Metadata::is_file)?;
            Some((metadata.modified().ok()?, path))
        })
        .collect();
    files.sort_by(|a, b| b.cmp(a));
    files
}

/// The most recently written run of a folder that is not over and can be played on with this content, at its last state.
/// Files that are damaged or do not play are skipped.
pub fn newest_unfinished(
    runs: &Path,
    catalog: &Arc<Catalog>,
) -> Option<(RunId, Session<NullSink>)> {
    find_unfinished(runs, catalog, |_| false)
}

/// The same without the files of which it is known that they are over.
pub fn find_unfinished(
    runs: &Path,
    catalog: &Arc<Catalog>,
    is_over: impl Fn(&Path) -> bool,
) -> Option<(RunId, Session<NullSink>)> {
    let files = run_files(runs).into_iter().filter(|(_, path)| !is_over(path));
    files.into_iter().find_map(|(_, path)| {
        let run = save::load(&path).ok().filter(|run| run.end.is_none())?;
        Some((RunId::of_file(&path)?, run.session(catalog, NullSink).ok()?))
    })
}
