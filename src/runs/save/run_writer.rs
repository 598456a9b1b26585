//! Writing the bytes of a run file to any writer.

use std::io::Write;

use super::codec::{self, CodecError};
use super::error::{Result, SaveError};
use super::header;
use crate::record::{Frame, RunHeader, Sink};

/// A sink that writes a run file to any writer: a [`RunFile`](super::RunFile) to its file, another
/// host to its own store.
///
/// The frames of a command go out in one `write_all`, followed by a `flush`. The writer has to keep
/// the contract of [`Sink::write`]: it takes all of these bytes or none, and when `flush` returns
/// they survive the death of the process.
#[derive(Debug)]
pub struct RunWriter<W> {
    name: String,
    writer: W,
    /// The encoded frames of one write; kept for its memory.
    bytes: Vec<u8>,
}

impl<W: Write> RunWriter<W> {
    /// Begins a run file: writes its header. `name` is what errors call the run by.
    pub fn begin(name: impl Into<String>, writer: W, header: &RunHeader) -> Result<RunWriter<W>> {
        let mut run = RunWriter::resume(name, writer);
        run.write_header(header)?;
        Ok(run)
    }

    /// Goes on with a run file of which the writer has the header, and frames up to
    /// [`Loaded::length`](super::Loaded) and no further.
    pub fn resume(name: impl Into<String>, writer: W) -> RunWriter<W> {
        RunWriter { name: name.into(), writer, bytes: Vec::new() }
    }

    pub fn get_ref(&self) -> &W {
        &self.writer
    }

    pub fn get_mut(&mut self) -> &mut W {
        &mut self.writer
    }

    pub fn into_inner(self) -> W {
        self.writer
    }

    pub(super) fn write_header(&mut self, header: &RunHeader) -> Result<()> {
        self.append(|bytes| {
            bytes.extend(header::encode(header)?);
            Ok(())
        })
    }

    /// Writes what `encode` appends to an empty buffer.
    pub(super) fn append(
        &mut self,
        encode: impl FnOnce(&mut Vec<u8>) -> Result<(), CodecError>,
    ) -> Result<()> {
        self.bytes.clear();
        encode(&mut self.bytes).map_err(|error| SaveError::Unwritable {
            name: self.name.clone(),
            why: error.to_string(),
        })?;
        let written = self.writer.write_all(&self.bytes).and_then(|()| self.writer.flush());
        written.map_err(|error| SaveError::Io { name: self.name.clone(), error })
    }
}

impl<W: Write> Sink for RunWriter<W> {
    type Error = SaveError;

    fn write(&mut self, frames: &[Frame]) -> Result<()> {
        self.append(|bytes| frames.iter().try_for_each(|frame| codec::encode(bytes, frame)))
    }
}
