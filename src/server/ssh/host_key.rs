//! The key by which clients know the server.

use std::fs;
use std::io::{self, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use russh::keys::key::safe_rng;
use russh::keys::ssh_key::{self, LineEnding};
use russh::keys::{Algorithm, PrivateKey};
use tempfile::NamedTempFile;
use thiserror::Error;

use crate::base::path_text;

/// The permissions that others have by a file's mode.
const MODE_OF_OTHERS: u32 = 0o077;

/// Why there is no host key.
#[derive(Debug, Error)]
pub enum HostKeyError {
    #[error("{}: others may read this host key: chmod 600 it, or move it away to have a new one made", path_text(.0))]
    Readable(PathBuf),
    #[error("{}: this is no private key without a passphrase: {why}", path_text(.path))]
    Damaged { path: PathBuf, why: ssh_key::Error },
    #[error("{}: the host key cannot be read or written: {error}", path_text(.path))]
    Io { path: PathBuf, error: io::Error },
}

/// Reads the host key of a file. Where there is none, makes one, which only the owner of the process may read.
pub(crate) fn read_or_make(path: &Path) -> Result<PrivateKey, HostKeyError> {
    let failed = |error| HostKeyError::Io { path: path.to_owned(), error };
    let damaged = |why| HostKeyError::Damaged { path: path.to_owned(), why };
    match fs::metadata(path) {
        Ok(data) if data.permissions().mode() & MODE_OF_OTHERS != 0 => {
            Err(HostKeyError::Readable(path.to_owned()))
        }
        Ok(_) => {
            let text = fs::read_to_string(path).map_err(failed)?;
            let key = PrivateKey::from_openssh(&text).map_err(damaged)?;
            if key.is_encrypted() { Err(damaged(ssh_key::Error::Encrypted)) } else { Ok(key) }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let key = PrivateKey::random(&mut safe_rng(), Algorithm::Ed25519).map_err(damaged)?;
            let text = key.to_openssh(LineEnding::LF).map_err(damaged)?;
            match write(path, text.as_bytes()) {
                Ok(()) => Ok(key),
                // Another front end was first.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => read_or_make(path),
                Err(error) => Err(failed(error)),
            }
        }
        Err(error) => Err(failed(error)),
    }
}

/// Writes a new file that only the owner may read; it appears whole or not at all.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist_noclobber(path).map_err(|error| error.error)?;
    Ok(())
}
