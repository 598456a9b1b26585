//! Reading all frames of a run file in one pass.

use super::codec::{self, CodecError};
use super::error::SaveError;
use super::reader::{RawFrame, Reader};
use super::wire::Kind;
use crate::record::RunEnding;
use crate::sim::{Command, Turns};

/// Commands in a run, at the most: a shift has some hundreds, the longest campaign some ten thousands.
const MAX_COMMANDS: usize = 1 << 19;

/// Keyframes in a run, at the most.
const MAX_KEYFRAMES: u32 = 1 << 16;

/// What takes over the frames of a run file while it is read. Numbers of commands are those before the frame.
pub(super) trait FrameTarget {
    fn commands(&mut self, commands: &[Command]);

    /// A digest frame, encoded: a target that wants only the last one need not decode the others.
    fn digest(&mut self, commands: u32, payload: &[u8]) -> Result<(), CodecError>;

    /// A keyframe, encoded, and the turn of its state.
    fn keyframe(&mut self, commands: u32, turn: Turns, frame: &RawFrame<'_>);

    fn end(&mut self, ending: RunEnding);
}

/// What a run file holds in all.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Totals {
    pub commands: u32,
    pub keyframes: u32,
    has_ended: bool,
}

/// Reads the frames up to the end of the file and hands them over in their order.
///
/// # Errors
/// Damage. What stands before it was handed over.
pub(super) fn read_frames(
    reader: &mut Reader,
    target: &mut impl FrameTarget,
) -> Result<Totals, SaveError> {
    let path = reader.path().to_owned();
    let mut totals = Totals::default();
    while let Some(frame) = reader.next_raw()? {
        take_frame(&frame, &mut totals, target).map_err(|error| {
            SaveError::damaged(&path, frame.place.number, frame.place.offset, &error)
        })?;
    }
    Ok(totals)
}

fn take_frame(
    frame: &RawFrame<'_>,
    totals: &mut Totals,
    target: &mut impl FrameTarget,
) -> Result<(), CodecError> {
    if totals.has_ended && frame.kind != Kind::Mark {
        return Err(CodecError::AfterEnd);
    }
    match frame.kind {
        Kind::Header => return Err(CodecError::SecondHeader),
        Kind::Command => {
            target.commands(&[codec::decode_command(frame.payload)?]);
            totals.commands += 1;
        }
        Kind::Commands => {
            let commands = codec::decode_commands(frame.payload)?;
            target.commands(&commands);
            totals.commands += commands.len() as u32;
        }
        Kind::Digest => target.digest(totals.commands, frame.payload)?,
        Kind::Keyframe => {
            let (commands, turn) = codec::decode_place(frame.payload)?;
            if commands != totals.commands {
                return Err(CodecError::OtherCommands { said: commands, found: totals.commands });
            }
            totals.keyframes += 1;
            target.keyframe(commands, turn, frame);
        }
        Kind::Mark => {}
        Kind::End => {
            totals.has_ended = true;
            target.end(codec::decode_end(frame.payload)?);
        }
    }
    if totals.commands as usize > MAX_COMMANDS || totals.keyframes > MAX_KEYFRAMES {
        return Err(CodecError::TooLong);
    }
    Ok(())
}
