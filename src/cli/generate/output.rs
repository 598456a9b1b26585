//! The output of `gen`: a file or the standard output.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::failure::GenFailure;

/// Creates the named file; without a name, the standard output.
pub(super) fn open(path: Option<&Path>) -> Result<Box<dyn Write>, GenFailure> {
    let Some(path) = path else { return Ok(Box::new(BufWriter::new(io::stdout().lock()))) };
    let file = File::create(path)
        .map_err(|source| GenFailure::Create { path: path.to_owned(), source })?;
    Ok(Box::new(BufWriter::new(file)))
}
