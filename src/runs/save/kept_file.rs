//! The file of a run that is played: whatever becomes of the file or of what it lies on, the run is
//! kept.
//!
//! Other programs may write to it, put another in its place or take it away, and not every file
//! system locks files or brings them to the disk. So before each write the file is looked at: if it
//! is not what this process has written, all of the run goes into a file of its own beside it. What
//! the player should know of that is [news](KeptFile::take_news).

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{FileExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::error::{Result, SaveError};
use super::file_draft::create_folder_of;
use super::file_draft::{CANNOT_SYNC, is_one_of};
use super::run_file::RunFile;
use crate::record::{Frame, Sink};
use base::path_text;

/// The bytes at the end of the file that are compared before each write: more than a frame of a
/// step.
const COMPARED_BYTES: usize = 64;

/// The names that are tried for a file beside the one that is lost.
const MAX_NAMES: u32 = 1_000;

#[derive(Debug)]
pub struct KeptFile {
    file: RunFile,
    /// A handle on the same file, to look at it.
    handle: File,
    /// All that this process knows to be in the file.
    bytes: Vec<u8>,
    /// Whether the path leads to the file whose handle this is, as far as the file system tells:
    /// some number files anew at every look.
    is_numbered: bool,
    can_sync: bool,
    /// Whether the last try to bring the file to the disk has failed.
    is_unsynced: bool,
    news: Vec<FileNews>,
}

/// What the player should know of the file. Displayed, it is a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileNews {
    #[error("Files cannot be locked here: play this run in one place at a time.")]
    Unlocked,
    #[error("Files cannot be synced here: a loss of power may cost more than a second of play.")]
    NeverSynced,
    #[error("The run is written, but does not come to the disk: {0}. It is tried again.")]
    Unsynced(String),
    #[error("The run has come to the disk now.")]
    SyncedAgain,
    #[error("The run's file was taken away. All of it was written again: {0}")]
    TakenAway(String),
    #[error("Another file was put in the place of this run's. Your run goes on in {0}")]
    Replaced(String),
    #[error("Something else has written into this run's file. Your run goes on in {0}")]
    WrittenTo(String),
}

impl KeptFile {
    /// Keeps a file that stands under its name. Reads all of it.
    /// Errors: it cannot be read.
    pub fn new(file: RunFile) -> Result<KeptFile> {
        let handle = file.handle()?;
        let io = |error| SaveError::io(file.path(), error);
        let mut bytes = vec![0; file.length() as usize];
        handle.read_exact_at(&mut bytes, 0).map_err(io)?;
        let own = handle.metadata().map_err(io)?;
        let is_numbered = fs::metadata(file.path()).is_ok_and(|named| is_same(&named, &own));
        let news = if file.is_locked() { vec![] } else { vec![FileNews::Unlocked] };
        Ok(KeptFile { file, handle, bytes, is_numbered, can_sync: true, is_unsynced: false, news })
    }

    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// All of the run, as far as it was written.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// What has come to be known since this was last called.
    pub fn take_news(&mut self) -> Vec<FileNews> {
        std::mem::take(&mut self.news)
    }

    /// Brings to the disk what has been written, if that has not been done for a second.
    /// Errors: as [`KeptFile::sync`].
    pub fn sync_if_due(&mut self) -> Result<()> {
        if self.file.is_sync_due() { self.sync() } else { Ok(()) }
    }

    /// Brings to the disk what has been written. That it does not come there is [news](FileNews),
    /// and no error.
    /// Errors: the file is lost, and no other can be written.
    pub fn sync(&mut self) -> Result<()> {
        self.look()?;
        if !self.can_sync {
            return Ok(());
        }
        let error = match self.file.sync() {
            Ok(()) => {
                if std::mem::take(&mut self.is_unsynced) {
                    self.news.push(FileNews::SyncedAgain);
                }
                return Ok(());
            }
            Err(SaveError::Io { error, .. }) => error,
            Err(other) => return Err(other),
        };
        if is_one_of(&error, &CANNOT_SYNC) {
            self.can_sync = false;
            self.news.push(FileNews::NeverSynced);
        } else if !std::mem::replace(&mut self.is_unsynced, true) {
            self.news.push(FileNews::Unsynced(error.to_string()));
        }
        self.file.put_off_sync();
        Ok(())
    }

    /// Brings everything to the disk before the run is left.
    /// Errors: as [`KeptFile::sync`]; and that it does not come to the disk.
    pub fn finish(&mut self) -> Result<()> {
        self.sync()?;
        if self.is_unsynced { self.file.sync() } else { Ok(()) }
    }

    /// Writes the run into another file if the one that it was in is lost.
    fn look(&mut self) -> Result<()> {
        let Some(news) = self.loss() else { return Ok(()) };
        let (path, mut file) = self.create_anew()?;
        file.write_all(&self.bytes).map_err(|error| {
            // It is tried again with the next command.
            let _ = fs::remove_file(&path);
            SaveError::create(&path, error)
        })?;
        let file = RunFile::lock(&path, file)?;
        let kept = KeptFile::new(file)?;
        let before = std::mem::replace(self, kept);
        self.news = before.news;
        self.news.push(news(path_text(&path)));
        Ok(())
    }

    /// How the file is lost, if it is.
    fn loss(&self) -> Option<fn(String) -> FileNews> {
        match fs::metadata(self.path()) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Some(FileNews::TakenAway);
            }
            Ok(named) => {
                let own = self.handle.metadata();
                if self.is_numbered && own.is_ok_and(|own| !is_same(&named, &own)) {
                    return Some(FileNews::Replaced);
                }
                if named.len() != self.bytes.len() as u64 {
                    return Some(FileNews::WrittenTo);
                }
            }
            // It may pass.
            Err(_) => {}
        }
        let from = self.bytes.len().saturating_sub(COMPARED_BYTES);
        let mut end = [0; COMPARED_BYTES];
        let end = &mut end[..self.bytes.len() - from];
        let is_read = self.handle.read_exact_at(end, from as u64).is_ok();
        (is_read && *end != self.bytes[from..]).then_some(FileNews::WrittenTo)
    }

    /// Creates the file of this run again, or one beside what stands in its place.
    fn create_anew(&self) -> Result<(PathBuf, File)> {
        create_folder_of(self.path())?;
        let mut path = self.path().to_owned();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for number in 2..MAX_NAMES {
            let file = OpenOptions::new().read(true).append(true).create_new(true).open(&path);
            match file {
                Ok(file) => return Ok((path, file)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    path.set_file_name(format!("{stem}-{number}.upk"));
                }
                Err(error) => return Err(SaveError::create(&path, error)),
            }
        }
        Err(SaveError::WouldOverwrite { name: path_text(&path) })
    }
}

impl Sink for KeptFile {
    type Error = SaveError;

    fn write(&mut self, frames: &[Frame]) -> Result<()> {
        self.look()?;
        self.file.write(frames)?;
        let known = self.bytes.len();
        self.bytes.resize(self.file.length() as usize, 0);
        let read = self.handle.read_exact_at(&mut self.bytes[known..], known as u64);
        read.map_err(|error| SaveError::io(self.file.path(), error))
    }
}

fn is_same(one: &Metadata, other: &Metadata) -> bool {
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}
