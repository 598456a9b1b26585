//! The folder of the runs that are judged.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;

use tempfile::TempDir;

const PREFIX: &str = "upkeeper-minimise-";
/// The file that is locked as long as the folder is in use.
const LOCK: &str = "lock";

/// A folder that goes when this does.
pub(super) struct JudgeFolder {
    folder: TempDir,
    /// Held until the folder is gone.
    _lock: File,
}

impl JudgeFolder {
    /// Creates it, after those of killed processes have been removed.
    pub(super) fn create() -> io::Result<JudgeFolder> {
        remove_leftovers(&std::env::temp_dir());
        loop {
            let folder = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
            let path = folder.path().join(LOCK);
            let lock = File::create_new(&path)?;
            // Where files cannot be locked, folders stay behind.
            let is_taken = matches!(lock.try_lock(), Err(TryLockError::WouldBlock));
            if !is_taken && path.exists() {
                return Ok(JudgeFolder { folder, _lock: lock });
            }
            // Another process took it for a leftover before it was locked, and removes it.
        }
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Removes the folders whose lock nobody holds. One that is just being created has none yet, and stays.
fn remove_leftovers(temporary: &Path) {
    for entry in fs::read_dir(temporary).into_iter().flatten().filter_map(Result::ok) {
        let is_ours = entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX));
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_ours
            && is_folder
            && let Ok(lock) = File::open(entry.path().join(LOCK))
            && lock.try_lock().is_ok()
        {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}
