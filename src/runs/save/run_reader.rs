//! Reading run files, whole, torn or damaged.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use super::codec::{self, CodecError, Decoded};
use super::error::{Result, SaveError};
use super::file_draft::open_regular;
use super::header::{self, Header};
use super::wire::{self, FrameError, FrameKind};
use crate::record::{Entry, Frame, MarkKind, RunEnding};
use base::path_text;
use engine::sim::Turns;

/// The number of bytes that are read at a time.
const READ_BYTES: usize = 1 << 16;

/// The largest number of bytes that a writer which died can have left unfinished: a keyframe and
/// the frames that are written with it.
const MAX_TAIL_BYTES: usize = wire::MAX_PAYLOAD_BYTES + (1 << 14);

/// The largest number of bytes that are hashed to find out whether a tail is torn or damaged.
const MAX_HASHED_BYTES: usize = 1 << 26;

/// A run file read from its beginning, frame by frame, in bounded memory; from any reader.
pub struct RunReader<R> {
    name: String,
    stream: R,
    header: Header,
    /// `buffer[start..]` was read from the stream and is not used yet.
    buffer: Vec<u8>,
    start: usize,
    /// The offset of `buffer[start]` in the file.
    offset: u64,
    /// The number of frames before that.
    number: u64,
    torn: Option<Torn>,
    finished: bool,
    /// Commands and marks of a packed frame that have not been returned yet.
    unpacked: std::vec::IntoIter<Entry>,
}

/// A last frame that was not written whole and is ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Torn {
    /// The length of the whole frames before it, in bytes.
    pub offset: u64,
    /// Its length, in bytes.
    pub bytes: u64,
}

/// A frame whose payload is not decoded yet.
pub(super) struct RawFrame<'a> {
    pub kind: FrameKind,
    pub payload: &'a [u8],
    pub place: FramePlace,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct FramePlace {
    /// Counted from 1.
    pub number: u64,
    pub offset: u64,
}

impl RunReader<File> {
    pub fn open(path: &Path) -> Result<RunReader<File>> {
        RunReader::of_file(path, open_regular(path)?)
    }

    /// Reads the header of a file that is open already, from its beginning.
    pub(super) fn of_file(path: &Path, mut file: File) -> Result<RunReader<File>> {
        file.seek(SeekFrom::Start(0)).map_err(|error| SaveError::io(path, error))?;
        RunReader::new(path_text(path), file)
    }
}

