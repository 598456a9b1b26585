//! The runs of a folder that have not come to their end: those that can be played on, and those
//! whose files are damaged.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use super::since_epoch;
use crate::record::{NullSink, Recording, Replay, RunHeader, Session};
use crate::save::{self, OpenedRecording, Overwrite, RunFile, RunId, SaveError};
use base::{Day, path_text};
use content::Catalog;
use engine::sim::Turns;
use engine::view::JourneyPlace;

/// A run that has not come to its end, as its file shows.
pub struct UnfinishedRun {
    pub id: RunId,
    /// When it was played last, in milliseconds since 1970: by its last mark, or by the file where
    /// it has none.
    pub played: u64,
    /// What is known of the run; `None` where not even its header can be read.
    pub header: Option<RunHeader>,
    pub state: UnfinishedState,
}

pub enum UnfinishedState {
    /// It waits at this turn; a journey at this place.
    Playable {
        turn: Turns,
        place: Option<JourneyPlace>,
    },
    /// Not by this program, or not now; the file is not damaged.
    Refused(SaveError),
    Damaged {
        error: SaveError,
        whole: WholePart,
    },
}

/// The part of a damaged run that stands before the damage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WholePart {
    /// There is none that could be played.
    Nothing,
    /// It ends at this turn.
    Until(Turns),
    /// It was saved before, as a run of its own.
    Saved(RunId),
}

/// The runs of a folder that have not come to their end, the one played last first.
pub fn unfinished_runs(runs: &Path, catalog: &Arc<Catalog>) -> Vec<UnfinishedRun> {
    let files = run_files(runs).into_iter();
    let found = files.filter_map(|(written, path)| unfinished_run(&path, written, catalog));
    let mut found: Vec<_> = found.collect();
    found.sort_by(|a, b| b.played.cmp(&a.played).then_with(|| a.id.cmp(&b.id)));
    found
}

/// The run in a file; `None` if it has come to its end. What cannot be read counts as not over.
pub fn unfinished_run(
    path: &Path,
    written: SystemTime,
    catalog: &Arc<Catalog>,
) -> Option<UnfinishedRun> {
    let id = RunId::of_file(path)?;
    if save::ends_in_end(path) {
        return None;
    }
    let written = since_epoch(written).as_millis() as u64;
    let loaded = match save::load(path) {
        Ok(loaded) if loaded.end.is_some() => return None,
        Ok(loaded) => loaded,
        Err(error) => return Some(unloadable(path, id, written, error, catalog)),
    };
    let played = loaded.last_mark.map_or(written, |mark| mark.time);
    let header = Some(loaded.header.run.clone());
    let state = match loaded.session(catalog, NullSink) {
        Ok(session) => {
            let view = session.game().view();
            UnfinishedState::Playable { turn: view.turns(), place: view.journey_place() }
        }
        Err(error) => UnfinishedState::Refused(error),
    };
    Some(UnfinishedRun { id, played, header, state })
}

/// The run in a file that cannot be read to its end.
fn unloadable(
    path: &Path,
    id: RunId,
    written: u64,
    error: SaveError,
    catalog: &Arc<Catalog>,
) -> UnfinishedRun {
    let is_damage = matches!(error, SaveError::Damaged { .. } | SaveError::NotOurs { .. });
    let recording = save::open(path).ok().map(|opened| opened.recording);
    let header = recording.as_ref().map(|recording| recording.header().clone());
    let mark = recording.as_ref().and_then(|recording| recording.marks().last());
    let played = mark.map_or(written, |(_, mark)| mark.time);
    let state = if is_damage {
        let saved = saved_part(&id).filter(|saved| path.with_file_name(saved.as_str()).exists());
        let whole = match (saved, recording) {
            (Some(saved), _) => WholePart::Saved(saved),
            (None, Some(recording)) => last_state(recording, catalog)
                .map_or(WholePart::Nothing, |replay| WholePart::Until(replay.turn())),
            (None, None) => WholePart::Nothing,
        };
        UnfinishedState::Damaged { error, whole }
    } else {
        UnfinishedState::Refused(error)
    };
    UnfinishedRun { id, played, header, state }
}

fn last_state(recording: Recording, catalog: &Arc<Catalog>) -> Option<Replay> {
    let commands = recording.len();
    let mut replay = Replay::new(recording, catalog).ok()?;
    replay.seek(commands).ok()?;
    Some(replay)
}

/// The name under which the whole part of a damaged run is saved.
fn saved_part(id: &RunId) -> Option<RunId> {
    let stem = Path::new(id.as_str()).file_stem()?.to_str()?;
    RunId::try_from(format!("{stem}-saved.upk")).ok()
}

/// Saves the part of a damaged run before the damage as a run of its own beside it, as `save cut`
/// does. The damaged file stays as it is.
/// Errors: the damage, if there is no such part.
pub fn save_whole_part(
    path: &Path,
    catalog: &Arc<Catalog>,
) -> Result<(RunId, Session<RunFile>), SaveError> {
    let OpenedRecording { recording, damage, .. } = save::open(path)?;
    let name = path_text(path);
    let saved = RunId::of_file(path).and_then(|id| saved_part(&id));
    let Some((saved, replay)) = saved.zip(last_state(recording, catalog)) else {
        let why = "nothing of it stands before the damage".to_owned();
        return Err(damage.unwrap_or(SaveError::Unplayable { name, why }));
    };
    let out = path.with_file_name(saved.as_str());
    let session = save::write_cut(&replay, catalog, &out, Overwrite::Never)?;
    Ok((saved, session))
}

/// The file name of the try at a daily shift that counts. There is one, so that no second one can
/// be begun beside it.
pub fn ranked_try(day: Day) -> RunId {
    RunId::try_from(format!("daily-{day}.upk")).expect("no part of it has a separator")
}

/// Whether a file is called as runs are, `….upk`. Some systems turn names into capitals; what macOS
/// keeps beside a file on foreign disks, `._….upk`, is no run.
pub fn is_run_file_name(path: &Path) -> bool {
    let is_of_macos =
        path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"._"));
    !is_of_macos && path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("upk"))
}

/// The run files in a folder and when each was written, the one written last first. A folder that
/// is not there holds none.
pub fn run_files(runs: &Path) -> Vec<(SystemTime, PathBuf)> {
    let entries = fs::read_dir(runs).into_iter().flatten().filter_map(Result::ok);
    let mut files: Vec<(SystemTime, PathBuf)> = entries
        .map(|entry| entry.path())
        .filter(|path| is_run_file_name(path))
        .filter_map(|path| {
            let metadata = fs::metadata(&path).ok().filter(fs::Metadata::is_file)?;
            Some((metadata.modified().ok()?, path))
        })
        .collect();
    files.sort_by(|a, b| b.cmp(a));
    files
}
