//! Reading all frames of a run file in one pass.

use std::io::Read;

use super::codec::{self, CodecError};
use super::error::SaveError;
use super::run_reader::{RawFrame, RunReader};
use super::wire::FrameKind;
use crate::record::{Entry, MarkKind, RunEnding};
use engine::sim::Turns;

/// The largest number of commands and marks in a run: a shift has some hundreds, the longest campaign some ten thousands.
const MAX_ENTRIES: usize = 1 << 19;

/// The largest number of keyframes in a run.
const MAX_KEYFRAMES: u32 = 1 << 16;

/// Receives the frames of a run file in their order. `commands` is the number of commands before the frame.
pub(super) trait FrameTarget {
    fn entries(&mut self, entries: &[Entry]);

    /// A digest frame, encoded: a target that wants only the last one need not decode the others.
    fn digest(&mut self, commands: u32, payload: &[u8]) -> Result<(), CodecError>;

    /// A keyframe, encoded, and the turn of its state.
    fn keyframe(&mut self, commands: u32, turn: Turns, frame: &RawFrame<'_>);

    fn end(&mut self, ending: RunEnding);
}

/// The numbers of frames in a whole run file.
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
///
/// # Errors
/// Damage. All frames before it were handed over.
pub(super) fn read_frames(
    reader: &mut RunReader<impl Read>,
    target: &mut impl FrameTarget,
) -> Result<Totals, SaveError> {
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
