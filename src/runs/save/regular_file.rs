//! Opening regular files: what is something else is refused, and never waited for.

use std::fs::{self, File, OpenOptions};
use std::os::unix::fs::{FileTypeExt as _, OpenOptionsExt as _};
use std::path::Path;

use rustix::fs::OFlags;

use super::error::SaveError;
use base::path_text;

/// Opens a regular file to read it.
///
/// # Errors
/// Refuses pipes, devices, sockets and folders.
pub(super) fn open_regular(path: &Path) -> Result<File, SaveError> {
    // A pipe would be opened only when somebody writes to it.
    let mut options = OpenOptions::new();
    let file = options.read(true).custom_flags(OFlags::NONBLOCK.bits().cast_signed()).open(path);
    // Sockets cannot be opened.
    let kind = file.as_ref().map_or_else(|_| fs::metadata(path), File::metadata);
    if let Some(why) = kind.ok().and_then(|data| irregular(data.file_type())) {
        return Err(SaveError::NotOurs { name: path_text(path), why });
    }
    file.map_err(|error| SaveError::io(path, error))
}

/// Refuses pipes, devices, sockets and folders; a file that is not there is none of them.
pub(super) fn refuse_irregular(path: &Path) -> Result<(), SaveError> {
    match fs::metadata(path).ok().and_then(|data| irregular(data.file_type())) {
        Some(why) => Err(SaveError::NotOurs { name: path_text(path), why }),
        None => Ok(()),
    }
}

/// What a file is that is not regular.
fn irregular(kind: fs::FileType) -> Option<&'static str> {
    if kind.is_file() {
        None
    } else if kind.is_dir() {
        Some("it is a folder")
    } else if kind.is_fifo() {
        Some("it is a pipe")
    } else if kind.is_socket() {
        Some("it is a socket")
    } else {
        Some("it is a device")
    }
}
