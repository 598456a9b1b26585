//! Run files on disk: created, locked, appended to, synced, and replaced in one step.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::codec::CodecError;
use super::error::{Result, SaveError};
use super::file_draft::{FileDraft, Overwrite, create_folder_of, refuse_irregular, try_lock};
use super::run_writer::RunWriter;
use crate::record::{Frame, RunHeader, Sink};
use base::path_text;

/// The time of play that a loss of power may cost.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

/// A run file open for writing. There is one writer at a time: the file is locked while this lives.
///
/// The frames of a command go out in one write: a process that dies at any instant leaves them
/// whole or leaves a torn tail. Against a loss of power it is synced when [`RunFile::sync`] is
/// called.
#[derive(Debug)]
pub struct RunFile {
    place: OpenFile,
    writer: RunWriter<AppendOnlyFile>,
    synced: Instant,
    /// Set while the file is not installed.
    draft: Option<FileDraft>,
    is_locked: bool,
}

impl RunFile {
    /// Begins a new file, and the folders to it where they are missing.
    /// Errors: there must be no file of that name.
    pub fn create(path: &Path, header: &RunHeader) -> Result<RunFile> {
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
    /// Errors: as [`RunFile::draft`].
    pub fn replace(path: &Path, header: &RunHeader) -> Result<RunFile> {
        let mut file = RunFile::draft(path, header, Overwrite::Force)?;
        file.install()?;
        Ok(file)
    }

    /// Begins a file that appears under its name with [`RunFile::install`], and the folders to it
    /// where they are missing. Until then a file of that name stays as it is; without that call
    /// nothing remains of the new one.
    /// Errors: as [`FileDraft::begin`].
    pub fn draft(path: &Path, header: &RunHeader, overwrite: Overwrite) -> Result<RunFile> {
        create_folder_of(path)?;
        let draft = FileDraft::begin(path, overwrite)?;
        let file = draft.file().try_clone().map_err(|error| SaveError::create(path, error))?;
        let mut run_file = RunFile::begin(path, file, header)?;
        run_file.draft = Some(draft);
        Ok(run_file)
    }

    /// Makes the file appear under its name, in one step, after all of it is on the disk.
    pub fn install(&mut self) -> Result<()> {
        match self.draft.take() {
            Some(draft) => draft.install(),
            None => Ok(()),
        }
    }

    fn begin(path: &Path, file: File, header: &RunHeader) -> Result<RunFile> {
        let mut run_file = RunFile::lock(path, file)?;
        run_file.truncate(0)?;
        run_file.writer.write_header(header).map_err(|error| match error {
            SaveError::Io { error, .. } => SaveError::create(path, error),
            other => other,
        })?;
        Ok(run_file)
    }

    /// Opens an existing file to append to it.
    pub(crate) fn reopen(path: &Path) -> Result<RunFile> {
        refuse_irregular(path)?;
        let file = OpenOptions::new().read(true).append(true).open(path);
        RunFile::lock(path, file.map_err(|error| SaveError::io(path, error))?)
    }

    pub(super) fn lock(path: &Path, mut file: File) -> Result<RunFile> {
        let is_locked = try_lock(path, &file)?;
        let length = file.seek(SeekFrom::End(0)).map_err(|error| SaveError::io(path, error))?;
        let file = AppendOnlyFile { file, length, is_dirty: false };
        let writer = RunWriter::resume(path_text(path), file);
        let (place, synced) = (OpenFile::list(path), Instant::now());
        Ok(RunFile { place, writer, synced, draft: None, is_locked })
    }

    pub fn path(&self) -> &Path {
        self.place.path()
    }

    /// Whether other processes are kept from writing. There are file systems that cannot.
    pub fn is_locked(&self) -> bool {
        self.is_locked
    }

    /// In bytes.
    pub fn length(&self) -> u64 {
        self.writer.get_ref().length
    }

    /// Whether something was written that has not been synced for a second.
    pub(super) fn is_sync_due(&self) -> bool {
        self.writer.get_ref().is_dirty && self.synced.elapsed() >= SYNC_INTERVAL
    }

    /// Lets a second go by until the next try to sync.
    pub(super) fn put_off_sync(&mut self) {
        self.synced = Instant::now();
    }

    /// Brings to the disk what has been written, now: before leaving, and when nothing else is to
    /// do.
    pub fn sync(&mut self) -> Result<()> {
        let file = self.writer.get_mut();
        if file.is_dirty {
            let place = &self.place;
            file.file.sync_data().map_err(|error| SaveError::io(place.path(), error))?;
            file.is_dirty = false;
            self.synced = Instant::now();
        }
        Ok(())
    }

    /// A second handle on the file, to read it.
    pub(super) fn handle(&self) -> Result<File> {
        self.writer.get_ref().file.try_clone().map_err(|error| SaveError::io(self.path(), error))
    }

    pub(super) fn truncate(&mut self, length: u64) -> Result<()> {
        let file = self.writer.get_mut();
        if length != file.length {
            let place = &self.place;
            file.file.set_len(length).map_err(|error| SaveError::io(place.path(), error))?;
            file.length = length;
        }
        Ok(())
    }

    /// Writes what `encode` appends to an empty buffer.
    pub(super) fn append(
        &mut self,
        encode: impl FnOnce(&mut Vec<u8>) -> Result<(), CodecError>,
    ) -> Result<()> {
        self.writer.append(encode)
    }
}

impl Sink for RunFile {
    type Error = SaveError;

