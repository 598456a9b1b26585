//! Reading run files, whole, torn or damaged.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::codec::{self, CodecError, Decoded};
use super::error::SaveError;
use super::header::{self, Header};
use super::wire::{self, Fault, Kind};
use crate::record::Frame;

/// What is read of a file at a time, in bytes.
const CHUNK: usize = 1 << 16;

/// What a writer that died can have left unfinished, in bytes: a keyframe and what is written with it.
const LONGEST_TAIL: usize = wire::LONGEST + (1 << 14);

/// How much is hashed, in bytes, to find out whether a tail is torn or damaged.
const TAIL_BUDGET: usize = 1 << 26;

/// A run file read from its beginning, frame by frame, in bounded memory.
pub struct Reader {
    path: PathBuf,
    file: File,
    header: Header,
    /// What was read and not used yet is `buffer[start..]`.
    buffer: Vec<u8>,
    start: usize,
    /// Of `buffer[start]` in the file.
    offset: u64,
    /// Frames before it.
    number: u64,
    torn: Option<Torn>,
    finished: bool,
    /// Commands of a packed frame that have not been handed out.
    unpacked: std::vec::IntoIter<crate::sim::Command>,
}

/// A last frame that was not written whole: dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Torn {
    /// Where the file is whole up to.
    pub offset: u64,
    /// What follows there, in bytes.
    pub bytes: u64,
}

/// A frame that is still in bytes.
pub(super) struct Raw<'a> {
    pub kind: Kind,
    pub payload: &'a [u8],
    pub place: FramePlace,
}

/// Where a frame stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct FramePlace {
    /// Counted from 1.
    pub number: u64,
    pub offset: u64,
}

impl Reader {
    /// Opens a file and reads its header.
    pub fn open(path: &Path) -> Result<Reader, SaveError> {
        let file = File::open(path).map_err(|error| SaveError::io(path, error))?;
        Reader::of_file(path, file)
    }

    /// The same of a file that is open already, from its beginning.
    pub(super) fn of_file(path: &Path, mut file: File) -> Result<Reader, SaveError> {
        let io = |error| SaveError::io(path, error);
        file.seek(SeekFrom::Start(0)).map_err(io)?;
        let most = header::PREFIX + wire::LONGEST_PREFIX + Kind::Header.limit();
        let mut buffer = Vec::with_capacity(CHUNK);
        (&mut file).take(most as u64).read_to_end(&mut buffer).map_err(io)?;
        let (header, start) = header::decode(path, &buffer)?;
        Ok(Reader {
            path: path.to_owned(),
            file,
            header,
            buffer,
            start,
            offset: start as u64,
            number: 0,
            torn: None,
            finished: false,
            unpacked: Vec::new().into_iter(),
        })
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The unfinished frame at the end that was dropped, once the end was reached.
    pub fn torn(&self) -> Option<Torn> {
        self.torn
    }

    /// The file is whole up to here, as far as it was read.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Frames read so far.
    pub fn number(&self) -> u64 {
        self.number
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The next frame; `None` at the end.
    ///
    /// # Errors
    /// Damage before the tail. Nothing more can be read after that.
    pub fn next_frame(&mut self) -> Result<Option<Frame>, SaveError> {
        loop {
            if let Some(command) = self.unpacked.next() {
                return Ok(Some(Frame::Command(command)));
            }
            let Some(raw) = self.next_raw()? else { return Ok(None) };
            let place = raw.place;
            match codec::decode(raw.kind, raw.payload) {
                Ok(Decoded::One(frame)) => return Ok(Some(frame)),
                Ok(Decoded::Commands(commands)) => self.unpacked = commands.into_iter(),
                Err(error) => return Err(self.damaged(place, &error)),
            }
        }
    }

    /// The next frame, in bytes.
    pub(super) fn next_raw(&mut self) -> Result<Option<Raw<'_>>, SaveError> {
        if self.finished {
            return Ok(None);
        }
        let cut = loop {
            match wire::cut(&self.buffer[self.start..]) {
                Ok(cut) => break cut,
                Err(Fault::Short { need }) => {
                    if self.fill(need)? {
                        continue;
                    }
                    return self.end(Fault::Short { need });
                }
                Err(fault) => return self.end(fault),
            }
        };
        self.number += 1;
        let place = FramePlace { number: self.number, offset: self.offset };
        let payload = self.start + cut.start..self.start + cut.end;
        self.start += cut.end;
        self.offset += cut.end as u64;
        Ok(Some(Raw { kind: cut.kind, payload: &self.buffer[payload], place }))
    }

    /// The error for a frame whose bytes are whole and whose meaning is not.
    pub(super) fn damaged(&self, place: FramePlace, error: &CodecError) -> SaveError {
        SaveError::damaged(&self.path, place.number, place.offset, error)
    }

    /// Reads until `need` bytes are at hand; false if the file ends before.
    fn fill(&mut self, need: usize) -> Result<bool, SaveError> {
        self.buffer.drain(..self.start);
        self.start = 0;
        let want = need.saturating_sub(self.buffer.len()).max(CHUNK) as u64;
        let read = (&mut self.file).take(want).read_to_end(&mut self.buffer);
        read.map_err(|error| SaveError::io(&self.path, error))?;
        Ok(self.buffer.len() >= need)
    }

    /// No whole frame begins here: the end, a torn tail, or damage.
    fn end(&mut self, fault: Fault) -> Result<Option<Raw<'_>>, SaveError> {
        self.finished = true;
        self.fill(LONGEST_TAIL + 1)?;
        let rest = &self.buffer[self.start..];
        if rest.is_empty() {
            return Ok(None);
        }
        // Zeros are what a file system leaves where it grew a file and then lost power.
        let is_blank = rest.iter().all(|&byte| byte == 0);
        let is_torn = rest.len() <= LONGEST_TAIL
            && (is_blank || !wire::holds_a_frame(&rest[1..], TAIL_BUDGET));
        if !is_torn {
            return Err(SaveError::damaged(&self.path, self.number + 1, self.offset, &fault));
        }
        self.torn = Some(Torn { offset: self.offset, bytes: rest.len() as u64 });
        Ok(None)
    }
}

/// All frames to the end, or to the first error.
impl Iterator for Reader {
    type Item = Result<Frame, SaveError>;

    fn next(&mut self) -> Option<Result<Frame, SaveError>> {
        match self.next_frame() {
            Ok(frame) => frame.map(Ok),
            Err(error) => {
                self.finished = true;
                self.unpacked = Vec::new().into_iter();
                Some(Err(error))
            }
        }
    }
}
