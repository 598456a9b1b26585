//! The options that select a state of a run, and replays of files that are taken to it.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueHint};

use super::failure::warn;
use super::outputs::Out;
use super::{Content, Failure, Invocation, inputs};
use content::Catalog;
use engine::sim::Turns;
use runs::record::{Recording, Replay, RunStart};
use runs::save::{OpenedRecording, RunSource, SaveError, Torn};

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
    pub(super) fn seek(self, replay: &mut Replay, name: &str) -> Result<(), Failure> {
        let sought = match (self.turn, self.command) {
            (Some(turn), _) => replay.seek_turn(Turns(turn)),
            (None, Some(command)) => replay.seek(command),
            (None, None) => replay.seek(replay.recording().len()),
        };
        sought.map_err(|error| Failure::replay(name, &error))
    }

    /// Whether no state is selected, so that the end is meant.
    pub(super) fn is_end(self) -> bool {
        self.turn.is_none() && self.command.is_none()
    }
}

/// A run file to read, and one to write that is made of it.
#[derive(Clone, Debug, Args)]
pub(super) struct InAndOut {
    /// The run file to read; `-` is the standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,
    #[command(flatten)]
    pub out: Out,
}

impl InAndOut {
    /// Whether the standard input is what is read.
    pub(super) fn is_standard_input(&self) -> bool {
        inputs::is_standard_input(&self.file)
    }

    /// Opens the file to read.
    ///
    /// # Errors
    /// Refuses to write over it besides.
    pub(super) fn open(&self, invocation: &Invocation) -> Result<RunSource, Failure> {
        let source = inputs::open(&self.file, invocation)?;
        self.out.check(&source)?;
        Ok(source)
    }
}

/// Warns of a torn last frame of a file.
pub(super) fn warn_torn(name: &str, torn: Option<Torn>) {
    if let Some(torn) = torn {
        warn(&format!(
            "{name}: the last frame, at byte {}, was not written whole; {} bytes dropped",
            torn.offset, torn.bytes
        ));
    }
}

/// A replay of a file at a state.
///
/// States before damage can be reached; the damage is then returned beside the replay. Damage before the state is the error.
pub(super) fn reach(
    source: &RunSource,
    place: StateSelector,
    catalog: &Arc<Catalog>,
) -> Result<(Replay, Option<SaveError>), Failure> {
    let OpenedRecording { recording, torn, damage } = source.recording()?;
    let name = source.name();
    warn_torn(name, torn);
    let replay = Replay::new(recording, catalog).map_err(|error| Failure::replay(name, &error));
    let sought = replay.and_then(|mut replay| place.seek(&mut replay, name).map(|()| replay));
    match sought {
        Ok(replay) => Ok((replay, damage)),
        Err(failure) => Err(damage.map_or(failure, Failure::from)),
    }
}

/// The recording of a run without damage, and where it begins under the present rules.
pub(super) fn whole_run(
    source: &RunSource,
    content: &Content,
) -> Result<(Recording, RunStart), Failure> {
    let opened = source.recording()?;
    warn_torn(source.name(), opened.torn);
    let mut recording = opened.whole()?;
    let start = RunStart::of(&mut recording, &content.catalog, content.modded);
    let start = start.map_err(|error| Failure::replay(source.name(), &error))?;
    Ok((recording, start))
}

/// As [`reach`], but refuses the end of a damaged run, since the true end is not known. Warns of damage after the state.
pub(super) fn reach_whole(
    source: &RunSource,
    place: StateSelector,
    catalog: &Arc<Catalog>,
) -> Result<Replay, Failure> {
    match reach(source, place, catalog)? {
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
