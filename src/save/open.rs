//! Run files as recordings, to be watched and cut.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::codec::{self, CodecError};
use super::error::SaveError;
use super::frames::{FrameTarget, read_frames};
use super::reader::{RawFrame, Reader, Torn};
use super::wire::{self, FrameError, Kind};
use crate::record::{Keyframe, KeyframeSource, Lost, Recording, RunEnding};
use crate::sim::{Command, Turns};

/// What is read of a file at once to find a keyframe, in bytes.
const KEYFRAME_BYTES: usize = 1 << 14;

/// A run file as a recording.
pub struct OpenedRecording {
    pub recording: Recording,
    pub torn: Option<Torn>,
    /// Where the file is damaged; the recording holds what stands before that.
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
/// Files that cannot be opened, or whose header cannot be read. Damage after that is no error: it is reported beside the
/// recording of what stands before it.
pub fn open(path: &Path) -> Result<OpenedRecording, SaveError> {
    let mut reader = Reader::open(path)?;
    let file = File::open(path).map_err(|error| SaveError::io(path, error))?;
    let source = FileKeyframes { path: path.to_owned(), file };
    let mut recording = Recording::new(reader.header().run.clone(), source);
    let damage = read_frames(&mut reader, &mut recording).err();
    Ok(OpenedRecording { recording, torn: reader.torn(), damage })
}

impl FrameTarget for Recording {
    fn commands(&mut self, commands: &[Command]) {
        for &command in commands {
            self.push_command(command);
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

/// Keyframes in a run file; the key is the offset of the frame.
struct FileKeyframes {
    path: PathBuf,
    file: File,
}

impl KeyframeSource for FileKeyframes {
    fn keyframe(&mut self, key: u64) -> Result<Keyframe, Lost> {
        let lost = |why: &dyn ToString| {
            Lost(format!("{}: at byte {key}: {}", self.path.display(), why.to_string()))
        };
        self.file.seek(SeekFrom::Start(key)).map_err(|error| lost(&error))?;
        let mut bytes = Vec::new();
        let mut want = KEYFRAME_BYTES;
        let span = loop {
            let more = want - bytes.len();
            let read = (&mut self.file).take(more as u64).read_to_end(&mut bytes);
            read.map_err(|error| lost(&error))?;
            match wire::first_frame(&bytes) {
                Err(FrameError::Short { need }) if bytes.len() == want => want = need.max(want + 1),
                other => break other.map_err(|error| lost(&error))?,
            }
        };
        if span.kind != Kind::Keyframe {
            return Err(lost(&"another frame stands there"));
        }
        codec::decode_keyframe(&bytes[span.start..span.end]).map_err(|error| lost(&error))
    }
}