impl<R: Read> RunReader<R> {
    /// Reads the header of a run file from a stream that stands at its first byte. `name` is what
    /// errors call the run by.
    pub fn new(name: impl Into<String>, mut stream: R) -> Result<RunReader<R>> {
        let name = name.into();
        let max_header = header::PREFIX_BYTES + wire::MAX_PREFIX_BYTES + FrameKind::Header.limit();
        let mut buffer = Vec::with_capacity(READ_BYTES);
        if let Err(error) = (&mut stream).take(max_header as u64).read_to_end(&mut buffer) {
            return Err(SaveError::Io { name, error });
        }
        let (header, start) = header::decode(&name, &buffer)?;
        Ok(RunReader {
            name,
            stream,
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

    /// The unfinished frame at the end, if there is one and the end was reached.
    pub fn torn(&self) -> Option<Torn> {
        self.torn
    }

    /// The offset of the next frame, in bytes: all that was read before it is whole.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Frames read so far.
    pub fn number(&self) -> u64 {
        self.number
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The next frame; `None` at the end.
    /// Errors: damage before the tail. Nothing more can be read after that.
    pub fn next_frame(&mut self) -> Result<Option<Frame>> {
        loop {
            if let Some(entry) = self.unpacked.next() {
                return Ok(Some(Frame::from(entry)));
            }
            let Some(raw) = self.next_raw()? else { return Ok(None) };
            let place = raw.place;
            match codec::decode(raw.kind, raw.payload) {
                Ok(Decoded::One(frame)) => return Ok(Some(frame)),
                Ok(Decoded::Entries(entries)) => self.unpacked = entries.into_iter(),
                Err(error) => return Err(self.damaged(place, &error)),
            }
        }
    }

    fn next_raw(&mut self) -> Result<Option<RawFrame<'_>>> {
        if self.finished {
            return Ok(None);
        }
        let span = loop {
            match wire::first_frame(&self.buffer[self.start..]) {
                Ok(span) => break span,
                Err(FrameError::Short { need }) => {
                    if self.fill(need)? {
                        continue;
                    }
                    return self.end(FrameError::Short { need });
                }
                Err(error) => return self.end(error),
            }
        };
        self.number += 1;
        let place = FramePlace { number: self.number, offset: self.offset };
        let payload = self.start + span.start..self.start + span.end;
        self.start += span.end;
        self.offset += span.end as u64;
        Ok(Some(RawFrame { kind: span.kind, payload: &self.buffer[payload], place }))
    }

    pub(super) fn damaged(&self, place: FramePlace, error: &CodecError) -> SaveError {
        SaveError::damaged(&self.name, place.number, place.offset, error)
    }

    /// Reads until `need` bytes are at hand; false if the stream ends before.
    fn fill(&mut self, need: usize) -> Result<bool> {
        self.buffer.drain(..self.start);
        self.start = 0;
        let want = need.saturating_sub(self.buffer.len()).max(READ_BYTES) as u64;
        let read = (&mut self.stream).take(want).read_to_end(&mut self.buffer);
        read.map_err(|error| SaveError::Io { name: self.name.clone(), error })?;
        Ok(self.buffer.len() >= need)
    }

    /// No whole frame begins here: the end, a torn tail, or damage.
    fn end(&mut self, error: FrameError) -> Result<Option<RawFrame<'_>>> {
        self.finished = true;
        self.fill(MAX_TAIL_BYTES + 1)?;
        let rest = &self.buffer[self.start..];
        if rest.is_empty() {
            return Ok(None);
        }
        // Zeros are what a file system leaves where it grew a file and then lost power.
        let is_blank = rest.iter().all(|&byte| byte == 0);
        let is_torn = rest.len() <= MAX_TAIL_BYTES
            && (is_blank || !wire::holds_a_frame(&rest[1..], MAX_HASHED_BYTES));
        if !is_torn {
            return Err(SaveError::damaged(&self.name, self.number + 1, self.offset, &error));
        }
        self.torn = Some(Torn { offset: self.offset, bytes: rest.len() as u64 });
        Ok(None)
    }
}

/// All frames to the end, or to the first error.
impl<R: Read> Iterator for RunReader<R> {
    type Item = Result<Frame>;

    fn next(&mut self) -> Option<Result<Frame>> {
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

/// The largest number of commands and marks in a run: a shift has some hundreds, the longest
/// campaign some ten thousands.
const MAX_ENTRIES: usize = 1 << 19;

const MAX_KEYFRAMES: u32 = 1 << 16;

/// Receives the frames of a run file in their order. `commands` is the number of commands before
/// the frame.
pub(super) trait FrameTarget {
    fn entries(&mut self, entries: &[Entry]);

    /// A digest frame, encoded: a target that wants only the last one need not decode the others.
    fn digest(&mut self, commands: u32, payload: &[u8]) -> Result<(), CodecError>;

    /// A keyframe, encoded, and the turn of its state.
    fn keyframe(&mut self, commands: u32, turn: Turns, frame: &RawFrame<'_>);

    fn end(&mut self, ending: RunEnding);
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Totals {
    pub commands: u32,
    pub keyframes: u32,
    /// How often it was taken up again.
    pub resumes: u32,
    marks: u32,
    has_ended: bool,
}

impl Totals {
    fn add(&mut self, entries: &[Entry], target: &mut impl FrameTarget) {
        target.entries(entries);
        for entry in entries {
            match entry {
                Entry::Command(_) => self.commands += 1,
                Entry::Mark(mark) => {
                    self.marks += 1;
                    self.resumes += u32::from(mark.kind == MarkKind::Resume);
                }
            }
        }
    }
}

/// Reads the frames up to the end of the file and hands them over in their order.
/// Errors: damage. All frames before it were handed over.
pub(super) fn read_frames(
    reader: &mut RunReader<impl Read>,
    target: &mut impl FrameTarget,
) -> Result<Totals> {
    let name = reader.name().to_owned();
    let mut totals = Totals::default();
    while let Some(frame) = reader.next_raw()? {
        take_frame(&frame, &mut totals, target).map_err(|error| {
            SaveError::damaged(&name, frame.place.number, frame.place.offset, &error)
        })?;
    }
    Ok(totals)
}

fn take_frame(
    frame: &RawFrame<'_>,
    totals: &mut Totals,
    target: &mut impl FrameTarget,
) -> Result<(), CodecError> {
    if totals.has_ended {
        return Err(CodecError::AfterEnd);
    }
    match frame.kind {
        FrameKind::Header => return Err(CodecError::SecondHeader),
        FrameKind::Command => {
            totals.add(&[Entry::Command(codec::decode_command(frame.payload)?)], target);
        }
        FrameKind::Commands => totals.add(&codec::decode_entries(frame.payload)?, target),
        FrameKind::Digest => target.digest(totals.commands, frame.payload)?,
        FrameKind::Keyframe => {
            let (commands, turn) = codec::decode_keyframe_position(frame.payload)?;
            if commands != totals.commands {
                return Err(CodecError::OtherCommands { said: commands, found: totals.commands });
            }
            totals.keyframes += 1;
            target.keyframe(commands, turn, frame);
        }
        FrameKind::Mark => totals.add(&[Entry::Mark(codec::decode_mark(frame.payload)?)], target),
        FrameKind::End => {
            totals.has_ended = true;
            target.end(codec::decode_end(frame.payload)?);
        }
    }
    let entries = totals.commands as usize + totals.marks as usize;
    if entries > MAX_ENTRIES || totals.keyframes > MAX_KEYFRAMES {
        return Err(CodecError::TooLong);
    }
    Ok(())
}
