//! The files that commands write: the options for them, and what is refused.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueHint};
use serde::Serialize;

use super::{Failure, Format, Output};
use base::path_text;
use content::Catalog;
use runs::record::{Replay, RunHeader, Session, Verification};
use runs::save::{self, Overwrite, RunFile, RunSource, SaveError};

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

    /// The path in messages.
    pub(super) fn name(&self) -> String {
        path_text(&self.path)
    }

    /// Writes the run of a replay up to its state into the file; the run can go on there, and is not ranked.
    pub(super) fn write_branch(
        &self,
        replay: Replay,
        catalog: &Arc<Catalog>,
    ) -> Result<Session<RunFile>, SaveError> {
        let commands = replay.at();
        let mut recording = replay.into_recording();
        save::write_branch(&mut recording, commands, catalog, &self.path, self.overwrite())
    }

    /// Refuses to write over the file that is read.
    pub(super) fn check(&self, source: &RunSource) -> Result<(), Failure> {
        check_other(source, &self.path)
    }
}

/// A run file that was written, in JSON.
#[derive(Debug, Serialize)]
pub(super) struct WrittenRun {
    schema: &'static str,
    file: String,
    origin: &'static str,
    turns: u32,
    worked_turns: u32,
    commands: u32,
    bytes: u64,
    /// The last link of its chain.
    digest: String,
    /// The digest of its last state.
    state: String,
}

impl WrittenRun {
    /// The report on a file to which a session has written.
    pub(super) fn of(session: &Session<RunFile>) -> WrittenRun {
        WrittenRun {
            schema: "upkeeper.written/1",
            file: session.sink().path().display().to_string(),
            origin: session.header().origin.name(),
            turns: session.game().turns().0,
            worked_turns: session.game().view().turns_worked().0,
            commands: session.commands(),
            bytes: session.sink().length(),
            digest: session.chain().digest().to_string(),
            state: session.game().digest().to_string(),
        }
    }

    /// The report on a file to which a run was written that had been verified.
    pub(super) fn of_verified(
        out: &Out,
        header: &RunHeader,
        verdict: &Verification,
        bytes: u64,
    ) -> WrittenRun {
        WrittenRun {
            schema: "upkeeper.written/1",
            file: out.path.display().to_string(),
            origin: header.origin.name(),
            turns: verdict.turns.0,
            worked_turns: verdict.worked_turns.0,
            commands: verdict.commands,
            bytes,
            digest: verdict.digest.to_string(),
            state: verdict.state.to_string(),
        }
    }
}

/// How to report on what was written.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct ReportFormat {
    /// How to print: for people, or one object a line
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl ReportFormat {
    /// Reports on a run file: as JSON, or in words.
    pub(super) fn report(
        self,
        run: &WrittenRun,
        words: &str,
        printed: &mut Output,
    ) -> Result<(), Failure> {
        match self.format {
            Format::Json => printed.json(run),
            Format::Text => Ok(writeln!(printed, "{words}")?),
        }
    }

    pub(super) fn is_json(self) -> bool {
        self.format == Format::Json
    }
}

/// Refuses to write over the file that is read, whatever name it is given.
pub(super) fn check_other(source: &RunSource, out: &Path) -> Result<(), Failure> {
    if source.is_at(out) {
        let out = path_text(out);
        return Err(Failure::usage(&format!("{out}: --out is the run file itself; name another")));
    }
    Ok(())
}
