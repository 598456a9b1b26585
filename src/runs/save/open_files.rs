//! The run files that this process has open for writing, for the report of a crash.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

static OPEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn list() -> MutexGuard<'static, Vec<PathBuf>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The run files that are open for writing. All that was acknowledged of a run is in its file.
///
/// Does not wait: a thread that crashes may hold the list.
pub fn open_run_files() -> Vec<PathBuf> {
    match OPEN.try_lock() {
        Ok(open) => open.clone(),
        Err(_) => Vec::new(),
    }
}

/// An open run file: listed as long as this lives.
#[derive(Debug)]
pub(super) struct OpenFile(PathBuf);

impl OpenFile {
    pub(super) fn list(path: &Path) -> OpenFile {
        list().push(path.to_owned());
        OpenFile(path.to_owned())
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for OpenFile {
    fn drop(&mut self) {
        let mut open = list();
        if let Some(place) = open.iter().position(|path| *path == self.0) {
            open.remove(place);
        }
    }
}
