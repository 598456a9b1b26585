//! Writing run files, so that nothing shown is lost.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::error::SaveError;
use super::header::MAGIC;
use super::{codec, header};
use crate::record::{Frame, RunHeader, Sink};

/// How much play a loss of power may cost.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// A run file open for writing. There is one writer at a time: the file is locked while this lives.
///
/// The frames of a command go out in one write: a process that dies at any instant leaves them whole or
/// leaves a torn tail. Against a loss of power the file is synced, at most once a second, when
/// [`RunFile::sync_if_due`] is called; that takes milliseconds, so call it when the player has been shown
/// what happened.
#[derive(Debug)]
pub struct RunFile {
    path: PathBuf,
    file: File,
    /// The file is whole up to here.
    length: u64,
    dirty: bool,
    synced: Instant,
    bytes: Vec<u8>,
    /// Set while the file is not installed.
    draft: Option<Draft>,
}

/// A file that is written beside the one that it will replace. Dropped before that, it is removed.
#[derive(Debug)]
struct Draft {
    beside: PathBuf,
    place: PathBuf,
    /// The file that it replaces, locked until then.
    _held: Option<File>,
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After it was installed there is nothing to remove.
        let _ = fs::remove_file(&self.beside);
    }
}

impl RunFile {
    /// Begins a new file, and the folders to it where they are missing.
    ///
    /// # Errors
    /// There must be no file of that name.
    pub fn create(path: &Path, header: &RunHeader) -> Result<RunFile, SaveError> {
        create_folder_of(path)?;
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create_new(true).open(path);
        let file = file.map_err(|error| SaveError::create(path, error))?;
        RunFile::begin(path, file, header).inspect_err(|_| {
            // A file with a part of a header is no run file.
            let _ = fs::remove_file(path);
        })
    }

    /// Begins a file that replaces another, if there is one.
    ///
    /// # Errors
    /// As [`RunFile::draft`].
    pub fn replace(path: &Path, header: &RunHeader) -> Result<RunFile, SaveError> {
        let mut file = RunFile::draft(path, header)?;
        file.install()?;
        Ok(file)
    }

    /// Begins a file that appears under its name with [`RunFile::install`]. Until then a file of that name stays as it is;
    /// without that call nothing remains of the new one.
    ///
    /// # Errors
    /// A file of that name must be a run file or empty, and in use by no process.
    pub fn draft(path: &Path, header: &RunHeader) -> Result<RunFile, SaveError> {
        create_folder_of(path)?;
        let create = |error| SaveError::create(path, error);
        let held = match OpenOptions::new().read(true).append(true).open(path) {
            Ok(file) => Some(replaceable(path, file)?),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(create(error)),
        };
        // A symbolic link stays; the file it leads to is replaced.
        let place = match held {
            Some(_) => fs::canonicalize(path).map_err(create)?,
            None => path.to_owned(),
        };
        let mut name = place.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.new", std::process::id()));
        let beside = place.with_file_name(name);
        let mut options = OpenOptions::new();
        let file = options.read(true).append(true).create_new(true).open(&beside);
        let file = file.map_err(create)?;
        let draft = Draft { beside, place, _held: held };
        let mut run_file = RunFile::begin(path, file, header)?;
        run_file.draft = Some(draft);
        Ok(run_file)
    }

    /// Makes the file appear under its name, in one step, after all of it is on the disk.
    pub fn install(&mut self) -> Result<(), SaveError> {
        if self.draft.is_some() {
            self.sync()?;
        }
        if let Some(draft) = self.draft.take() {
            fs::rename(&draft.beside, &draft.place)
                .map_err(|error| SaveError::create(&self.path, error))?;
        }
        Ok(())
    }

    fn begin(path: &Path, file: File, header: &RunHeader) -> Result<RunFile, SaveError> {
        let mut run_file = RunFile::lock(path, file)?;
        run_file.truncate(0)?;
        let header = header::encode(header).map_err(|error| run_file.unwritable(&error))?;
        run_file.append(&header).map_err(|error| SaveError::create(path, error))?;
        Ok(run_file)
    }

