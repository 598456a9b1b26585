//! How frames stand in bytes: kind, length, checksum, payload. `codec` encodes and decodes the
//! payloads.
//!
//! ```text
//! kind      1 byte, a letter
//! length    of the payload, LEB128: 1 to 4 bytes
//! checksum  4 bytes, little-endian: the low half of XXH3-64 over the payload, keyed by the kind
//! payload
//! ```

use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64_with_seed;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameKind {
    Header,
    Command,
    /// Many commands in one frame, of a compacted run.
    Commands,
    Digest,
    Keyframe,
    Mark,
    End,
}

impl FrameKind {
    const ALL: [FrameKind; 7] = [
        FrameKind::Header,
        FrameKind::Command,
        FrameKind::Commands,
        FrameKind::Digest,
        FrameKind::Keyframe,
        FrameKind::Mark,
        FrameKind::End,
    ];

    fn letter(self) -> u8 {
        match self {
            FrameKind::Header => b'H',
            FrameKind::Command => b'c',
            FrameKind::Commands => b'C',
            FrameKind::Digest => b'd',
            FrameKind::Keyframe => b'K',
            FrameKind::Mark => b'm',
            FrameKind::End => b'E',
        }
    }

    /// No payload is longer, in bytes.
    pub const fn limit(self) -> usize {
        match self {
            FrameKind::Header => 1 << 10,
            FrameKind::Command | FrameKind::Mark | FrameKind::End => 64,
            FrameKind::Commands => 1 << 14,
            FrameKind::Digest => 1 << 12,
            FrameKind::Keyframe => MAX_PAYLOAD_BYTES,
        }
    }
}

/// No payload of any kind is longer, in bytes.
pub const MAX_PAYLOAD_BYTES: usize = 1 << 20;

/// The bytes before a payload, at the most.
pub const MAX_PREFIX_BYTES: usize = 9;

/// Where in some bytes the parts of their first frame are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameSpan {
    pub kind: FrameKind,
    /// Where the payload begins.
    pub start: usize,
    /// Where the next frame begins.
    pub end: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FrameError {
    /// At least `need` bytes are needed.
    #[error("it ends too early")]
    Short { need: usize },
    #[error("there is no such kind of frame")]
    Kind,
    #[error("its length is beyond the limit")]
    Length,
    #[error("its checksum is wrong")]
    Checksum,
}

pub fn append(bytes: &mut Vec<u8>, kind: FrameKind, payload: &[u8]) {
    bytes.push(kind.letter());
    let mut length = payload.len();
    while length >= 0x80 {
        bytes.push(length as u8 | 0x80);
        length >>= 7;
    }
    bytes.push(length as u8);
    bytes.extend(checksum(kind, payload).to_le_bytes());
    bytes.extend(payload);
}

/// The frame at the beginning of some bytes.
pub fn first_frame(bytes: &[u8]) -> Result<FrameSpan, FrameError> {
    let &letter = bytes.first().ok_or(FrameError::Short { need: 1 })?;
    let kind =
        FrameKind::ALL.into_iter().find(|kind| kind.letter() == letter).ok_or(FrameError::Kind)?;
    let (mut length, mut place) = (0, 1);
    loop {
        let &byte = bytes.get(place).ok_or(FrameError::Short { need: place + 1 })?;
        if place > 4 {
            return Err(FrameError::Length);
        }
        length |= usize::from(byte & 0x7f) << (7 * (place - 1));
        place += 1;
        if byte & 0x80 == 0 {
            break;
        }
    }
    if length > kind.limit() {
        return Err(FrameError::Length);
    }
    let start = place + 4;
    let end = start + length;
    let body = bytes.get(place..end).ok_or(FrameError::Short { need: end })?;
    let (sum, payload) = body.split_at(4);
    if sum == checksum(kind, payload).to_le_bytes() {
        Ok(FrameSpan { kind, start, end })
    } else {
        Err(FrameError::Checksum)
    }
}

/// Whether a whole frame begins anywhere in these bytes.
///
/// For the bytes that a writer which died could have left behind. True, too, after hashing more
/// than `max_hashed` bytes without an answer: no honest file takes that long.
pub fn holds_a_frame(bytes: &[u8], max_hashed: usize) -> bool {
    let mut hashed = 0;
    for start in 0..bytes.len() {
        match first_frame(&bytes[start..]) {
            Ok(_) => return true,
            Err(FrameError::Checksum) => hashed += bytes.len() - start,
            Err(_) => {}
        }
        if hashed > max_hashed {
            return true;
        }
    }
    false
}

fn checksum(kind: FrameKind, payload: &[u8]) -> u32 {
    xxh3_64_with_seed(payload, kind.letter().into()) as u32
}
