//! Backups while the store is in use.

use std::fs::File;
use std::io;
use std::path::Path;

use tempfile::NamedTempFile;

use super::Store;
use super::error::{Fault, StoreError};
use runs::save::Overwrite;

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
    /// file is there once it is whole and safe. It takes the place of another where it may.
    ///
    /// # Errors
    /// Refuses to replace a file if it may not.
    pub fn backup_to(&self, path: &Path, overwrite: Overwrite) -> Result<Backup, StoreError> {
        write_private(path, overwrite, "back up the store", |draft| {
            let is_copied = self.engine.copy_to(draft.path());
            if is_copied.map_err(|fault| fault.while_doing("back up the store"))? {
                return Ok(Backup::Database);
            }
            self.export(draft.as_file())?;
            Ok(Backup::Export)
        })
    }

    /// As [`Store::backup_to`], always in the form of an export. Returns how many rows that is.
    pub fn export_to(&self, path: &Path, overwrite: Overwrite) -> Result<u64, StoreError> {
        let doing = "export the store";
        write_private(path, overwrite, doing, |draft| self.export(draft.as_file()))
    }
}

/// Writes a file that only its owner can read, and that is there once it is whole and safe.
fn write_private<T>(
    path: &Path,
    overwrite: Overwrite,
    doing: &'static str,
    write: impl FnOnce(&NamedTempFile) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    let failed = |error: io::Error| Fault::Io(error).while_doing(doing);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let draft = tempfile::Builder::new().prefix(".upkeeper-backup-").tempfile_in(folder);
    let draft = draft.map_err(failed)?;
    let written = write(&draft)?;
    draft.as_file().sync_all().map_err(failed)?;
    let placed = match overwrite {
        Overwrite::Never => draft.persist_noclobber(path),
        Overwrite::Force => draft.persist(path),
    };
    placed.map_err(|error| failed(error.error))?;
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed)?;
    Ok(written)
}