    /// Takes up a file that is there.
    pub(crate) fn reopen(path: &Path) -> Result<RunFile, SaveError> {
        let file = OpenOptions::new().read(true).append(true).open(path);
        RunFile::lock(path, file.map_err(|error| SaveError::io(path, error))?)
    }

    fn lock(path: &Path, mut file: File) -> Result<RunFile, SaveError> {
        try_lock(path, &file)?;
        let path = path.to_owned();
        let length = file.seek(SeekFrom::End(0)).map_err(|error| SaveError::io(&path, error))?;
        let (dirty, synced) = (false, Instant::now());
        Ok(RunFile { path, file, length, dirty, synced, bytes: Vec::new(), draft: None })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// In bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Brings to the disk what has been written, if that has not been done for a second.
    pub fn sync_if_due(&mut self) -> Result<(), SaveError> {
        if self.dirty && self.synced.elapsed() >= SYNC_EVERY { self.sync() } else { Ok(()) }
    }

    /// Brings to the disk what has been written, now: before leaving, and when nothing else is to do.
    pub fn sync(&mut self) -> Result<(), SaveError> {
        if self.dirty {
            self.file.sync_data().map_err(|error| SaveError::io(&self.path, error))?;
            self.dirty = false;
            self.synced = Instant::now();
        }
        Ok(())
    }

    /// A second handle on the file, to read it.
    pub(super) fn handle(&self) -> Result<File, SaveError> {
        self.file.try_clone().map_err(|error| SaveError::io(&self.path, error))
    }

    /// Cuts the file off.
    pub(super) fn truncate(&mut self, length: u64) -> Result<(), SaveError> {
        if length != self.length {
            self.file.set_len(length).map_err(|error| SaveError::io(&self.path, error))?;
            self.length = length;
        }
        Ok(())
    }

    /// Writes frames as they are.
    pub(super) fn append(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        match self.file.write_all(bytes) {
            Ok(()) => {
                self.length += bytes.len() as u64;
                self.dirty = true;
                Ok(())
            }
            Err(error) => {
                // All or nothing; where not even this succeeds, a torn tail remains, and is known as one.
                let _ = self.file.set_len(self.length);
                Err(error)
            }
        }
    }

    pub(super) fn unwritable(&self, error: &codec::CodecError) -> SaveError {
        SaveError::Unwritable { path: self.path.clone(), why: error.to_string() }
    }
}

impl Sink for RunFile {
    type Error = SaveError;

    fn write(&mut self, frames: &[Frame]) -> Result<(), SaveError> {
        let mut bytes = std::mem::take(&mut self.bytes);
        bytes.clear();
        for frame in frames {
            codec::encode(&mut bytes, frame).map_err(|error| self.unwritable(&error))?;
        }
        let written = self.append(&bytes);
        self.bytes = bytes;
        written.map_err(|error| SaveError::Io { path: self.path.clone(), error })
    }
}

/// A file that may be replaced, locked.
fn replaceable(path: &Path, mut file: File) -> Result<File, SaveError> {
    let create = |error| SaveError::create(path, error);
    let mut magic = Vec::new();
    let is_file = file.metadata().map_err(create)?.is_file();
    if is_file {
        (&mut file).take(MAGIC.len() as u64).read_to_end(&mut magic).map_err(create)?;
    }
    if !is_file || !(magic.is_empty() || magic == MAGIC) {
        return Err(SaveError::WouldOverwrite { path: path.to_owned() });
    }
    try_lock(path, &file)?;
    Ok(file)
}

fn try_lock(path: &Path, file: &File) -> Result<(), SaveError> {
    let path = path.to_owned();
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(SaveError::InUse { path }),
        Err(TryLockError::Error(error)) => Err(SaveError::Io { path, error }),
    }
}

/// Makes the folders in which a file is to lie.
pub(crate) fn create_folder_of(path: &Path) -> Result<(), SaveError> {
    match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => {
            fs::create_dir_all(folder).map_err(|error| SaveError::create(folder, error))
        }
        None => Ok(()),
    }
}
