//! The text of a bracketed paste, until its end.
//!
//! It ends with `CSI 201 ~`. Without that it ends
//! - after [`MAX_SILENT_TIMEOUTS`] time-outs (two seconds at 50 ms) since the last burst: more
//!   bytes between two time-outs than anybody types. So somebody who types at a paste that lost its
//!   end is heard again after two seconds of pauses, and a paste over a slow line is not cut, which
//!   would turn the rest of its text into commands;
//! - after [`MAX_PASTE_DROPPED_BYTES`], whatever the pauses.
//!
//! Of its text the first [`MAX_PASTE_BYTES`] are kept.

use base::sanitize;

/// The longest text that is kept of a paste, in bytes. Text fields take less, a line of a public
/// key is a thousand.
pub(super) const MAX_PASTE_BYTES: usize = 16 * 1024;

/// The bytes after which a paste without an end is over.
pub(super) const MAX_PASTE_DROPPED_BYTES: usize = 1024 * 1024;

/// The time-outs since the last burst after which a paste without an end is over.
pub(super) const MAX_SILENT_TIMEOUTS: u32 = 40;

/// As many bytes between two time-outs are pasted, not typed.
const BURST_BYTES: usize = 64;

const END: &[u8] = b"\x1b[201~";

/// A paste that has not ended; empty between pastes.
#[derive(Debug, Default)]
pub(super) struct Paste {
    text: Vec<u8>,
    /// The number of bytes of [`END`] that came last.
    matched: usize,
    bytes: usize,
    /// The bytes that have come since the last time-out.
    burst: usize,
    timeouts: u32,
}

impl Paste {
    /// Takes a byte. True when the paste is over.
    pub(super) fn byte(&mut self, byte: u8) -> bool {
        self.bytes += 1;
        self.burst += 1;
        if byte == END[self.matched] {
            self.matched += 1;
            return self.matched == END.len() || self.bytes >= MAX_PASTE_DROPPED_BYTES;
        }
        // ESC stands only at the beginning of the end, so no shorter part of what matched can begin
        // it.
        self.push(&END[..self.matched]);
        self.matched = usize::from(byte == END[0]);
        if self.matched == 0 {
            self.push(&[byte]);
        }
        self.bytes >= MAX_PASTE_DROPPED_BYTES
    }

    /// Takes a time-out. True when the paste is over.
    pub(super) fn time_out(&mut self) -> bool {
        if self.burst >= BURST_BYTES {
            self.timeouts = 0;
        }
        self.burst = 0;
        self.timeouts += 1;
        self.timeouts >= MAX_SILENT_TIMEOUTS
    }

    /// The text, sanitised; the next paste begins.
    pub(super) fn take(&mut self) -> String {
        let mut text = std::mem::take(self).text;
        // A character that the limit cut in two is none.
        if text.len() == MAX_PASTE_BYTES
            && let Some(last) = text.utf8_chunks().last()
        {
            text.truncate(MAX_PASTE_BYTES - last.invalid().len());
        }
        sanitize(&String::from_utf8_lossy(&text))
    }

    fn push(&mut self, bytes: &[u8]) {
        let room = MAX_PASTE_BYTES - self.text.len();
        self.text.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    /// The memory that it holds, in bytes.
    #[cfg(test)]
    pub(super) fn capacity(&self) -> usize {
        self.text.capacity()
    }
}
