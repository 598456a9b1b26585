//! The payloads of frames, encoded and decoded: the one place that knows bincode and LZ4.
//!
//! bincode is given a limit, every byte of a payload must be used, and compressed data is read up
//! to a limit. No type that is decoded here is recursive or has elements without a size: bincode's
//! limit does not stop those.

use std::io::{Read, Write};

use lz4_flex::frame::{FrameDecoder, FrameEncoder};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::wire::{self, FrameKind};
use crate::record::{Chain, Entry, Frame, Keyframe, Mark, MarkKind, RunEnding, StateDigest};
use engine::sim::{Command, Digest, Snapshot, Turns};

/// The largest size of an uncompressed state, in bytes: that is a floor of some 300,000 cells,
/// fifty times the largest one that is played on.
pub(super) const MAX_STATE_BYTES: usize = 2 << 20;

/// The largest number of commands and marks in one frame.
const MAX_FRAME_ENTRIES: usize = 4_096;

/// Why a frame cannot be encoded, or is damaged although its checksum is right.
#[derive(Debug, Error)]
pub(super) enum CodecError {
    #[error("it does not decode: {0}")]
    Decode(#[from] bincode::error::DecodeError),
    #[error("{0} bytes too many follow")]
    Trailing(usize),
    #[error("it does not unpack: {0}")]
    Unpack(#[from] std::io::Error),
    #[error("it unpacks to more than {MAX_STATE_BYTES} bytes")]
    TooLarge,
    #[error("it holds {0} entries, more than there can be")]
    TooMany(usize),
    #[error("a mark stands after the commands")]
    MarkAfter,
    #[error("it is said to be of turn {said}, and is of turn {found}")]
    OtherTurn { said: Turns, found: Turns },
    #[error("it does not encode: {0}")]
    Encode(#[from] bincode::error::EncodeError),
    #[error("it is a second header")]
    SecondHeader,
    #[error("it follows the end of the run")]
    AfterEnd,
    #[error("it is the state after {said} commands, and follows {found}")]
    OtherCommands { said: u32, found: u32 },
    #[error("the run goes on for longer than any run")]
    TooLong,
}

type Result<T, E = CodecError> = std::result::Result<T, E>;

/// One frame as it was read, or the commands and marks that stood packed in one frame.
pub(super) enum Decoded {
    One(Frame),
    Entries(Vec<Entry>),
}

/// Appends the encoded frame.
pub(super) fn encode(bytes: &mut Vec<u8>, frame: &Frame) -> Result<()> {
    let (kind, payload) = match frame {
        Frame::Command(command) => (FrameKind::Command, pack(command)?),
        Frame::Digest(digest) => (FrameKind::Digest, pack(&WireDigest::from(digest))?),
        Frame::Keyframe(keyframe) => (FrameKind::Keyframe, encode_keyframe(keyframe)?),
        Frame::Mark(mark) => (FrameKind::Mark, pack(mark)?),
        Frame::End(ending) => (FrameKind::End, pack(ending)?),
    };
    if payload.len() > kind.limit() {
        return Err(CodecError::TooLarge);
    }
    wire::append(bytes, kind, &payload);
    Ok(())
}

/// Appends one frame that holds many commands and the marks among them.
pub(super) fn encode_entries(bytes: &mut Vec<u8>, entries: &[Entry]) -> Result<()> {
    if entries.len() > MAX_FRAME_ENTRIES {
        return Err(CodecError::TooMany(entries.len()));
    }
    let packed = compress(&pack(&PackedEntries::of(entries))?)?;
    if packed.len() > FrameKind::Commands.limit() {
        return Err(CodecError::TooLarge);
    }
    wire::append(bytes, FrameKind::Commands, &packed);
    Ok(())
}

pub(super) fn decode(kind: FrameKind, payload: &[u8]) -> Result<Decoded> {
    Ok(Decoded::One(match kind {
        FrameKind::Header => return Err(CodecError::SecondHeader),
        FrameKind::Command => Frame::Command(decode_command(payload)?),
        FrameKind::Commands => return decode_entries(payload).map(Decoded::Entries),
        FrameKind::Digest => Frame::Digest(decode_digest(payload)?),
        FrameKind::Keyframe => Frame::Keyframe(Box::new(decode_keyframe(payload)?)),
        FrameKind::Mark => Frame::Mark(decode_mark(payload)?),
        FrameKind::End => Frame::End(decode_end(payload)?),
    }))
}

pub(super) fn decode_command(payload: &[u8]) -> Result<Command> {
    unpack::<_, 64>(payload)
}

pub(super) fn decode_mark(payload: &[u8]) -> Result<Mark> {
    unpack::<_, 64>(payload)
}

pub(super) fn decode_entries(payload: &[u8]) -> Result<Vec<Entry>> {
    unpack::<PackedEntries, { 64 * MAX_FRAME_ENTRIES }>(&decompress(payload)?)?.entries()
}

pub(super) fn decode_digest(payload: &[u8]) -> Result<StateDigest> {
    let digest: WireDigest = unpack::<_, { FrameKind::Digest.limit() }>(payload)?;
    if digest.actors.len() > StateDigest::MAX_ACTORS {
        return Err(CodecError::TooMany(digest.actors.len()));
    }
    Ok(digest.into())
}

pub(super) fn decode_end(payload: &[u8]) -> Result<RunEnding> {
    unpack::<_, 64>(payload)
}

/// The number of commands that lead to the state of a keyframe, and its turn. The state itself is
/// not decoded.
pub(super) fn decode_keyframe_position(payload: &[u8]) -> Result<(u32, Turns)> {
    let (position, _) = unpack_first::<KeyframePoint, 64>(payload)?;
    Ok((position.commands, position.turn))
}

pub(super) fn decode_keyframe(payload: &[u8]) -> Result<Keyframe> {
    let (KeyframePoint { commands, turn, chain }, read) =
        unpack_first::<KeyframePoint, 64>(payload)?;
    let snapshot: Snapshot = unpack::<_, MAX_STATE_BYTES>(&decompress(&payload[read..])?)?;
    if snapshot.turns() != turn {
        return Err(CodecError::OtherTurn { said: turn, found: snapshot.turns() });
    }
    Ok(Keyframe { commands, turn, chain, snapshot })
}

fn encode_keyframe(keyframe: &Keyframe) -> Result<Vec<u8>> {
    let &Keyframe { commands, turn, chain, ref snapshot } = keyframe;
    let mut payload = pack(&KeyframePoint { commands, turn, chain })?;
    payload.extend(compress(&pack(snapshot)?)?);
    Ok(payload)
}

pub(super) fn pack<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    Ok(bincode::serde::encode_to_vec(value, bincode::config::standard())?)
}

/// Decodes a value from all of the bytes.
pub(super) fn unpack<T: DeserializeOwned, const LIMIT: usize>(bytes: &[u8]) -> Result<T> {
    let (value, read) = unpack_first::<T, LIMIT>(bytes)?;
    match bytes.len() - read {
        0 => Ok(value),
        trailing => Err(CodecError::Trailing(trailing)),
    }
}

/// Decodes a value from the first bytes, and returns it with their number.
pub(super) fn unpack_first<T: DeserializeOwned, const LIMIT: usize>(
    bytes: &[u8],
) -> Result<(T, usize)> {
    let config = bincode::config::standard().with_limit::<LIMIT>();
    Ok(bincode::serde::decode_from_slice(bytes, config)?)
}

fn compress(bytes: &[u8]) -> Result<Vec<u8>> {
    if bytes.len() > MAX_STATE_BYTES {
        return Err(CodecError::TooLarge);
    }
    let mut encoder = FrameEncoder::new(Vec::with_capacity(bytes.len() / 4));
    encoder.write_all(bytes)?;
    encoder.finish().map_err(|error| CodecError::Unpack(error.into()))
}

fn decompress(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut plain = Vec::new();
    let limit = MAX_STATE_BYTES as u64 + 1;
    let mut decoder = FrameDecoder::new(bytes).take(limit);
    decoder.read_to_end(&mut plain)?;
    if plain.len() > MAX_STATE_BYTES {
        return Err(CodecError::TooLarge);
    }
    // The decoder stops at the end of the compressed data, whatever stands behind it.
    match decoder.into_inner().get_ref().len() {
        0 => Ok(plain),
        trailing => Err(CodecError::Trailing(trailing)),
    }
}

/// Commands, and the marks among them with the number of commands since the mark before, turns and
/// times as differences: small numbers are short.
#[derive(Default, Serialize, Deserialize)]
struct PackedEntries {
    commands: Vec<Command>,
    marks: Vec<(u32, MarkKind, i64, i64)>,
}

impl PackedEntries {
    fn of(entries: &[Entry]) -> PackedEntries {
        let mut packed = PackedEntries::default();
        let mut before = MarkPoint::default();
        for entry in entries {
            match *entry {
                Entry::Command(command) => packed.commands.push(command),
                Entry::Mark(Mark { kind, turn, time }) => {
                    let here =
                        MarkPoint { place: packed.commands.len() as u32, turn: turn.0, time };
                    let turns = i64::from(here.turn) - i64::from(before.turn);
                    let times = here.time.wrapping_sub(before.time).cast_signed();
                    packed.marks.push((here.place - before.place, kind, turns, times));
                    before = here;
                }
            }
        }
        packed
    }

    fn entries(self) -> Result<Vec<Entry>> {
        let PackedEntries { commands, marks } = self;
        let count = commands.len() + marks.len();
        if count > MAX_FRAME_ENTRIES {
            return Err(CodecError::TooMany(count));
        }
        let mut entries = Vec::with_capacity(count);
        let mut taken = 0;
        let mut at = MarkPoint::default();
        for (skipped, kind, turns, times) in marks {
            at.place = at.place.checked_add(skipped).ok_or(CodecError::MarkAfter)?;
            let before = commands.get(taken..at.place as usize).ok_or(CodecError::MarkAfter)?;
            entries.extend(before.iter().copied().map(Entry::Command));
            taken = at.place as usize;
            at.turn = at.turn.wrapping_add(turns as u32);
            at.time = at.time.wrapping_add_signed(times);
            entries.push(Entry::Mark(Mark { kind, turn: Turns(at.turn), time: at.time }));
        }
        entries.extend(commands[taken..].iter().copied().map(Entry::Command));
        Ok(entries)
    }
}

/// Where the mark before stands.
#[derive(Clone, Copy, Default)]
struct MarkPoint {
    place: u32,
    turn: u32,
    time: u64,
}

/// The first part of a keyframe's payload: where in the run its state belongs.
#[derive(Serialize, Deserialize)]
struct KeyframePoint {
    commands: u32,
    turn: Turns,
    chain: Chain,
}

/// A [`StateDigest`] with its numbers as bytes of fixed length: digests are evenly spread, so that
/// a variable length would only make them longer.
#[derive(Serialize, Deserialize)]
struct WireDigest {
    whole: [u8; 8],
    parts: [[u8; 2]; 6],
    actors: Vec<[u8; 2]>,
}

impl From<&StateDigest> for WireDigest {
    fn from(digest: &StateDigest) -> WireDigest {
        WireDigest {
            whole: digest.whole.0.to_le_bytes(),
            parts: digest.parts.map(u16::to_le_bytes),
            actors: digest.actors.iter().map(|own| own.to_le_bytes()).collect(),
        }
    }
}

impl From<WireDigest> for StateDigest {
    fn from(wire: WireDigest) -> StateDigest {
        StateDigest {
            whole: Digest(u64::from_le_bytes(wire.whole)),
            parts: wire.parts.map(u16::from_le_bytes),
            actors: wire.actors.into_iter().map(u16::from_le_bytes).collect(),
        }
    }
}
