//! How frames are cut out of bytes: kind, length, checksum, payload. What a payload says is the business
//! of `codec`.
//!
//! ```text
//! kind      1 byte, a letter
//! length    of the payload, LEB128: 1 to 4 bytes
//! checksum  4 bytes, little-endian: the low half of XXH3-64 over the payload, keyed by the kind
//! payload
//! ```

use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// What a frame holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Header,
    Command,
    /// Many commands in one frame: how a record is made small.
    Commands,
    Digest,
    Keyframe,
    Mark,
    End,
}

impl Kind {
    const ALL: [Kind; 7] = [
        Kind::Header,
        Kind::Command,
        Kind::Commands,
        Kind::Digest,
        Kind::Keyframe,
        Kind::Mark,
        Kind::End,
    ];

    fn letter(self) -> u8 {
        match self {
            Kind::Header => b'H',
            Kind::Command => b'c',
            Kind::Commands => b'C',
            Kind::Digest => b'd',
            Kind::Keyframe => b'K',
            Kind::Mark => b'm',
            Kind::End => b'E',
        }
    }

    /// No payload is longer, in bytes.
    pub(super) const fn limit(self) -> usize {
        match self {
            Kind::Header => 1 << 10,
            Kind::Command | Kind::Mark | Kind::End => 64,
            Kind::Commands => 1 << 14,
            Kind::Digest => 1 << 12,
            Kind::Keyframe => LONGEST,
        }
    }
}

/// No payload at all is longer, in bytes.
pub(super) const LONGEST: usize = 1 << 20;

/// Bytes before the payload, at the most.
pub(super) const LONGEST_PREFIX: usize = 9;

/// A frame found at the beginning of some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    pub kind: Kind,
    /// Where the payload begins.
    pub start: usize,
    /// Where the next frame begins.
    pub end: usize,
}

/// Why there is no whole frame at the beginning of some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum Fault {
    /// So many bytes are needed to tell more.
    #[error("it ends too early")]
    Short { need: usize },
    #[error("there is no such kind of frame")]
    Kind,
    #[error("its length is beyond the limit")]
    Length,
    #[error("its checksum is wrong")]
    Checksum,
}

/// Puts a frame behind the bytes there are.
pub(super) fn append(bytes: &mut Vec<u8>, kind: Kind, payload: &[u8]) {
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
pub(super) fn cut(bytes: &[u8]) -> Result<Cut, Fault> {
    let &letter = bytes.first().ok_or(Fault::Short { need: 1 })?;
    let kind = Kind::ALL.into_iter().find(|kind| kind.letter() == letter).ok_or(Fault::Kind)?;
    let (mut length, mut place) = (0, 1);
    loop {
        let &byte = bytes.get(place).ok_or(Fault::Short { need: place + 1 })?;
        if place > 4 {
            return Err(Fault::Length);
        }
        length |= usize::from(byte & 0x7f) << (7 * (place - 1));
        place += 1;
        if byte & 0x80 == 0 {
            break;
        }
    }
    if length > kind.limit() {
        return Err(Fault::Length);
    }
    let start = place + 4;
    let end = start + length;
    let body = bytes.get(place..end).ok_or(Fault::Short { need: end })?;
    let (sum, payload) = body.split_at(4);
    if sum == checksum(kind, payload).to_le_bytes() {
        Ok(Cut { kind, start, end })
    } else {
        Err(Fault::Checksum)
    }
}

/// Whether a whole frame begins anywhere in these bytes.
///
/// Looks at what a writer that died could have left behind; after hashing `budget` bytes without an
/// answer it says yes, since nothing honest takes that long.
pub(super) fn holds_a_frame(bytes: &[u8], budget: usize) -> bool {
    let mut hashed = 0;
    for start in 0..bytes.len() {
        match cut(&bytes[start..]) {
            Ok(_) => return true,
            Err(Fault::Checksum) => hashed += bytes.len() - start,
            Err(_) => {}
        }
        if hashed > budget {
            return true;
        }
    }
    false
}

fn checksum(kind: Kind, payload: &[u8]) -> u32 {
    xxh3_64_with_seed(payload, kind.letter().into()) as u32
}

#[cfg(test)]
mod tests {
    use super::{Fault, Kind, append, cut, holds_a_frame};

    #[test]
    fn what_is_appended_is_cut_out_again() {
        for length in [0, 1, 127, 128, 300, 16_384, Kind::Keyframe.limit()] {
            let payload: Vec<u8> = (0..length).map(|i| i as u8).collect();
            let mut bytes = Vec::new();
            append(&mut bytes, Kind::Keyframe, &payload);
            bytes.push(b'c');
            let frame = cut(&bytes).expect("whole");
            assert_eq!(frame.kind, Kind::Keyframe);
            assert_eq!(&bytes[frame.start..frame.end], payload);
            assert_eq!(frame.end + 1, bytes.len());
            assert!(matches!(cut(&bytes[..frame.end - 1]), Err(Fault::Short { .. })));
        }
    }

    #[test]
    fn lengths_beyond_the_limit_are_refused_before_anything_is_read() {
        assert_eq!(cut(&[b'c', 0xff, 0x7f]), Err(Fault::Length));
        assert_eq!(cut(&[b'K', 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]), Err(Fault::Length));
        assert_eq!(cut(b"x"), Err(Fault::Kind));
    }

    #[test]
    fn a_frame_is_found_among_rubbish() {
        let mut bytes = vec![b'c', 0, 0, 0, b'K', 7];
        assert!(!holds_a_frame(&bytes, 1 << 20));
        append(&mut bytes, Kind::Mark, &[1, 2, 3]);
        assert!(holds_a_frame(&bytes, 1 << 20));
    }
}
