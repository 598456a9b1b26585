//! Backups while the store is in use.

use std::fs::File;
use std::io;
use std::path::Path;

use super::Store;
use super::error::{Fault, StoreError};

/// The form of a backup, which says how it is restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backup {
    /// An SQLite file: it is restored by putting it in the place of the store's.
    Database,
    /// An export: it is restored by importing it into an empty database.
    Export,
}

impl Store {
    /// Writes everything that is kept, of one moment, into a new file that only its owner can read, while others write. The
    /// file is there once it is whole and safe.
    ///
    /// # Errors
    /// Refuses to replace a file.
    pub fn backup_to(&self, path: &Path) -> Result<Backup, StoreError> {
        const DOING: &str = "back up the store";
        let failed = |error: io::Error| Fault::Io(error).while_doing(DOING);
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let draft = tempfile::Builder::new().prefix(".upkeeper-backup-").tempfile_in(folder);
        let draft = draft.map_err(failed)?;
        let is_copied = self.engine.copy_to(draft.path());
        let backup = if is_copied.map_err(|fault| fault.while_doing(DOING))? {
            Backup::Database
        } else {
            self.export(draft.as_file())?;
            Backup::Export
        };
        draft.as_file().sync_all().map_err(failed)?;
        draft.persist_noclobber(path).map_err(|error| failed(error.error))?;
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed)?;
        Ok(backup)
    }
}
