//! The bytes of a run file that is read, from a regular file or a stream.
//!
//! Nothing is waited for here that may never come: only regular files are opened, and a stream is its caller's.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write as _};
use std::os::unix::fs::{FileExt as _, MetadataExt as _};
use std::path::Path;
use std::sync::Arc;

use super::error::SaveError;
use super::header::{self, PREFIX_BYTES};
use super::load::{Loaded, load_from};
use super::open::{OpenedRecording, open_from};
use super::regular_file::open_regular;
use super::run_reader::RunReader;
use base::path_text;

/// The largest number of bytes that are taken from a stream: as much as a run of half a million commands has with its keyframes.
pub const MAX_STREAM_BYTES: u64 = 256 << 20;

/// How much of a stream is in memory at a time, in bytes.
const COPY_BYTES: usize = 1 << 16;

/// The bytes of a run file, which can be read several times. It stays the same file when its name is given to another.
#[derive(Clone, Debug)]
pub struct RunSource {
    name: String,
    file: Arc<File>,
}

impl RunSource {
    /// Opens a regular file.
    ///
    /// # Errors
    /// Refuses anything else; it does not wait for what is not there.
    pub fn open(path: &Path) -> Result<RunSource, SaveError> {
        Ok(RunSource { name: path_text(path), file: Arc::new(open_regular(path)?) })
    }

    /// Copies a stream to a temporary file without a name, which is gone with the process. `name` is what errors call it by.
    ///
    /// # Errors
    /// Refuses a stream that does not begin as a run file, without waiting for its end, and one of more than
    /// [`MAX_STREAM_BYTES`].
    pub fn spool(name: &str, mut stream: impl Read) -> Result<RunSource, SaveError> {
        let failed = |error| SaveError::Io { name: name.to_owned(), error };
        let temporary = |error| SaveError::Io { name: "a temporary file".to_owned(), error };
        let mut buffer = Vec::with_capacity(COPY_BYTES);
        (&mut stream).take(PREFIX_BYTES as u64).read_to_end(&mut buffer).map_err(failed)?;
        header::decode_format(name, &buffer)?;
        let mut file = tempfile::tempfile().map_err(temporary)?;
        let mut length = 0;
        while !buffer.is_empty() {
            file.write_all(&buffer).map_err(temporary)?;
            length += buffer.len() as u64;
            if length > MAX_STREAM_BYTES {
                let why = "more came than any run file has (256 MiB)";
                return Err(SaveError::NotOurs { name: name.to_owned(), why });
            }
            buffer.clear();
            (&mut stream).take(COPY_BYTES as u64).read_to_end(&mut buffer).map_err(failed)?;
        }
        Ok(RunSource { name: name.to_owned(), file: Arc::new(file) })
    }

    /// What errors call it by: the path of the file, or the name of the stream.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// In bytes.
    pub fn length(&self) -> Result<u64, SaveError> {
        match self.file.metadata() {
            Ok(data) => Ok(data.len()),
            Err(error) => Err(SaveError::Io { name: self.name.clone(), error }),
        }
    }

    /// Whether a path leads to this very file.
    pub fn is_at(&self, path: &Path) -> bool {
        match (self.file.metadata(), fs::metadata(path)) {
            (Ok(own), Ok(other)) => (own.dev(), own.ino()) == (other.dev(), other.ino()),
            _ => false,
        }
    }

    /// The bytes from the beginning.
    fn bytes(&self) -> SourceBytes {
        SourceBytes { file: Arc::clone(&self.file), offset: 0 }
    }

    /// Reads the header, to go on frame by frame.
    pub fn reader(&self) -> Result<RunReader<SourceBytes>, SaveError> {
        RunReader::new(self.name.clone(), self.bytes())
    }

    /// As [`open`](super::open()).
    pub fn recording(&self) -> Result<OpenedRecording, SaveError> {
        Ok(open_from(self.reader()?, self.bytes()))
    }

    /// As [`load`](super::load()).
    pub fn load(&self) -> Result<Loaded, SaveError> {
        load_from(self.reader()?)
    }
}

/// The bytes of a [`RunSource`] at a position of its own.
#[derive(Debug)]
pub struct SourceBytes {
    file: Arc<File>,
    offset: u64,
}

impl Read for SourceBytes {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read_at(buffer, self.offset)?;
        self.offset += read as u64;
        Ok(read)
    }
}

impl Seek for SourceBytes {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let (from, by) = match to {
            SeekFrom::Start(offset) => (offset, 0),
            SeekFrom::End(by) => (self.file.metadata()?.len(), by),
            SeekFrom::Current(by) => (self.offset, by),
        };
        self.offset = from.checked_add_signed(by).ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.offset)
    }
}
