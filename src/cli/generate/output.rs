//! The output of `gen`: a file or the standard output.

use std::io::{self, BufWriter, Write};

use super::args::Args;
use super::failure::GenFailure;
use crate::cli::Output;
use crate::cli::output::RawOutput;
use runs::save::FileDraft;

/// Where levels are printed to, as they are: with colours, or as pictures.
pub(super) enum LevelOutput<'a> {
    Standard(RawOutput<'a>),
    File(BufWriter<FileDraft>),
}

/// Begins the file that `--out` names; without it, the standard output.
pub(super) fn open<'a>(args: &Args, out: &'a mut Output) -> Result<LevelOutput<'a>, GenFailure> {
    Ok(match &args.out {
        None => LevelOutput::Standard(out.raw()),
        Some(path) => {
            let draft = FileDraft::begin(path, args.force.overwrite())?;
            LevelOutput::File(BufWriter::new(draft))
        }
    })
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

    /// Ends the output: a file appears under its name.
    pub(super) fn finish(mut self) -> Result<(), GenFailure> {
        self.flush()?;
        match self {
            LevelOutput::Standard(_) => Ok(()),
            LevelOutput::File(file) => {
                let draft = file.into_inner().map_err(io::IntoInnerError::into_error)?;
                Ok(draft.install()?)
            }
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
