//! One place that turns what went wrong into a message and an exit code.

use std::fmt;
use std::io::{self, Write as _};
use std::path::Path;

use crate::record::{ReplayError, ScriptError};
use crate::save::{HomesError, SaveError};

/// What a question was answered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Yes,
    /// A replay does not verify, two saves differ.
    No,
}

impl Answer {
    /// What to exit with.
    pub fn code(self) -> u8 {
        match self {
            Answer::Yes => 0,
            Answer::No => 1,
        }
    }
}

/// What the program ends with when it cannot do what it was asked to.
#[derive(Debug)]
pub struct Failure {
    /// 1 the answer is no, 2 usage, 65 to 78 as in `sysexits.h`.
    pub code: u8,
    /// Nothing where it was told already.
    pub message: String,
    /// Nobody reads what is printed any more.
    pub is_broken_pipe: bool,
}

impl Failure {
    pub fn new(code: u8, message: impl Into<String>) -> Failure {
        Failure { code, message: message.into(), is_broken_pipe: false }
    }

    /// Wrong usage: what was asked for cannot be.
    pub fn usage(error: &impl fmt::Display) -> Failure {
        Failure::new(2, error.to_string())
    }

    /// A fault of ours.
    pub fn fault(error: &impl fmt::Display) -> Failure {
        Failure::new(70, format!("this should not happen: {error}"))
    }

    /// A command of a script that the rules refuse.
    pub fn refused(number: usize, why: &impl fmt::Display) -> Failure {
        Failure::new(1, format!("command {number} is refused: {why}"))
    }

    /// A file that cannot be read.
    pub fn read(path: &Path, error: &io::Error) -> Failure {
        let code = if error.kind() == io::ErrorKind::NotFound { 66 } else { 74 };
        Failure::new(code, format!("{}: {error}", path.display()))
    }

    /// A run file that cannot be replayed, or not so far.
    pub fn replay(path: &Path, error: &ReplayError) -> Failure {
        let code = match error {
            ReplayError::Beyond { .. } => 2,
            ReplayError::Ruleset { .. } => 69,
            ReplayError::Lost(_)
            | ReplayError::Level(_)
            | ReplayError::Snapshot(_)
            | ReplayError::Rejected { .. } => 65,
        };
        Failure::new(code, format!("{}: {error}", path.display()))
    }

    /// Something that was told on the way, and what is left of it: the code.
    pub fn told(code: u8) -> Failure {
        Failure::new(code, "")
    }

    /// Says what went wrong, on the standard error.
    pub fn tell(&self) {
        if !self.message.is_empty() {
            warn(&self.message);
        }
    }
}

/// Says something on the standard error; where that is closed, to nobody.
pub fn warn(text: &impl fmt::Display) {
    let _ = writeln!(io::stderr(), "upkeeper: {text}");
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        let is_broken_pipe = error.kind() == io::ErrorKind::BrokenPipe;
        Failure { code: 74, message: error.to_string(), is_broken_pipe }
    }
}

impl From<SaveError> for Failure {
    fn from(error: SaveError) -> Failure {
        let code = match error {
            SaveError::Missing { .. } => 66,
            SaveError::NotOurs { .. }
            | SaveError::Damaged { .. }
            | SaveError::Unplayable { .. } => 65,
            SaveError::NewerFormat { .. } | SaveError::UnknownRuleset { .. } => 69,
            SaveError::InUse { .. } => 75,
            SaveError::Create { .. } | SaveError::WouldOverwrite { .. } => 73,
            SaveError::Io { .. } => 74,
            SaveError::Unwritable { .. } => 70,
        };
        Failure::new(code, error.to_string())
    }
}

impl From<super::r#gen::GenFailure> for Failure {
    fn from(error: super::r#gen::GenFailure) -> Failure {
        Failure::new(error.exit_code(), error.to_string())
    }
}

/// JSON that is written fails as its output does; that a report has no JSON would be a fault of ours.
impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        if error.is_io() { io::Error::from(error).into() } else { Failure::fault(&error) }
    }
}

impl From<HomesError> for Failure {
    fn from(error: HomesError) -> Failure {
        Failure::new(78, error.to_string())
    }
}

impl From<ScriptError> for Failure {
    fn from(error: ScriptError) -> Failure {
        Failure::new(2, format!("--commands: {error}"))
    }
}
