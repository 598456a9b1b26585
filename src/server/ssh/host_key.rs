//! The key by which clients know the server.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use russh::keys::key::safe_rng;
use russh::keys::ssh_key::{self, LineEnding};
use russh::keys::{Algorithm, PrivateKey};
use rustix::fs::OFlags;
use thiserror::Error;

use crate::members::KEY_ALGORITHMS;
use crate::private_file;
use base::path_text;
use runs::save::Overwrite;

/// The permissions that others have by a file's mode.
const MODE_OF_OTHERS: u32 = 0o077;

/// Opening does not wait.
const NONBLOCK: i32 = OFlags::NONBLOCK.bits().cast_signed();

#[derive(Debug, Error)]
pub enum HostKeyError {
    #[error("{}: others may read this host key: chmod 600 it, or move it away to have a new one \
        made", path_text(.0))]
    Readable(PathBuf),
    #[error("{}: this is no private key without a passphrase: {why}", path_text(.path))]
    Damaged { path: PathBuf, why: ssh_key::Error },
    #[error("{}: clients are shown no key of this kind, {kind}: move it away to have one made, or \
        make one with ssh-keygen -t ed25519", path_text(.path))]
    Kind { path: PathBuf, kind: Algorithm },
    #[error("{}: the host key cannot be read or written: {error}", path_text(.path))]
    Io { path: PathBuf, error: io::Error },
}

/// Reads the host key of a file. Where there is none, makes one, for its owner alone.
pub(crate) fn read_or_make(path: &Path) -> Result<PrivateKey, HostKeyError> {
    if let Some(key) = read(path)? {
        return Ok(key);
    }
    let failed = |error| HostKeyError::Io { path: path.to_owned(), error };
    let damaged = |why| HostKeyError::Damaged { path: path.to_owned(), why };
    let key = PrivateKey::random(&mut safe_rng(), Algorithm::Ed25519).map_err(damaged)?;
    let text = key.to_openssh(LineEnding::LF).map_err(damaged)?;
    match write(path, text.as_bytes()) {
        Ok(()) => Ok(key),
        // Another front end was first, or it is a link to a file that is not there.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            read(path)?.ok_or_else(|| failed(error))
        }
        Err(error) => Err(failed(error)),
    }
}

/// The key of a file, if there is one. What is looked at is the file that is read.
fn read(path: &Path) -> Result<Option<PrivateKey>, HostKeyError> {
    let failed = |error| HostKeyError::Io { path: path.to_owned(), error };
    let damaged = |why| HostKeyError::Damaged { path: path.to_owned(), why };
    // A pipe would wait for whoever writes into it.
    let opened = File::options().read(true).custom_flags(NONBLOCK).open(path);
    let mut file = match opened {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
    };
    let data = file.metadata().map_err(failed)?;
    if !data.is_file() {
        return Err(failed(io::Error::other("it is no file")));
    }
    if data.permissions().mode() & MODE_OF_OTHERS != 0 {
        return Err(HostKeyError::Readable(path.to_owned()));
    }
    let mut text = String::new();
    file.read_to_string(&mut text).map_err(failed)?;
    let key = PrivateKey::from_openssh(&text).map_err(damaged)?;
    if key.is_encrypted() {
        return Err(damaged(ssh_key::Error::Encrypted));
    }
    if !KEY_ALGORITHMS.contains(&key.algorithm()) {
        return Err(HostKeyError::Kind { path: path.to_owned(), kind: key.algorithm() });
    }
    Ok(Some(key))
}

/// Writes a new file that only the owner may read; it appears whole or not at all.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    private_file::make_folder_of(path)?;
    private_file::write(
        path,
        Overwrite::Never,
        |error| error,
        |draft| draft.as_file().write_all(bytes),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::process::Command;

    #[test]
    fn what_is_no_file_of_a_key_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name| folder.path().join(name);
        symlink("nowhere", path("link")).unwrap();
        assert!(Command::new("mkfifo").arg(path("pipe")).status().unwrap().success());
        fs::create_dir(path("folder")).unwrap();
        for name in ["link", "pipe", "folder"] {
            let refused = read_or_make(&path(name)).unwrap_err();
            assert!(matches!(refused, HostKeyError::Io { .. }), "{name}: {refused}");
        }
    }

    #[test]
    fn a_key_that_no_client_takes_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        let mut made = Command::new("ssh-keygen");
        made.args(["-q", "-t", "rsa", "-b", "2048", "-N", "", "-f"]).arg(&path);
        assert!(made.status().unwrap().success());
        let refused = read_or_make(&path).unwrap_err();
        assert!(matches!(refused, HostKeyError::Kind { .. }), "{refused}");
    }

    #[test]
    fn a_key_is_made_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        let made = read_or_make(&path).unwrap();
        assert_eq!(made.public_key(), read_or_make(&path).unwrap().public_key());
        symlink(&path, folder.path().join("link")).unwrap();
        let linked = read_or_make(&folder.path().join("link")).unwrap();
        assert_eq!(made.public_key(), linked.public_key());
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        assert!(matches!(read_or_make(&path), Err(HostKeyError::Readable(_))));
    }
}
