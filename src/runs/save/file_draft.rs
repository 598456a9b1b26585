//! Files that appear under their name whole or not at all, and the refusal of what is no regular
//! file.
//!
//! A file is written beside its place under another name, which ends as [`SUFFIX`] says, and then
//! moved there in one step. The writer holds a lock on it: a draft that nobody holds was left
//! behind by a process that was killed, and the next writer in that folder removes it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use rustix::fs::OFlags;
use rustix::io::Errno;
use xxhash_rust::xxh3::xxh3_64;

use super::error::{Result, SaveError};
use super::header::MAGIC;
use base::path_text;

/// What a file system answers that syncs no files.
pub(super) const CANNOT_SYNC: [Errno; 4] =
    [Errno::INVAL, Errno::NOSYS, Errno::OPNOTSUPP, Errno::ROFS];

/// What one answers that locks no files.
const CANNOT_LOCK: [Errno; 4] = [Errno::INVAL, Errno::NOSYS, Errno::OPNOTSUPP, Errno::NOLCK];

/// How the names of drafts begin; a number follows.
const PREFIX: &str = ".upkeeper-";
/// How the names of drafts end. Earlier versions named them `NAME.PID.new`.
const SUFFIX: &str = ".new";
/// The largest number of symbolic links to follow to a file that is not there yet.
const MAX_LINKS: usize = 40;

/// Whether a file that is there already may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overwrite {
    Never,
    /// Any regular file that no process is writing.
    Force,
}

/// A file in the making. It appears with [`FileDraft::install`]; dropped before that, nothing of it
/// remains.
#[derive(Debug)]
pub struct FileDraft {
    /// The path that was asked for.
    path: PathBuf,
    /// Where it will be: the path with symbolic links followed.
    place: PathBuf,
    beside: PathBuf,
    file: File,
    /// The file that it replaces, locked until then.
    replaced: Option<File>,
    is_installed: bool,
}

impl FileDraft {
    /// Begins a file. What stands under its name stays until the file is installed.
    /// Errors: there is a file of that name and it may not be replaced, or is no regular file, or
    /// is written by another process; or none can be created there.
    pub fn begin(path: &Path, overwrite: Overwrite) -> Result<FileDraft> {
        let create = |error| SaveError::create(path, error);
        let replaced = match fs::metadata(path) {
            Ok(data) if !data.is_file() => {
                return Err(SaveError::NoRegularFile { name: path_text(path) });
            }
            Ok(_) if overwrite == Overwrite::Never => {
                return Err(SaveError::WouldOverwrite { name: path_text(path) });
            }
            Ok(_) => Some(lock_existing(path)?),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(create(error)),
        };
        // A symbolic link stays; the file that it leads to is written.
        let place = match replaced {
            Some(_) => fs::canonicalize(path).map_err(create)?,
            None => follow_links(path).map_err(create)?,
        };
        remove_leftovers(&place);
        let (beside, file) = create_beside(&place).map_err(create)?;
        let draft =
            FileDraft { path: path.to_owned(), place, beside, file, replaced, is_installed: false };
        if let Some(replaced) = &draft.replaced {
            let mode = replaced.metadata().map_err(create)?.permissions();
            draft.file.set_permissions(mode).map_err(create)?;
        }
        Ok(draft)
    }

    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// Makes the file appear under its name, in one step, after all of it is on the disk.
    pub fn install(mut self) -> Result<()> {
        let create = |error| SaveError::create(&self.path, error);
        match self.file.sync_data() {
            Err(error) if !is_one_of(&error, &CANNOT_SYNC) => return Err(create(error)),
            _ => {}
        }
        if self.replaced.is_some() {
            fs::rename(&self.beside, &self.place).map_err(create)?;
        } else {
            move_to_free_name(&self.beside, &self.place).map_err(|error| match error.kind() {
                ErrorKind::AlreadyExists => {
                    SaveError::WouldOverwrite { name: path_text(&self.path) }
                }
                _ => create(error),
            })?;
        }
        self.is_installed = true;
        Ok(())
    }
}

impl Drop for FileDraft {
    fn drop(&mut self) {
        if !self.is_installed {
            let _ = fs::remove_file(&self.beside);
        }
    }
}

impl Write for FileDraft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The file that is to be replaced, locked. It may be one that cannot be written to: its folder
/// decides.
fn lock_existing(path: &Path) -> Result<File> {
    let writable = OpenOptions::new().read(true).append(true).open(path);
    let file = writable.or_else(|_| File::open(path));
    let file = file.map_err(|error| SaveError::create(path, error))?;
    try_lock(path, &file)?;
    Ok(file)
}

/// Locks a file until it is closed. False where the file system locks no files.
/// Errors: another process, or another handle of this one, holds it.
pub(super) fn try_lock(path: &Path, file: &File) -> Result<bool> {
    let name = path_text(path);
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::Error(error)) if is_one_of(&error, &CANNOT_LOCK) => Ok(false),
        Err(TryLockError::WouldBlock) => Err(SaveError::InUse { name }),
        Err(TryLockError::Error(error)) => Err(SaveError::Io { name, error }),
    }
}

