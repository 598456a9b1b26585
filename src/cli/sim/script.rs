//! `upkeeper sim --script`: the commands of a script in the place of a bot.

use std::path::Path;

use crate::cli::{Answer, Failure, Invocation, inputs};
use base::path_text;
use content::Catalog;
use engine::sim::{Command, Reject};
use engine::view::describe_refusal;
use runs::record::{Scripted, Session, Sink, SubmitError, parse_script_lines};

/// The key `bot` of the report, and the player's name.
pub(super) const BOT: &str = "script";

/// Bytes of the longest script that is read.
const MAX_SCRIPT_BYTES: u64 = 64 << 20;

/// A script that was read, with the lines of its commands.
pub(super) struct Script {
    name: String,
    commands: Vec<(usize, Command)>,
}

/// Reads the text of a script, `-` from the standard input.
pub(super) fn read(path: &Path, invocation: &Invocation) -> Result<String, Failure> {
    inputs::read_text(path, MAX_SCRIPT_BYTES, invocation)
}

impl Script {
    pub(super) fn open(path: &Path, invocation: &Invocation) -> Result<Script, Failure> {
        let name = path_text(path);
        let commands = parse_script_lines(&read(path, invocation)?)
            .map_err(|error| Failure { code: 2, message: format!("{name}: {error}") })?;
        Ok(Script { name, commands })
    }
}

/// A command that the rules reject.
pub(super) struct Refused {
    /// Of the script, counted from 1.
    line: usize,
    command: Command,
    reject: Reject,
}

impl Script {
    /// Carries out the commands, at most so many, up to the first that the rules reject.
    pub(super) fn play<S: Sink>(
        &self,
        session: &mut Session<S>,
        max_commands: u32,
    ) -> Result<Option<Refused>, S::Error> {
        for &(line, command) in self.commands.iter().take(max_commands as usize) {
            match session.submit(command) {
                Ok(_) => {}
                Err(SubmitError::Unrecorded(error)) => return Err(error),
                Err(SubmitError::Rejected(reject)) => {
                    return Ok(Some(Refused { line, command, reject }));
                }
            }
        }
        Ok(None)
    }

    /// The answer of a script: a failure if a command was refused.
    pub(super) fn answer(
        &self,
        refused: Option<&Refused>,
        catalog: &Catalog,
    ) -> Result<Answer, Failure> {
        let Some(&Refused { line, command, reject }) = refused else { return Ok(Answer::Yes) };
        let (name, command) = (&self.name, Scripted(command));
        let why = describe_refusal(reject, catalog);
        Err(Failure { code: 1, message: format!("{name}:{line}: {command} is refused: {why}") })
    }
}
