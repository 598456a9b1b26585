//! The options that select a state of a run, and replays of files that are taken to it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::Failure;
use super::failure::warn;
use crate::base::path_text;
use crate::content::Catalog;
use crate::record::Replay;
use crate::save::{self, OpenedRecording, SaveError, Torn};
use crate::sim::Turns;

/// The options of the command line that select a state of a run.
#[derive(Clone, Copy, Debug, Args)]
#[group(required = false, multiple = false)]
pub(super) struct StateSelector {
    /// The first state at which it is this turn of the night
    #[arg(long, value_name = "N")]
    turn: Option<u32>,
    /// The state after this many commands
    #[arg(long, value_name = "N")]
    command: Option<u32>,
}

impl StateSelector {
    /// The last state.
    pub(super) const END: StateSelector = StateSelector { turn: None, command: None };

    /// Takes a replay to the selected state; without a selection, to its end.
    pub(super) fn seek(self, replay: &mut Replay, path: &Path) -> Result<(), Failure> {
        let sought = match (self.turn, self.command) {
            (Some(turn), _) => replay.seek_turn(Turns(turn)),
            (None, Some(command)) => replay.seek(command),
            (None, None) => replay.seek(replay.recording().len()),
        };
        sought.map_err(|error| Failure::replay(path, &error))
    }

    /// Whether no state is selected, so that the end is meant.
    pub(super) fn is_end(self) -> bool {
        self.turn.is_none() && self.command.is_none()
    }
}

/// A run file to read, and one to write that is made of it.
#[derive(Clone, Debug, Args)]
pub(super) struct InAndOut {
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The run file to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

impl InAndOut {
    /// Refuses to write a run file over the one that it is made of.
    pub(super) fn check(&self) -> Result<(), Failure> {
        if is_same_file(&self.file, &self.out) {
            let out = path_text(&self.out);
            return Err(Failure::usage(&format!(
                "{out}: --out is the run file itself; name another"
            )));
        }
        Ok(())
    }
}

/// Whether two paths lead to the same existing file.
fn is_same_file(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    if let (Ok(one), Ok(other)) = (fs::metadata(one), fs::metadata(other)) {
        use std::os::unix::fs::MetadataExt as _;
        return (one.dev(), one.ino()) == (other.dev(), other.ino());
    }
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

/// Warns of a torn last frame of a file.
pub(super) fn warn_torn(path: &Path, torn: Option<Torn>) {
    if let Some(torn) = torn {
        warn(&format!(
            "{}: the last frame, at byte {}, was not written whole; {} bytes dropped",
            path_text(path),
            torn.offset,
            torn.bytes
        ));
    }
}

/// A replay of a file at a state.
///
/// States before damage can be reached; the damage is then returned beside the replay. Damage before the state is the error.
pub(super) fn reach(
    path: &Path,
    place: StateSelector,
    catalog: &Arc<Catalog>,
) -> Result<(Replay, Option<SaveError>), Failure> {
    let OpenedRecording { recording, torn, damage } = save::open(path)?;
    warn_torn(path, torn);
    let replay = Replay::new(recording, catalog).map_err(|error| Failure::replay(path, &error));
    let sought = replay.and_then(|mut replay| place.seek(&mut replay, path).map(|()| replay));
    match sought {
        Ok(replay) => Ok((replay, damage)),
        Err(failure) => Err(damage.map_or(failure, Failure::from)),
    }
}

/// As [`reach`], but refuses the end of a damaged run, since the true end is not known. Warns of damage after the state.
pub(super) fn reach_whole(
    path: &Path,
    place: StateSelector,
    catalog: &Arc<Catalog>,
) -> Result<Replay, Failure> {
    match reach(path, place, catalog)? {
        (_, Some(damage)) if place.is_end() => Err(damage.into()),
        (replay, damage) => {
            warn_damage(damage.as_ref());
            Ok(replay)
        }
    }
}

/// Warns that only the part of a file before its damage is used.
pub(super) fn warn_damage(damage: Option<&SaveError>) {
    if let Some(damage) = damage {
        warn(&format!("{damage}; what stands before that is taken"));
    }
}
