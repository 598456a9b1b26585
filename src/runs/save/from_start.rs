//! Run files of other commands from the beginning of a run.

use std::path::Path;

use super::error::SaveError;
use super::file_draft::Overwrite;
use super::load::begin_error;
use super::run_file::RunFile;
use super::run_writer::RunWriter;
use crate::record::{RunStart, Session, Sink, SubmitError};
use base::path_text;
use engine::sim::Command;

/// The bytes of a run file in which the commands are played from a start, all of which are accepted there.
pub fn encode_run(start: &RunStart, commands: &[Command]) -> Result<Vec<u8>, SaveError> {
    let name = "a candidate";
    let writer = RunWriter::begin(name, Vec::new(), start.header())?;
    let mut session = start.session(writer).map_err(|error| begin_error(&name, error))?;
    for &command in commands {
        submit(&mut session, command)?;
    }
    Ok(session.into_sink().into_inner())
}

/// Begins a run file at a start. The file appears when it is [installed](RunFile::install).
pub fn draft_run(
    start: &RunStart,
    out: &Path,
    overwrite: Overwrite,
) -> Result<Session<RunFile>, SaveError> {
    let file = RunFile::draft(out, start.header(), overwrite)?;
    start.session(file).map_err(|error| begin_error(&path_text(out), error))
}

/// Carries out a command that was accepted before in the same state.
pub fn submit<S: Sink<Error = SaveError>>(
    session: &mut Session<S>,
    command: Command,
) -> Result<(), SaveError> {
    match session.submit(command) {
        Ok(_) => Ok(()),
        Err(SubmitError::Unrecorded(error)) => Err(error),
        Err(SubmitError::Rejected(reject)) => Err(SaveError::Unwritable {
            name: "a run".to_owned(),
            why: format!("{command:?} was accepted before, and now {reject:?}"),
        }),
    }
}
