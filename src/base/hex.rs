//! Bytes as text.

use std::fmt::Write as _;

/// Bytes as hexadecimal digits, in lower case.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing into a text cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