/// Whether the file system of a folder locks files, as far as that is told. Nobody who plays there
/// is disturbed.
pub fn locks_files(folder: &Path) -> bool {
    let locked = File::open(folder).map(|folder| folder.try_lock_shared());
    !matches!(locked, Ok(Err(TryLockError::Error(error))) if is_one_of(&error, &CANNOT_LOCK))
}

/// The path of a file that is not there, with symbolic links followed.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut place = path.to_owned();
    for _ in 0..MAX_LINKS {
        let is_link = fs::symlink_metadata(&place).is_ok_and(|data| data.is_symlink());
        if !is_link {
            return Ok(place);
        }
        let target = fs::read_link(&place)?;
        place = place.parent().map_or(target.clone(), |folder| folder.join(&target));
    }
    Err(ErrorKind::InvalidInput.into())
}

/// Moves a file to a name that no other file has, in one step.
fn move_to_free_name(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Ok(()) => fs::remove_file(from),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
        // A file system without hard links.
        Err(_) if fs::symlink_metadata(to).is_ok() => Err(ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(from, to),
    }
}

/// Creates a locked file with a name of its own in the folder of another.
fn create_beside(place: &Path) -> io::Result<(PathBuf, File)> {
    loop {
        let beside = place.with_file_name(format!("{PREFIX}{:016x}{SUFFIX}", unlikely_number()));
        match OpenOptions::new().read(true).append(true).create_new(true).open(&beside) {
            // Where files cannot be locked none are taken for leftovers either.
            Ok(file) => {
                let is_taken = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
                if !is_taken && is_same_file(&file, &beside) {
                    return Ok((beside, file));
                }
                // Another writer took it for a leftover before it was locked, and removes it.
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

/// A number that no other writer draws: processes in containers may have the same id.
fn unlikely_number() -> u64 {
    static DRAFTS: AtomicU64 = AtomicU64::new(0);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let own = (std::process::id(), now.as_nanos(), DRAFTS.fetch_add(1, Ordering::Relaxed));
    xxh3_64(format!("{own:?}").as_bytes())
}

/// Removes the drafts that killed processes have left in the folder of a file.
fn remove_leftovers(place: &Path) {
    let folder = match place.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let Some(name) = place.file_name().map(|name| name.to_string_lossy()) else { return };
    // A folder that cannot be listed keeps what it holds.
    for entry in fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
        let other = entry.file_name();
        let Some(other) = other.to_str().and_then(|other| other.strip_suffix(SUFFIX)) else {
            continue;
        };
        let is_draft = other.strip_prefix(PREFIX).is_some_and(is_number);
        let is_old_draft = other
            .strip_prefix(&*name)
            .and_then(|rest| rest.strip_prefix('.'))
            .is_some_and(|process| process.bytes().all(|byte| byte.is_ascii_digit()));
        if is_draft || is_old_draft {
            remove_leftover(&entry.path(), is_old_draft);
        }
    }
}

fn is_number(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Removes a draft that nobody holds. A name as of earlier versions may be that of a file of the
/// user's, if it is no run file.
fn remove_leftover(path: &Path, is_named_as_earlier: bool) {
    let is_regular = fs::symlink_metadata(path).is_ok_and(|data| data.is_file());
    let Some(mut file) = is_regular.then(|| File::open(path).ok()).flatten() else { return };
    if file.try_lock().is_err() || !is_same_file(&file, path) {
        return;
    }
    let mut magic = Vec::new();
    let read = (&mut file).take(MAGIC.len() as u64).read_to_end(&mut magic);
    let is_ours = read.is_ok() && MAGIC.starts_with(&magic);
    if is_ours || !is_named_as_earlier {
        let _ = fs::remove_file(path);
    }
}

/// Whether an open file still has its name.
fn is_same_file(file: &File, path: &Path) -> bool {
    match (file.metadata(), fs::symlink_metadata(path)) {
        (Ok(own), Ok(named)) => (own.dev(), own.ino()) == (named.dev(), named.ino()),
        _ => false,
    }
}

pub(super) fn is_one_of(error: &io::Error, some: &[Errno]) -> bool {
    Errno::from_io_error(error).is_some_and(|errno| some.contains(&errno))
}

/// Writes a file that appears whole or not at all, and the folders to it where they are missing.
/// Errors: as [`FileDraft::begin`].
pub fn write_file(path: &Path, bytes: &[u8], overwrite: Overwrite) -> Result<()> {
    create_folder_of(path)?;
    let mut draft = FileDraft::begin(path, overwrite)?;
    draft.write_all(bytes).map_err(|error| SaveError::create(path, error))?;
    draft.install()
}

/// Creates the folder of a file, and the folders above it, where they are missing.
pub fn create_folder_of(path: &Path) -> Result<()> {
    match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => {
            fs::create_dir_all(folder).map_err(|error| SaveError::create(folder, error))
        }
        None => Ok(()),
    }
}

/// Opens a regular file to read it.
/// Errors: refuses pipes, devices, sockets and folders.
pub(super) fn open_regular(path: &Path) -> Result<File> {
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
pub(super) fn refuse_irregular(path: &Path) -> Result<()> {
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
