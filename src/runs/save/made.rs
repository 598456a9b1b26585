//! Run files made of states that no run led to.

use std::path::Path;
use std::sync::Arc;

use super::error::SaveError;
use super::file_draft::Overwrite;
use super::load::begin_error;
use super::run_file::RunFile;
use crate::record::{RunHeader, Session};
use base::path_text;
use content::Catalog;
use engine::sim::Snapshot;

/// Writes a state as a run file of its own, which can be played on and is not ranked.
///
/// # Errors
/// Refuses a state that cannot be, and a file that cannot be written; the file appears whole or not at all.
pub fn write_made(
    header: &RunHeader,
    snapshot: Snapshot,
    catalog: &Arc<Catalog>,
    out: &Path,
    overwrite: Overwrite,
) -> Result<Session<RunFile>, SaveError> {
    let file = RunFile::draft(out, header, overwrite)?;
    let session = Session::begin_from(header, snapshot, catalog, file);
    let mut session = session.map_err(|error| begin_error(&path_text(out), error))?;
    session.sink_mut().install()?;
    Ok(session)
}
