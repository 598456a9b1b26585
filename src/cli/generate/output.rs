//! The output of `gen`: a file or the standard output.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::failure::GenFailure;
use crate::cli::Output;
use crate::cli::output::RawOutput;

/// Where levels are printed to, as they are: with colours, or as pictures.
pub(super) enum LevelOutput<'a> {
    Standard(RawOutput<'a>),
    File(BufWriter<File>),
}

/// Creates the named file; without a name, the standard output.
pub(super) fn open<'a>(
    path: Option<&Path>,
    out: &'a mut Output,
) -> Result<LevelOutput<'a>, GenFailure> {
    let Some(path) = path else { return Ok(LevelOutput::Standard(out.raw())) };
    let file = File::create(path)
        .map_err(|source| GenFailure::Create { path: path.to_owned(), source })?;
    Ok(LevelOutput::File(BufWriter::new(file)))
}

impl LevelOutput<'_> {
    /// Brings out what was printed.
    ///
    /// # Errors
    /// That it cannot be written; [`GenFailure::Closed`] if the reader of the standard output has gone away.
    pub(super) fn flush(&mut self) -> Result<(), GenFailure> {
        Write::flush(self)?;
        match self {
            LevelOutput::Standard(out) if out.is_closed() => Err(GenFailure::Closed),
            _ => Ok(()),
        }
    }
}

impl Write for LevelOutput<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            LevelOutput::Standard(out) => out.write(bytes),
            LevelOutput::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            LevelOutput::Standard(out) => out.flush(),
            LevelOutput::File(file) => file.flush(),
        }
    }
}
