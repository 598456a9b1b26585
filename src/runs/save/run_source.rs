//! The bytes of a run file that is read, from a regular file or a stream.
//!
//! Nothing is waited for here that may never come: only regular files are opened, and a stream is
//! its caller's.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write as _};
use std::os::unix::fs::{FileExt as _, MetadataExt as _};
use std::path::Path;
use std::sync::Arc;

use super::codec::{self, CodecError};
use super::error::{Result, SaveError};
use super::file_draft::open_regular;
use super::header::{self, PREFIX_BYTES};
use super::load::{Loaded, load_from};
use super::run_reader::{FrameTarget, RawFrame, RunReader, Torn, read_frames};
use super::wire::{self, FrameError, FrameKind};
use crate::record::{Entry, Keyframe, KeyframeSource, Lost, Recording, RunEnding};
use base::path_text;
use engine::sim::Turns;

/// The largest number of bytes that are taken from a stream: as much as a run of half a million
/// commands has with its keyframes.
pub const MAX_STREAM_BYTES: u64 = 256 << 20;

/// How much of a stream is in memory at a time, in bytes.
const COPY_BYTES: usize = 1 << 16;

/// The bytes of a run file, which can be read several times. It stays the same file when its name
/// is given to another.
#[derive(Clone, Debug)]
pub struct RunSource {
    name: String,
    file: Arc<File>,
}

impl RunSource {
    /// Opens a regular file.
    /// Errors: refuses anything else; it does not wait for what is not there.
    pub fn open(path: &Path) -> Result<RunSource> {
        Ok(RunSource { name: path_text(path), file: Arc::new(open_regular(path)?) })
    }

    /// Copies a stream to a temporary file without a name, which is gone with the process. `name`
    /// is what errors call it by.
    /// Errors: refuses a stream that does not begin as a run file, without waiting for its end, and
    /// one of more than [`MAX_STREAM_BYTES`].
    pub fn spool(name: &str, mut stream: impl Read) -> Result<RunSource> {
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
    pub fn length(&self) -> Result<u64> {
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
    pub fn reader(&self) -> Result<RunReader<SourceBytes>> {
        RunReader::new(self.name.clone(), self.bytes())
    }

    /// As [`open`](super::open()).
    pub fn recording(&self) -> Result<OpenedRecording> {
        Ok(open_from(self.reader()?, self.bytes()))
    }

    /// As [`load`](super::load()).
    pub fn load(&self) -> Result<Loaded> {
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

/// The number of bytes that are read first to find a keyframe; more follow if it is longer.
const KEYFRAME_READ_BYTES: usize = 1 << 14;

pub struct OpenedRecording {
    pub recording: Recording,
    pub torn: Option<Torn>,
    /// Where the file is damaged; the recording holds the frames before that.
    pub damage: Option<SaveError>,
}

impl OpenedRecording {
    /// The recording of a file that is not damaged.
    pub fn whole(self) -> Result<Recording> {
        match self.damage {
            Some(damage) => Err(damage),
            None => Ok(self.recording),
        }
    }
}

/// Reads a run file as a recording: every command, and where the keyframes are.
/// Errors: the file cannot be opened or its header cannot be read. Damage after the header is no
/// error: it is returned beside the recording of the frames before it.
pub fn open(path: &Path) -> Result<OpenedRecording> {
    let reader = RunReader::open(path)?;
    Ok(open_from(reader, open_regular(path)?))
}

/// Reads a run file from any reader as a recording. `bytes` is a second handle on the same bytes,
/// from which keyframes are read when they are needed.
pub fn open_from(
    mut reader: RunReader<impl Read>,
    bytes: impl Read + Seek + Send + 'static,
) -> OpenedRecording {
    let source = StoredKeyframes { name: reader.name().to_owned(), bytes };
    let mut recording = Recording::new(reader.header().run.clone(), source);
    let damage = read_frames(&mut reader, &mut recording).err();
    OpenedRecording { recording, torn: reader.torn(), damage }
}

impl FrameTarget for Recording {
    fn entries(&mut self, entries: &[Entry]) {
        for entry in entries {
            match *entry {
                Entry::Command(command) => self.push_command(command),
                Entry::Mark(mark) => self.push_mark(mark),
            }
        }
    }

    fn digest(&mut self, _: u32, payload: &[u8]) -> Result<(), CodecError> {
        self.push_digest(codec::decode_digest(payload)?.whole);
        Ok(())
    }

    fn keyframe(&mut self, commands: u32, turn: Turns, frame: &RawFrame<'_>) {
        self.push_keyframe(commands, turn, frame.place.offset);
    }

    fn end(&mut self, ending: RunEnding) {
        self.set_end(ending);
    }
}

/// The keyframes in the bytes of a run file; the key is the offset of the frame.
struct StoredKeyframes<R> {
    name: String,
    bytes: R,
}

impl<R: Read + Seek> KeyframeSource for StoredKeyframes<R> {
    fn keyframe(&mut self, key: u64) -> Result<Keyframe, Lost> {
        let lost =
            |why: &dyn ToString| Lost(format!("{}: at byte {key}: {}", self.name, why.to_string()));
        self.bytes.seek(SeekFrom::Start(key)).map_err(|error| lost(&error))?;
        let mut bytes = Vec::new();
        let mut want = KEYFRAME_READ_BYTES;
        let span = loop {
            let more = want - bytes.len();
            let read = (&mut self.bytes).take(more as u64).read_to_end(&mut bytes);
            read.map_err(|error| lost(&error))?;
            match wire::first_frame(&bytes) {
                Err(FrameError::Short { need }) if bytes.len() == want => want = need.max(want + 1),
                other => break other.map_err(|error| lost(&error))?,
            }
        };
        if span.kind != FrameKind::Keyframe {
            return Err(lost(&"another frame stands there"));
        }
        codec::decode_keyframe(&bytes[span.start..span.end]).map_err(|error| lost(&error))
    }
}
