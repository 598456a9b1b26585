//! The first failure of the fuzzer: minimised, and kept.

use std::convert::Infallible;
use std::fs;
use std::path::{Path, PathBuf};

use super::trial::{Finding, Trial};
use crate::base::path_text;
use crate::cli::Failure;
use crate::record::{Judge, Minimised, RunHeader, Scripted, Session, minimise};
use crate::save::RunWriter;
use crate::sim::{Command, Setup};

/// Judgements after which the search ends with what it has.
const MAX_JUDGEMENTS: u32 = 3_000;

/// A failure as it was kept.
pub(super) struct Kept {
    pub setup: Setup,
    pub what: String,
    pub commands: Vec<Command>,
    /// The run up to the last command, and all commands.
    pub run: PathBuf,
    pub script: PathBuf,
}

/// Searches for the commands that matter for a failure, and writes them as a run file and as a script beside it.
pub(super) fn keep(trial: &Trial<'_>, found: &Finding, run: &Path) -> Result<Kept, Failure> {
    let mut judge = SameCause { trial, cause: Finding::cause(&found.what), judgements: 0 };
    // A failure of states that are audited rarely shows earlier, or under another name, when they are audited always.
    let Ok(minimised) = minimise(&found.commands, &mut judge);
    let commands =
        minimised.map_or_else(|| found.commands.clone(), |Minimised { commands, .. }| commands);
    let what = trial.check(&commands).map_or_else(|| found.what.clone(), |finding| finding.what);
    let script = run.with_extension("txt");
    let lines: Vec<String> =
        commands.iter().map(|&command| Scripted(command).to_string() + "\n").collect();
    let write = |path: &Path, bytes: &[u8]| {
        fs::write(path, bytes)
            .map_err(|error| Failure { code: 73, message: format!("{}: {error}", path_text(path)) })
    };
    write(&script, lines.concat().as_bytes())?;
    write(run, &before_the_last(trial, &commands)?)?;
    let (setup, run) = (trial.setup.clone(), run.to_owned());
    Ok(Kept { setup, what, commands, run, script })
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
