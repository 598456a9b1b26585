//! Whether the file of the database is still the one that was opened. SQLite goes on with a file that was deleted or replaced,
//! and all that it writes there is lost when it is closed.

use std::fs;
use std::path::{Path, PathBuf};

use crate::store::error::Fault;

/// The file that a path led to.
pub(super) struct FileIdentity {
    path: PathBuf,
    #[cfg(unix)]
    file: (u64, u64),
}

impl FileIdentity {
    pub(super) fn of(path: &Path) -> Result<FileIdentity, Fault> {
        let path = fs::canonicalize(path)?;
        Ok(FileIdentity {
            #[cfg(unix)]
            file: file(&fs::metadata(&path)?),
            path,
        })
    }

    /// # Errors
    /// When the path leads elsewhere by now, or nowhere.
    pub(super) fn check(&self) -> Result<(), Fault> {
        match fs::metadata(&self.path) {
            #[cfg(unix)]
            Ok(found) if file(&found) == self.file => Ok(()),
            #[cfg(not(unix))]
            Ok(_) => Ok(()),
            // Players are told this, too: they learn of no path.
            _ => Err(Fault::Disk("its file was deleted or replaced while it was open".to_owned())),
        }
    }
}

/// The device and the number of a file there.
#[cfg(unix)]
fn file(metadata: &fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt as _;
    (metadata.dev(), metadata.ino())
}
