//! Text files that commands read: dumps, scripts, scenarios.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use super::Failure;
use crate::base::path_text;

/// Reads a text, `-` from the standard input.
///
/// # Errors
/// A file that cannot be read, one that is no UTF-8, and one that is longer than `max_bytes`, which is read no further.
pub(super) fn read(path: &Path, max_bytes: u64) -> Result<String, Failure> {
    let no_text =
        |what: &str| Failure { code: 65, message: format!("{}: {what}", path_text(path)) };
    let failure = |error: io::Error| match error.kind() {
        ErrorKind::InvalidData => no_text("it is no text"),
        _ => Failure::read(path, &error),
    };
    let mut text = String::new();
    let source: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(path).map_err(failure)?)
    };
    source.take(max_bytes + 1).read_to_string(&mut text).map_err(failure)?;
    if text.len() as u64 > max_bytes {
        return Err(no_text(&format!("it is longer than {max_bytes} bytes")));
    }
    Ok(text)
}
