//! Turns errors into messages and exit codes. A subcommand with errors of its own does so for those
//! beside them.

use std::fmt;
use std::io::{self, ErrorKind, Write as _};
use std::path::Path;
use std::process::ExitCode;

use base::{path_text, sanitize_lines};
#[cfg(feature = "tui")]
use engine::sim::Turns;
use levels::GenError;
use runs::home::FoldersError;
use runs::record::{ReplayError, ScriptError};
use runs::save::SaveError;
#[cfg(feature = "tui")]
use screens::HostError;
#[cfg(feature = "ssh")]
use server::store::StoreError;

/// How a command that could be carried out ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Yes,
    /// The answer is no: a replay does not verify, two saves differ.
    No,
    /// A signal ended it; everything is saved.
    Stopped {
        signal: u8,
    },
}

/// Why a command could not be carried out: exit code and message.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    /// 1 the answer is no, 2 usage, 65 to 78 as in `sysexits.h`.
    pub code: u8,
    /// Empty if it was printed already.
    pub message: String,
}

impl Failure {
    /// Wrong usage.
    pub(crate) fn usage(error: &impl fmt::Display) -> Failure {
        Failure { code: 2, message: error.to_string() }
    }

    /// A bug of this program.
    pub(crate) fn fault(error: &impl fmt::Display) -> Failure {
        Failure { code: 70, message: format!("this should not happen: {error}") }
    }

    pub(crate) fn read(path: &Path, error: &io::Error) -> Failure {
        let code = if error.kind() == ErrorKind::NotFound { 66 } else { 74 };
        Failure { code, message: format!("{}: {error}", path_text(path)) }
    }

    /// A run file that cannot be replayed, or not so far.
    pub(crate) fn replay(name: &str, error: &ReplayError) -> Failure {
        Failure { code: replay_code(error), message: format!("{name}: {error}") }
    }

    /// A turn beyond the last one of a run.
    #[cfg(feature = "tui")]
    pub(crate) fn no_turn(name: &str, turn: Turns, last: Turns) -> Failure {
        let message = format!("{name}: there is no turn {turn}: the run ends at turn {last}");
        Failure::usage(&message)
    }

    /// An error that was printed already: only its code is left.
    pub(crate) fn printed(code: u8) -> Failure {
        Failure { code, message: String::new() }
    }

    /// Ends a command whose reader has gone away, which is no failure.
    pub(crate) fn closed() -> Failure {
        Failure::printed(0)
    }

    pub(crate) fn print(&self) {
        if !self.message.is_empty() {
            warn(&self.message);
        }
    }
}

fn replay_code(error: &ReplayError) -> u8 {
    match error {
        ReplayError::Beyond { .. } => 2,
        ReplayError::Ruleset(_) => 69,
        ReplayError::Lost(_)
        | ReplayError::Level(_)
        | ReplayError::Snapshot(_)
        | ReplayError::Rejected(_) => 65,
    }
}

/// Prints a line on the standard error, filtered as the [`Output`](super::Output) is. That it is
/// closed is no failure.
pub(crate) fn warn(text: &impl fmt::Display) {
    let line = sanitize_lines(&format!("upkeeper: {text}\n"));
    let _ = io::stderr().write_all(line.as_bytes());
}

/// The answer of a command over several files. It works on all of them; what is wrong with one does
/// not hide what was found of another: a no wins, then a fault of ours, then the first failure.
#[derive(Debug, Default)]
pub(crate) struct WorstAnswer {
    is_no: bool,
    code: Option<u8>,
}

impl WorstAnswer {
    /// Adds a file of which the answer is no.
    pub(crate) fn no(&mut self) {
        self.is_no = true;
    }

    /// Adds a file that could not be worked on, and prints why.
    pub(crate) fn fail(&mut self, failure: &Failure) {
        failure.print();
        match failure.code {
            1 => self.is_no = true,
            70 => self.code = Some(70),
            code => _ = self.code.get_or_insert(code),
        }
    }

