//! The run files that commands read and write: the options for them, replays taken to a state, and
//! what is refused.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueHint};
use serde::Serialize;

use super::failure::warn;
use super::{Answer, Call, Content, Failure, Format, Invocation, Report, inputs};
use base::path_text;
use content::Catalog;
use engine::sim::Turns;
use runs::record::{Recording, Replay, RunStart, Session};
use runs::save::{OpenedRecording, Overwrite, RunFile, RunSource, SaveError, Torn, write_branch};

/// The option that lets a command replace files.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct Force {
    /// Replaces a file that is there already
    #[arg(long)]
    force: bool,
}

impl Force {
    pub(super) fn overwrite(self) -> Overwrite {
        if self.force { Overwrite::Force } else { Overwrite::Never }
    }
}

/// A file to write.
#[derive(Clone, Debug, Args)]
pub(super) struct Out {
    /// The file to write
    #[arg(long = "out", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub path: PathBuf,
    #[command(flatten)]
    force: Force,
}

impl Out {
    pub(super) fn overwrite(&self) -> Overwrite {
        self.force.overwrite()
    }

    pub(super) fn name(&self) -> String {
        path_text(&self.path)
    }

    pub(super) fn json_name(&self) -> String {
        self.path.display().to_string()
    }

    /// Writes the run of a replay up to its state into the file; the run can go on there, and is
    /// not ranked.
    pub(super) fn write_branch(
        &self,
        replay: Replay,
        catalog: &Arc<Catalog>,
    ) -> Result<Session<RunFile>, SaveError> {
        let commands = replay.at();
        let mut recording = replay.into_recording();
        write_branch(&mut recording, commands, catalog, &self.path, self.overwrite())
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
    pub(super) fn is_standard_input(&self) -> bool {
        inputs::is_standard_input(&self.file)
    }

    /// Opens the file to read.
    /// Errors: refuses to write over it, too, whatever name it is given.
    pub(super) fn open(&self, invocation: &Invocation) -> Result<RunSource, Failure> {
        let source = inputs::open(&self.file, invocation)?;
        if source.is_at(&self.out.path) {
            let out = self.out.name();
            let message = format!("{out}: --out is the run file itself; name another");
            return Err(Failure::usage(&message));
        }
        Ok(source)
    }
}

/// How to report on what was written.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct ReportFormat {
    /// How to print: for people, or one object a line
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// A run file to read up to a state, and one to write that is made of that.
#[derive(Debug, Args)]
pub(crate) struct StateToWrite {
    #[command(flatten)]
    pub(super) files: InAndOut,
    #[command(flatten)]
    pub(super) place: StateSelector,
    #[command(flatten)]
    pub(super) report: ReportFormat,
}

#[derive(Debug, Serialize)]
pub(super) struct WrittenRun {
    pub file: String,
    pub origin: &'static str,
    pub turns: u32,
    pub worked_turns: u32,
    pub commands: u32,
    pub bytes: u64,
    /// The last link of its chain.
    pub digest: String,
    /// The digest of its last state.
    pub state: String,
    /// The report as text.
    #[serde(skip)]
    pub words: String,
}

/// Syncs the file to which a session has written, and reports on it; in text by `words`.
pub(super) fn finish_run(
    mut session: Session<RunFile>,
    words: String,
    format: Format,
    call: &mut Call<'_>,
) -> Result<Answer, Failure> {
    session.sink_mut().sync()?;
    let game = session.game();
    let written = WrittenRun {
        file: session.sink().path().display().to_string(),
        origin: session.header().origin.name(),
        turns: game.turns().0,
        worked_turns: game.view().turns_worked().0,
        commands: session.commands(),
        bytes: session.sink().length(),
        digest: session.chain().digest().to_string(),
        state: game.digest().to_string(),
        words,
    };
    call.out.report(format, &written)
}

impl Report for WrittenRun {
    const SCHEMA: &'static str = "upkeeper.written/1";

    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.words)
    }
}

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
    pub(super) const END: StateSelector = StateSelector { turn: None, command: None };

    /// Takes a replay to the selected state; without a selection, to its end.
    fn seek(self, replay: &mut Replay, name: &str) -> Result<(), Failure> {
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
/// States before damage can be reached; the damage is then returned beside the replay. Damage
/// before the state is the error.
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

/// As [`reach`], but refuses the end of a damaged run, since the true end is not known. Warns of
/// damage after the state.
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
