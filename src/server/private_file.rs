//! Files that only their owner can read, and that are there once they are whole and safe.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use runs::save::Overwrite;
use tempfile::NamedTempFile;

/// Has a file written beside its place, and puts it there. `failed` makes the error of one of the
/// system.
pub(crate) fn write<T, E>(
    path: &Path,
    overwrite: Overwrite,
    failed: impl Fn(io::Error) -> E,
    write: impl FnOnce(&NamedTempFile) -> Result<T, E>,
) -> Result<T, E> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let draft = tempfile::Builder::new().prefix(".upkeeper-draft-").tempfile_in(folder);
    let draft = draft.map_err(&failed)?;
    let written = write(&draft)?;
    draft.as_file().sync_all().map_err(&failed)?;
    let placed = match overwrite {
        Overwrite::Never => draft.persist_noclobber(path),
        Overwrite::Force => draft.persist(path),
    };
    placed.map_err(|error| failed(error.error))?;
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed)?;
    Ok(written)
}

pub(crate) fn make_folder_of(path: &Path) -> io::Result<()> {
    match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => fs::create_dir_all(folder),
        None => Ok(()),
    }
}