    pub(crate) fn result(self) -> Result<Answer, Failure> {
        match self {
            WorstAnswer { is_no: true, .. } => Ok(Answer::No),
            WorstAnswer { code: Some(code), .. } => Err(Failure::printed(code)),
            WorstAnswer { .. } => Ok(Answer::Yes),
        }
    }
}

/// Prints the failure, if there is one, and returns the exit code.
pub(crate) fn report(result: Result<Answer, Failure>) -> ExitCode {
    match result {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::FAILURE,
        Ok(Answer::Stopped { signal }) => ExitCode::from(128 + signal),
        Err(failure) => {
            failure.print();
            ExitCode::from(failure.code)
        }
    }
}

/// The output cannot be written.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure { code: 74, message: format!("cannot write: {error}") }
    }
}

/// Writing JSON fails as the output does; that a report cannot be expressed in JSON would be a bug.
impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        if error.is_io() { io::Error::from(error).into() } else { Failure::fault(&error) }
    }
}

impl From<SaveError> for Failure {
    fn from(error: SaveError) -> Failure {
        Failure { code: save_code(&error), message: error.to_string() }
    }
}

fn save_code(error: &SaveError) -> u8 {
    match error {
        SaveError::Missing { .. } => 66,
        SaveError::NotOurs { .. } | SaveError::Damaged { .. } | SaveError::Unplayable { .. } => 65,
        SaveError::NewerFormat { .. } | SaveError::UnknownRuleset { .. } => 69,
        SaveError::InUse { .. } => 75,
        SaveError::Create { .. }
        | SaveError::WouldOverwrite { .. }
        | SaveError::NoRegularFile { .. } => 73,
        SaveError::Io { .. } => 74,
        SaveError::Unwritable { .. } => 70,
    }
}

#[cfg(feature = "tui")]
impl From<HostError> for Failure {
    fn from(error: HostError) -> Failure {
        let code = match &error {
            HostError::NoSuchRun
            | HostError::NoSuchTheme(_)
            | HostError::Refused(_)
            | HostError::TakenOver
            | HostError::TryTaken(_)
            | HostError::DayOver(_)
            | HostError::DayHidden
            | HostError::DayNotOver(_) => 1,
            HostError::OtherRun { .. } => 65,
            HostError::Settings(_) => 78,
            HostError::Level(error) => level_code(error),
            HostError::Save(error) => save_code(error),
            HostError::Store { .. } => 74,
            HostError::Replay(error) => replay_code(error),
        };
        Failure { code, message: error.to_string() }
    }
}

#[cfg(feature = "ssh")]
impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure { code: error.exit_code(), message: error.to_string() }
    }
}

impl From<FoldersError> for Failure {
    fn from(error: FoldersError) -> Failure {
        Failure { code: 78, message: error.to_string() }
    }
}

impl From<ScriptError> for Failure {
    fn from(error: ScriptError) -> Failure {
        Failure { code: 2, message: format!("--commands: {error}") }
    }
}

/// A level that cannot be made as it was asked for; that one of ours cannot be made is a bug.
impl From<GenError> for Failure {
    fn from(error: GenError) -> Failure {
        Failure { code: level_code(&error), message: error.to_string() }
    }
}

fn level_code(error: &GenError) -> u8 {
    match error {
        GenError::OutOfAttempts { .. } | GenError::Recipe { .. } | GenError::Unworkable { .. } => {
            70
        }
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_answer_is_that_of_all() {
        let over = |codes: &[u8]| {
            let mut worst = WorstAnswer::default();
            for &code in codes {
                worst.fail(&Failure::printed(code));
            }
            match worst.result() {
                Ok(Answer::Yes) => 0,
                Ok(_) => 1,
                Err(failure) => failure.code,
            }
        };
        for (codes, expected) in [
            (&[][..], 0),
            (&[66, 65], 66),
            (&[65, 70, 66], 70),
            (&[70, 65, 1], 1),
            (&[1, 65, 70], 1),
        ] {
            assert_eq!(over(codes), expected, "{codes:?}");
        }
    }
}
