//! The files that `--save` keeps runs in.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cli::Failure;
use base::path_text;
use content::Catalog;
use engine::sim::Setup;
use runs::record::{BeginError, RunHeader, Session};
use runs::save::{self, Overwrite, RunFile};

/// Begins a run that is kept in a file.
pub(super) fn begin(
    path: &Path,
    header: RunHeader,
    overwrite: Overwrite,
    catalog: &Arc<Catalog>,
) -> Result<Session<RunFile>, Failure> {
    let file = RunFile::draft(path, &header, overwrite)?;
    let session = Session::begin(header, catalog, file);
    let mut session = session.map_err(|error| match error {
        BeginError::Level(why) => Failure::usage(&why),
        other => save::begin_error(&path_text(path), other).into(),
    })?;
    session.sink_mut().install()?;
    Ok(session)
}

/// "run.upk" with a seed, or the day of a daily shift: "run-7.upk".
pub(super) fn numbered(path: &Path, setup: &Setup) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let number = setup.mode.day().map_or_else(|| setup.seed.to_string(), |day| day.to_string());
    path.with_file_name(format!("{stem}-{number}.{extension}"))
}
