//! The folder of the runs, listed.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::save::RunId;
use base::Day;

/// The file name of the try at a daily shift that counts. There is one, so that no second one can be begun beside it.
pub fn ranked_try(day: Day) -> RunId {
    RunId::try_from(format!("daily-{day}.upk")).expect("no part of it has a separator")
}

/// Whether a file is called as runs are, `….upk`. Some systems turn names into capitals; what macOS keeps beside a file on
/// foreign disks, `._….upk`, is no run.
pub fn is_run_file_name(path: &Path) -> bool {
    let is_of_macos =
        path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"._"));
    !is_of_macos && path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("upk"))
}

/// The run files in a folder and when each was written, the one written last first. A folder that is not there holds
/// none.
pub fn run_files(runs: &Path) -> Vec<(SystemTime, PathBuf)> {
    let entries = fs::read_dir(runs).into_iter().flatten().filter_map(Result::ok);
    let mut files: Vec<(SystemTime, PathBuf)> = entries
        .map(|entry| entry.path())
        .filter(|path| is_run_file_name(path))
        .filter_map(|path| {
            let metadata = fs::metadata(&path).ok().filter(fs::Metadata::is_file)?;
            Some((metadata.modified().ok()?, path))
        })
        .collect();
    files.sort_by(|a, b| b.cmp(a));
    files
}
