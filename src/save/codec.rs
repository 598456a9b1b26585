//! What frames say, in bytes and back: the one place that knows bincode and LZ4.
//!
//! bincode is told a limit, every byte must have been read, and compressed data is read through a cap.
//! The records have no recursion and no elements of no size, which is what bincode bites on.

use std::io::{Read, Write};

use lz4_flex::frame::{FrameDecoder, FrameEncoder};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::wire::{self, Kind};
use crate::record::{Chain, Ending, Frame, Keyframe, StateDigest};
use crate::sim::{Command, Digest, Snapshot, Turns};

/// A state is never larger than this when it is unpacked, in bytes. It stands for some 300,000 cells:
/// fifty times the largest floor that is played on.
pub(super) const LARGEST_STATE: usize = 2 << 20;

/// Commands in one frame, at the most.
pub(super) const MOST_COMMANDS: usize = 4_096;

/// Why a payload is not what its frame says.
#[derive(Debug, Error)]
pub(super) enum CodecError {
    #[error("it does not decode: {0}")]
    Decode(#[from] bincode::error::DecodeError),
    #[error("{0} bytes too many follow")]
    Trailing(usize),
    #[error("it does not unpack: {0}")]
    Unpack(#[from] std::io::Error),
    #[error("it unpacks to more than {LARGEST_STATE} bytes")]
    TooLarge,
    #[error("it holds {0} entries, more than there can be")]
    TooMany(usize),
    #[error("it is said to be of turn {said}, and is of turn {found}")]
    OtherTurn { said: Turns, found: Turns },
    #[error("it does not encode: {0}")]
    Encode(#[from] bincode::error::EncodeError),
    #[error("it is no frame of a run")]
    NoFrame,
}

/// One frame as it was read; the commands of a packed frame come one by one.
pub(super) enum Decoded {
    One(Frame),
    Commands(Vec<Command>),
}

/// Puts the frame behind the bytes there are.
pub(super) fn encode(bytes: &mut Vec<u8>, frame: &Frame) -> Result<(), CodecError> {
    let (kind, payload) = match frame {
        Frame::Command(command) => (Kind::Command, pack(command)?),
        Frame::Digest(check) => (Kind::Digest, pack(&WireDigest::from(check))?),
        Frame::Keyframe(keyframe) => (Kind::Keyframe, encode_keyframe(keyframe)?),
        Frame::Mark(time) => (Kind::Mark, pack(time)?),
        Frame::End(ending) => (Kind::End, pack(ending)?),
    };
    if payload.len() > kind.limit() {
        return Err(CodecError::TooLarge);
    }
    wire::append(bytes, kind, &payload);
    Ok(())
}

/// Puts many commands behind the bytes there are, in one frame.
pub(super) fn encode_commands(bytes: &mut Vec<u8>, commands: &[Command]) -> Result<(), CodecError> {
    if commands.len() > MOST_COMMANDS {
        return Err(CodecError::TooMany(commands.len()));
    }
    let packed = compress(&pack(&commands)?)?;
    if packed.len() > Kind::Commands.limit() {
        return Err(CodecError::TooLarge);
    }
    wire::append(bytes, Kind::Commands, &packed);
    Ok(())
}

/// What a frame says.
pub(super) fn decode(kind: Kind, payload: &[u8]) -> Result<Decoded, CodecError> {
    Ok(Decoded::One(match kind {
        Kind::Header => return Err(CodecError::NoFrame),
        Kind::Command => Frame::Command(decode_command(payload)?),
        Kind::Commands => return decode_commands(payload).map(Decoded::Commands),
        Kind::Digest => Frame::Digest(decode_check(payload)?),
        Kind::Keyframe => Frame::Keyframe(Box::new(decode_keyframe(payload)?)),
        Kind::Mark => Frame::Mark(unpack::<_, 64>(payload)?),
        Kind::End => Frame::End(decode_end(payload)?),
    }))
}

pub(super) fn decode_command(payload: &[u8]) -> Result<Command, CodecError> {
    unpack::<_, 64>(payload)
}

pub(super) fn decode_commands(payload: &[u8]) -> Result<Vec<Command>, CodecError> {
    let commands: Vec<Command> = unpack::<_, { 64 * MOST_COMMANDS }>(&decompress(payload)?)?;
    if commands.len() > MOST_COMMANDS {
        return Err(CodecError::TooMany(commands.len()));
    }
    Ok(commands)
}

pub(super) fn decode_check(payload: &[u8]) -> Result<StateDigest, CodecError> {
    let check: WireDigest = unpack::<_, { Kind::Digest.limit() }>(payload)?;
    if check.actors.len() > StateDigest::MOST_ACTORS {
        return Err(CodecError::TooMany(check.actors.len()));
    }
    Ok(check.into())
}

pub(super) fn decode_end(payload: &[u8]) -> Result<Ending, CodecError> {
    unpack::<_, 64>(payload)
}

/// Where a keyframe belongs, without the state: commands and turn.
pub(super) fn decode_place(payload: &[u8]) -> Result<(u32, Turns), CodecError> {
    let (place, _) = unpack_first::<Place, 64>(payload)?;
    Ok((place.commands, place.turn))
}

pub(super) fn decode_keyframe(payload: &[u8]) -> Result<Keyframe, CodecError> {
    let (Place { commands, turn, chain }, read) = unpack_first::<Place, 64>(payload)?;
    let snapshot: Snapshot = unpack::<_, LARGEST_STATE>(&decompress(&payload[read..])?)?;
    if snapshot.clock != turn {
        return Err(CodecError::OtherTurn { said: turn, found: snapshot.clock });
    }
    Ok(Keyframe { commands, turn, chain, snapshot })
}

fn encode_keyframe(keyframe: &Keyframe) -> Result<Vec<u8>, CodecError> {
    let &Keyframe { commands, turn, chain, ref snapshot } = keyframe;
    let mut payload = pack(&Place { commands, turn, chain })?;
    payload.extend(compress(&pack(snapshot)?)?);
    Ok(payload)
}

/// A value in bytes.
pub(super) fn pack<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, CodecError> {
    Ok(bincode::serde::encode_to_vec(value, bincode::config::standard())?)
}

/// The value that all of some bytes stand for.
pub(super) fn unpack<T: DeserializeOwned, const LIMIT: usize>(
    bytes: &[u8],
) -> Result<T, CodecError> {
    let (value, read) = unpack_first::<T, LIMIT>(bytes)?;
    match bytes.len() - read {
        0 => Ok(value),
        more => Err(CodecError::Trailing(more)),
    }
}

/// The value that the first of some bytes stand for, and how many these are.
pub(super) fn unpack_first<T: DeserializeOwned, const LIMIT: usize>(
    bytes: &[u8],
) -> Result<(T, usize), CodecError> {
    let config = bincode::config::standard().with_limit::<LIMIT>();
    Ok(bincode::serde::decode_from_slice(bytes, config)?)
}

fn compress(bytes: &[u8]) -> Result<Vec<u8>, CodecError> {
    if bytes.len() > LARGEST_STATE {
        return Err(CodecError::TooLarge);
    }
    let mut encoder = FrameEncoder::new(Vec::with_capacity(bytes.len() / 4));
    encoder.write_all(bytes)?;
    encoder.finish().map_err(|error| CodecError::Unpack(error.into()))
}

fn decompress(bytes: &[u8]) -> Result<Vec<u8>, CodecError> {
    let mut plain = Vec::new();
    let limit = LARGEST_STATE as u64 + 1;
    FrameDecoder::new(bytes).take(limit).read_to_end(&mut plain)?;
    if plain.len() > LARGEST_STATE { Err(CodecError::TooLarge) } else { Ok(plain) }
}

#[derive(Serialize, Deserialize)]
struct Place {
    commands: u32,
    turn: Turns,
    chain: Chain,
}

/// A check with its numbers as bytes: they are digests, evenly spread, and a variable length would only
/// make them longer.
#[derive(Serialize, Deserialize)]
struct WireDigest {
    whole: [u8; 8],
    parts: [[u8; 2]; 5],
    actors: Vec<[u8; 2]>,
}

impl From<&StateDigest> for WireDigest {
    fn from(check: &StateDigest) -> WireDigest {
        WireDigest {
            whole: check.whole.0.to_le_bytes(),
            parts: check.parts.map(u16::to_le_bytes),
            actors: check.actors.iter().map(|own| own.to_le_bytes()).collect(),
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