    fn write(&mut self, frames: &[Frame]) -> Result<()> {
        self.writer.write(frames)
    }
}

/// A file to which each write appends all of its bytes or none.
#[derive(Debug)]
struct AppendOnlyFile {
    file: File,
    /// The number of bytes that were written whole.
    length: u64,
    /// Whether bytes were written since the file was synced last.
    is_dirty: bool,
}

impl Write for AppendOnlyFile {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self.file.write_all(bytes) {
            Ok(()) => {
                self.length += bytes.len() as u64;
                self.is_dirty = true;
                Ok(bytes.len())
            }
            Err(error) => {
                // If this fails too, a torn tail remains, which readers recognise.
                let _ = self.file.set_len(self.length);
                Err(error)
            }
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

static OPEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn list() -> MutexGuard<'static, Vec<PathBuf>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The run files that are open for writing. All that was acknowledged of a run is in its file.
///
/// Does not wait: a thread that crashes may hold the list.
pub fn open_run_files() -> Vec<PathBuf> {
    match OPEN.try_lock() {
        Ok(open) => open.clone(),
        Err(_) => Vec::new(),
    }
}

/// An open run file: listed as long as this lives.
#[derive(Debug)]
struct OpenFile(PathBuf);

impl OpenFile {
    pub(super) fn list(path: &Path) -> OpenFile {
        list().push(path.to_owned());
        OpenFile(path.to_owned())
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for OpenFile {
    fn drop(&mut self) {
        let mut open = list();
        if let Some(place) = open.iter().position(|path| *path == self.0) {
            open.remove(place);
        }
    }
}

/// The name of a run among those of one host, by which lists of scores and screens refer to it.
///
/// The host chooses it: the name of a run file without its folder, or the key of a row. It is never
/// a path: `try_from` refuses a text that could lead out of a folder, and so does reading one from
/// a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RunId(String);

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("“{0}” is not the name of a run")]
pub struct InvalidRunId(String);

impl RunId {
    /// The name of the run in a file: the file's name without its folders. None where there is no
    /// such name, or where it is not Unicode.
    pub fn of_file(path: &Path) -> Option<RunId> {
        RunId::try_from(path.file_name()?.to_str()?.to_owned()).ok()
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for RunId {
    type Error = InvalidRunId;

    fn try_from(name: String) -> Result<RunId, InvalidRunId> {
        let mut parts = Path::new(&name).components();
        match (parts.next(), parts.next()) {
            (Some(Component::Normal(part)), None) if part == name.as_str() => Ok(RunId(name)),
            _ => Err(InvalidRunId(name)),
        }
    }
}

impl From<RunId> for String {
    fn from(id: RunId) -> String {
        id.0
    }
}

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
