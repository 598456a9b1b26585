//! Runs as text to paste: `UPK1-` and a line of base64url.
//!
//! ```text
//! checksum  4 bytes, little-endian: the low half of XXH3-64 over the rest
//! head      header, end and number of entries, as `codec` packs them
//! entries   commands and marks, packed one by one and coded byte for byte as `coder` predicts them
//! ```
//!
//! A code holds what a compacted run file does but for its digests on the way, and all of it
//! exactly: what is made of a code has the digest of the run that the code was made of. White space
//! in the text is passed over.

mod coder;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use super::codec::{CodecError, pack, unpack, unpack_first};
use coder::ByteModel;
pub use coder::{BitDecoder, BitEncoder};

use crate::record::{Entry, Frame, Mark, MarkKind, Origin, RunEnding, RunHeader};
use engine::sim::{Command, Digest, Turns};

/// What every code begins with, before the number of its version.
const PREFIX: &str = "UPK";

/// Raised when older programs could not read a code.
const VERSION: u32 = 1;

/// The longest code that is read, in characters without white space.
const MAX_CODE_CHARS: usize = 1 << 20;

/// The largest number of commands and marks: the longest campaign has some ten thousands.
const MAX_ENTRIES: usize = 1 << 17;

/// The first byte of a mark. No command begins with it: there are fewer kinds of commands.
const MARK: u8 = 0xff;

/// The lowest bits of the milliseconds between two marks: nothing predicts them.
const RANDOM_BITS: u32 = 8;

/// The probability of a bit that nothing predicts.
const EVEN: u16 = 1 << 15;

/// The longest entry, in bytes.
const MAX_ENTRY_BYTES: usize = 24;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunCode {
    pub header: RunHeader,
    pub entries: Vec<Entry>,
    pub end: CodeEnd,
}

/// What a code claims of the last state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CodeEnd {
    Over(RunEnding),
    /// The run goes on. The last link of its chain.
    Open(Digest),
}

#[derive(Debug, Error)]
pub enum RunCodeError {
    #[error("it is no code of a run: those begin with {PREFIX}{VERSION}-")]
    NotACode,
    #[error("it is a code of version {found}; here is known {VERSION}")]
    NewerVersion { found: u32 },
    #[error("it is longer than {MAX_CODE_CHARS} characters")]
    TooLong,
    #[error("character {place} is {found:?}, which no code has")]
    Character { place: usize, found: char },
    #[error("its checksum is wrong: a character is missing, was added or is another one")]
    Checksum,
    #[error("its checksum is right, and yet it cannot be read: {0}")]
    Content(String),
    #[error("only a run from its own start can be a code, and this one was {}", .0.words())]
    Origin(Origin),
    #[error("it cannot be written as a code: {0}")]
    Unwritable(String),
}

/// What stands before the entries.
#[derive(Serialize, Deserialize)]
struct Head {
    header: RunHeader,
    end: CodeEnd,
    entries: u32,
}

impl RunCode {
    /// The text of the code, in one line.
    /// Errors: refuses a run that does not begin at its own start, and one that is longer than any
    /// run.
    pub fn to_text(&self) -> Result<String, RunCodeError> {
        let mut bytes = self.to_bytes()?;
        let checksum = checksum(&bytes);
        bytes.splice(0..0, checksum);
        let text = format!("{PREFIX}{VERSION}-{}", URL_SAFE_NO_PAD.encode(&bytes));
        if text.len() > MAX_CODE_CHARS { Err(RunCodeError::TooLong) } else { Ok(text) }
    }

    /// Reads the text of a code. Nothing that it claims is believed: the run has to be verified.
    pub fn of_text(text: &str) -> Result<RunCode, RunCodeError> {
        let bytes = decode_text(text)?;
        let (sum, bytes) = bytes.split_at_checked(4).ok_or(RunCodeError::Checksum)?;
        if sum == checksum(bytes) { RunCode::of_bytes(bytes) } else { Err(RunCodeError::Checksum) }
    }

    /// The bytes that the text stands for, without the checksum.
    pub fn to_bytes(&self) -> Result<Vec<u8>, RunCodeError> {
        let RunCode { header, entries, end } = self;
        if header.origin != Origin::Start {
            return Err(RunCodeError::Origin(header.origin));
        }
        let unwritable = |error: CodecError| RunCodeError::Unwritable(error.to_string());
        if entries.len() > MAX_ENTRIES {
            return Err(unwritable(CodecError::TooMany(entries.len())));
        }
        let head = Head { header: header.clone(), end: *end, entries: entries.len() as u32 };
        let mut bytes = pack(&head).map_err(unwritable)?;
        bytes.extend(encode_entries(entries).map_err(unwritable)?);
        Ok(bytes)
    }

    /// Reads what [`RunCode::to_bytes`] writes, or anything else.
    pub fn of_bytes(bytes: &[u8]) -> Result<RunCode, RunCodeError> {
        let content = |error: CodecError| RunCodeError::Content(error.to_string());
        let (head, read) = unpack_first::<Head, 1_024>(bytes).map_err(content)?;
        let Head { header, end, entries } = head;
        header.check_texts().map_err(|fault| RunCodeError::Content(fault.to_string()))?;
        if header.origin != Origin::Start {
            return Err(RunCodeError::Content(format!("it was {}", header.origin.words())));
        }
        if entries as usize > MAX_ENTRIES {
            return Err(content(CodecError::TooMany(entries as usize)));
        }
        let entries = decode_entries(&bytes[read..], entries).map_err(content)?;
        Ok(RunCode { header, entries, end })
    }

