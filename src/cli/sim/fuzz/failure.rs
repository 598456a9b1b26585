//! The first failure of the fuzzer: minimised, and kept.

use std::convert::Infallible;
use std::path::{Path, PathBuf};

use super::trial::{Finding, Trial};
use crate::cli::Failure;
use base::path_text;
use engine::sim::{Command, Setup};
use runs::record::{Judge, Minimised, RunHeader, Scripted, Session, minimise};
use runs::save::{self, FileDraft, Overwrite, RunWriter};

/// Judgements after which the search ends with what it has.
const MAX_JUDGEMENTS: u32 = 3_000;

/// A failure as it was kept.
pub(super) struct Kept {
    pub setup: Setup,
    pub what: String,
    pub commands: Vec<Command>,
    pub files: KeptFiles,
}

/// The files in which a failure is kept.
pub(super) struct KeptFiles {
    /// The run up to the last command.
    pub run: PathBuf,
    /// All commands.
    pub script: PathBuf,
}

impl KeptFiles {
    /// A run file, and the script beside it.
    ///
    /// # Errors
    /// Refuses a run file that has the name of a script.
    pub(super) fn of(run: &Path) -> Result<KeptFiles, Failure> {
        let script = run.with_extension("txt");
        if script == run {
            let run = path_text(run);
            return Err(Failure::usage(&format!(
                "{run}: the script is kept under that name; name another for the run"
            )));
        }
        Ok(KeptFiles { run: run.to_owned(), script })
    }

    /// Refuses files that could not be written now.
    pub(super) fn check(&self, overwrite: Overwrite) -> Result<(), Failure> {
        for path in [&self.run, &self.script] {
            save::create_folder_of(path)?;
            FileDraft::begin(path, overwrite)?;
        }
        Ok(())
    }

    /// Whether there is a file of one of their names.
    pub(super) fn exist(&self) -> bool {
        [&self.run, &self.script].iter().any(|path| path.symlink_metadata().is_ok())
    }
}

/// Searches for the commands that matter for a failure, and writes them as a run file and as a script beside it.
pub(super) fn keep(
    trial: &Trial<'_>,
    found: &Finding,
    files: KeptFiles,
    overwrite: Overwrite,
) -> Result<Kept, Failure> {
    let mut judge = SameCause { trial, cause: Finding::cause(&found.what), judgements: 0 };
    // A failure of states that are audited rarely shows earlier, or under another name, when they are audited always.
    let Ok(minimised) = minimise(&found.commands, &mut judge);
    let commands =
        minimised.map_or_else(|| found.commands.clone(), |Minimised { commands, .. }| commands);
    let what = trial.check(&commands).map_or_else(|| found.what.clone(), |finding| finding.what);
    let lines: Vec<String> =
        commands.iter().map(|&command| Scripted(command).to_string() + "\n").collect();
    save::write_file(&files.script, lines.concat().as_bytes(), overwrite)?;
    save::write_file(&files.run, &before_the_last(trial, &commands)?, overwrite)?;
    Ok(Kept { setup: trial.setup.clone(), what, commands, files })
}

/// The bytes of the run up to the last command, without those that are rejected.
fn before_the_last(trial: &Trial<'_>, commands: &[Command]) -> Result<Vec<u8>, Failure> {
    let header = RunHeader::of_bot("fuzz", trial.setup.clone(), trial.catalog);
    let writer = RunWriter::begin("fuzz", Vec::new(), &header)?;
    let session = Session::begin(header, trial.catalog, writer);
    let mut session = session.map_err(|error| Failure::usage(&error))?;
    let (_, before) = commands.split_last().unwrap_or((&Command::Wait, &[]));
    for &command in before {
        // A rejected command is no part of a run.
        let _ = session.submit(command);
    }
    Ok(session.into_sink().into_inner())
}

/// Runs that fail for the same cause.
struct SameCause<'a> {
    trial: &'a Trial<'a>,
    cause: &'a str,
    judgements: u32,
}

impl Judge for SameCause<'_> {
    type Error = Infallible;

    /// Rejected commands stay: they may be what fails.
    fn candidate(&self, commands: &[Command]) -> Vec<Command> {
        commands.to_vec()
    }

    fn width(&self) -> usize {
        1
    }

    fn judge(&mut self, candidates: &[Vec<Command>]) -> Result<Option<Vec<bool>>, Infallible> {
        self.judgements += candidates.len() as u32;
        if self.judgements > MAX_JUDGEMENTS {
            return Ok(None);
        }
        let fails = |commands: &Vec<Command>| {
            let found = self.trial.check(commands);
            found.is_some_and(|found| Finding::cause(&found.what) == self.cause)
        };
        Ok(Some(candidates.iter().map(fails).collect()))
    }

    fn report(&mut self, _: usize, _: u32) {}
}
