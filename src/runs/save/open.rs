//! Run files as recordings, to watch, verify and cut.

use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use super::codec::{self, CodecError};
use super::error::SaveError;
use super::frames::{FrameTarget, read_frames};
use super::regular_file::open_regular;
use super::run_reader::{RawFrame, RunReader, Torn};
use super::wire::{self, FrameError, FrameKind};
use crate::record::{Entry, Keyframe, KeyframeSource, Lost, Recording, RunEnding};
use engine::sim::Turns;

/// The number of bytes that are read first to find a keyframe; more follow if it is longer.
const KEYFRAME_READ_BYTES: usize = 1 << 14;

/// A run file as a recording.
pub struct OpenedRecording {
    pub recording: Recording,
    pub torn: Option<Torn>,
    /// Where the file is damaged; the recording holds the frames before that.
    pub damage: Option<SaveError>,
}

impl OpenedRecording {
    /// The recording of a file that is not damaged.
    pub fn whole(self) -> Result<Recording, SaveError> {
        match self.damage {
            Some(damage) => Err(damage),
            None => Ok(self.recording),
        }
    }
}

/// Reads a run file as a recording: every command, and where the keyframes are.
///
/// # Errors
/// The file cannot be opened or its header cannot be read. Damage after the header is no error: it is returned beside the
/// recording of the frames before it.
pub fn open(path: &Path) -> Result<OpenedRecording, SaveError> {
    let reader = RunReader::open(path)?;
    Ok(open_from(reader, open_regular(path)?))
}

/// Reads a run file from any reader as a recording. `bytes` is a second handle on the same bytes, from which keyframes
/// are read when they are needed.
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
