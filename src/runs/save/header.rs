//! How a run file begins: magic, format number, and the frame of the run header.

use super::codec::{CodecError, pack, unpack};
use super::error::{Result, SaveError};
use super::wire::{self, FrameKind};
use crate::record::RunHeader;

/// The number of the format that is written. Raised when older programs could not read it;
/// [`migrate`](super::migrate()) rewrites older files in it.
pub const FORMAT: u16 = 1;

/// What every run file begins with.
pub(super) const MAGIC: [u8; 8] = *b"UPKEEPER";

/// Magic and format number.
pub(super) const PREFIX_BYTES: usize = MAGIC.len() + 2;

/// The first frame, after magic and format number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    pub format: u16,
    pub run: RunHeader,
}

/// Magic, format number and the header's frame.
pub(super) fn encode(header: &RunHeader) -> Result<Vec<u8>, CodecError> {
    let payload = pack(header)?;
    if payload.len() > FrameKind::Header.limit() {
        return Err(CodecError::TooLarge);
    }
    let mut bytes = Vec::with_capacity(PREFIX_BYTES + wire::MAX_PREFIX_BYTES + payload.len());
    bytes.extend(MAGIC);
    bytes.extend(FORMAT.to_le_bytes());
    wire::append(&mut bytes, FrameKind::Header, &payload);
    Ok(bytes)
}

/// The format number of a file that begins with these bytes.
pub(super) fn decode_format(name: &str, bytes: &[u8]) -> Result<u16> {
    let not_ours = |why| SaveError::NotOurs { name: name.to_owned(), why };
    if !bytes.starts_with(&MAGIC) {
        let is_torn = MAGIC.starts_with(&bytes[..bytes.len().min(MAGIC.len())]);
        return Err(not_ours(match (bytes.is_empty(), is_torn) {
            (true, _) => "it is empty",
            (_, true) => "it ends within its header",
            (_, false) => "it does not begin as one",
        }));
    }
    match bytes.get(MAGIC.len()..PREFIX_BYTES) {
        Some(&[low, high]) => match u16::from_le_bytes([low, high]) {
            0 => Err(not_ours("there is no format 0")),
            found if found > FORMAT => {
                Err(SaveError::NewerFormat { name: name.to_owned(), found, known: FORMAT })
            }
            format => Ok(format),
        },
        _ => Err(not_ours("it ends within its header")),
    }
}

/// The header's frame, and the offset of the first frame after it.
pub(super) fn decode(name: &str, bytes: &[u8]) -> Result<(Header, usize)> {
    let format = decode_format(name, bytes)?;
    let damaged = |why: String| SaveError::damaged(name, 0, PREFIX_BYTES as u64, &why);
    let body = &bytes[PREFIX_BYTES..];
    let span = wire::first_frame(body).map_err(|error| damaged(error.to_string()))?;
    if span.kind != FrameKind::Header {
        return Err(damaged("it is no header".to_owned()));
    }
    let run = decode_run_header(&body[span.start..span.end]).map_err(damaged)?;
    Ok((Header { format, run }, PREFIX_BYTES + span.end))
}

/// Decodes the payload of the header's frame. Texts that could not be shown as they are do not come
/// in.
fn decode_run_header(payload: &[u8]) -> Result<RunHeader, String> {
    let header = unpack::<RunHeader, { FrameKind::Header.limit() }>(payload);
    let header = header.map_err(|error| error.to_string())?;
    header.check_texts().map_err(|fault| fault.to_string())?;
    Ok(header)
}