    /// The run as a recording has it, to be verified.
    pub fn frames(&self) -> impl Iterator<Item = Frame> {
        let end = match self.end {
            CodeEnd::Over(ending) => Some(Frame::End(ending)),
            CodeEnd::Open(_) => None,
        };
        self.entries.iter().map(|&entry| entry.into()).chain(end)
    }
}

/// The bytes of a text, without its prefix.
fn decode_text(text: &str) -> Result<Vec<u8>, RunCodeError> {
    let mut code = String::new();
    for (place, found) in (1..).zip(text.chars()).filter(|(_, c)| !c.is_whitespace()) {
        if !found.is_ascii_alphanumeric() && !"-_".contains(found) {
            return Err(RunCodeError::Character { place, found });
        }
        if code.len() == MAX_CODE_CHARS {
            return Err(RunCodeError::TooLong);
        }
        code.push(found);
    }
    let (version, code) = code
        .strip_prefix(PREFIX)
        .and_then(|rest| rest.split_once('-'))
        .and_then(|(version, code)| Some((version.parse::<u32>().ok()?, code)))
        .ok_or(RunCodeError::NotACode)?;
    if version != VERSION {
        return Err(RunCodeError::NewerVersion { found: version });
    }
    // All characters are such as a code has: it ends within a byte.
    URL_SAFE_NO_PAD.decode(code).map_err(|_| RunCodeError::Checksum)
}

fn checksum(bytes: &[u8]) -> [u8; 4] {
    (xxh3_64(bytes) as u32).to_le_bytes()
}

fn encode_entries(entries: &[Entry]) -> Result<Vec<u8>, CodecError> {
    let (mut out, mut model) = (BitEncoder::default(), ByteModel::new());
    let mut last = LastMark::default();
    for entry in entries {
        match entry {
            Entry::Command(command) => {
                pack(command)?.into_iter().for_each(|byte| model.write(byte, &mut out));
                last.turn = last.turn.wrapping_add(1);
                model.end_entry(true);
            }
            Entry::Mark(mark) => {
                let (difference, time) = last.difference_to(mark);
                model.write(MARK, &mut out);
                pack(&difference)?.into_iter().for_each(|byte| model.write(byte, &mut out));
                model.end_entry(false);
                for place in 0..RANDOM_BITS {
                    out.write(time >> place & 1 == 1, EVEN);
                }
            }
        }
    }
    Ok(out.finish())
}

fn decode_entries(bytes: &[u8], count: u32) -> Result<Vec<Entry>, CodecError> {
    let (mut bits, mut model) = (BitDecoder::new(bytes), ByteModel::new());
    let mut last = LastMark::default();
    let mut entries = Vec::new();
    for _ in 0..count {
        // No entry's bytes are the beginning of another's, so that it is complete as soon as it
        // decodes.
        let first = model.read(&mut bits);
        if first == MARK {
            let difference = read_until(&[], &mut model, &mut bits, unpack::<MarkDifference, 64>)?;
            model.end_entry(false);
            let time =
                (0..RANDOM_BITS).fold(0, |time, place| time | u64::from(bits.read(EVEN)) << place);
            entries.push(Entry::Mark(last.add(difference, time)));
        } else {
            let command = read_until(&[first], &mut model, &mut bits, unpack::<Command, 64>)?;
            model.end_entry(true);
            last.turn = last.turn.wrapping_add(1);
            entries.push(Entry::Command(command));
        }
    }
    Ok(entries)
}

/// Reads bytes after the first ones until all of them decode.
fn read_until<T>(
    first: &[u8],
    model: &mut ByteModel,
    bits: &mut BitDecoder<'_>,
    decode: impl Fn(&[u8]) -> Result<T, CodecError>,
) -> Result<T, CodecError> {
    let mut bytes = Vec::with_capacity(MAX_ENTRY_BYTES);
    bytes.extend(first);
    loop {
        let decoded = if bytes.is_empty() { None } else { Some(decode(&bytes)) };
        match decoded {
            Some(Ok(value)) => return Ok(value),
            Some(Err(error)) if bytes.len() >= MAX_ENTRY_BYTES => return Err(error),
            _ => bytes.push(model.read(bits)),
        }
    }
}

/// A mark by what is different from what is expected: kind, turns, and milliseconds without their
/// lowest bits.
type MarkDifference = (MarkKind, i32, i64);

/// The turn and the time of the last mark. With every command a turn is expected to pass.
#[derive(Default)]
struct LastMark {
    turn: u32,
    time: u64,
}

impl LastMark {
    /// The difference, and the time whose lowest bits it does not have.
    fn difference_to(&mut self, mark: &Mark) -> (MarkDifference, u64) {
        let turns = mark.turn.0.wrapping_sub(self.turn) as i32;
        let since = mark.time.wrapping_sub(self.time);
        *self = LastMark { turn: mark.turn.0, time: mark.time };
        ((mark.kind, turns, since as i64 >> RANDOM_BITS), since)
    }

    fn add(&mut self, (kind, turns, high): MarkDifference, low: u64) -> Mark {
        self.turn = self.turn.wrapping_add(turns as u32);
        self.time = self.time.wrapping_add((high << RANDOM_BITS) as u64 | low);
        Mark { kind, turn: Turns(self.turn), time: self.time }
    }
}
