//! Judging runs by a shell command.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command as Process, Stdio};
use std::thread;

use super::judge_folder::JudgeFolder;
use crate::cli::Failure;
use crate::cli::interruption::Interruption;
use crate::cli::status_line::StatusLine;
use base::path_text;
use engine::sim::Command;
use runs::record::{Judge, RunStart};
use runs::save;

/// What stands in the shell command for the file to judge.
const PLACEHOLDER: &str = "{}";
/// The variable of the environment that names it too.
const VARIABLE: &str = "UPKEEPER_FILE";

/// A shell command that judges runs in files of its own folder.
pub(super) struct ShellJudge<'a> {
    condition: &'a str,
    /// Where the runs begin that are judged.
    start: RunStart,
    width: usize,
    interrupted: &'a Interruption,
    /// Goes when this does, with the runs in it.
    folder: JudgeFolder,
    status: StatusLine,
    /// How often the beginning of the run was judged.
    heads: u32,
}

impl<'a> ShellJudge<'a> {
    pub(super) fn new(
        condition: &'a str,
        start: RunStart,
        width: usize,
        interrupted: &'a Interruption,
    ) -> Result<ShellJudge<'a>, Failure> {
        let folder = JudgeFolder::create().map_err(|error| Failure {
            code: 73,
            message: format!("a temporary folder cannot be created: {error}"),
        })?;
        let status = StatusLine::new();
        Ok(ShellJudge { condition, start, width, interrupted, folder, status, heads: 0 })
    }

    /// Lets the runs begin with the latest state of the run from which the rest of its commands is of interest, and returns how
    /// many commands led there. It is bisected for, as if from every state before such a one the rest were so, too.
    pub(super) fn skip_head(&mut self, commands: &[Command]) -> Result<usize, Failure> {
        let first = self.start.clone();
        let (mut low, mut high) = (0, commands.len());
        while low < high {
            let middle = high - (high - low) / 2;
            let (head, rest) = commands.split_at(middle);
            let later = first.after(head).map_err(|error| Failure::usage(&error))?;
            let before = std::mem::replace(&mut self.start, later);
            self.heads += 1;
            self.report(rest.len(), 0);
            match self.judge(&[rest.to_vec()])?.as_deref() {
                Some([true]) => low = middle,
                verdict => {
                    self.start = before;
                    if verdict.is_none() {
                        break;
                    }
                    high = middle - 1;
                }
            }
        }
        Ok(low)
    }

    /// How often [`ShellJudge::skip_head`] has judged.
    pub(super) fn heads(&self) -> u32 {
        self.heads
    }

    /// Where the runs begin that are judged.
    pub(super) fn start(&self) -> &RunStart {
        &self.start
    }

    /// Removes the status line.
    pub(super) fn end(&mut self) {
        self.status.clear();
    }

    fn judge_one(&self, number: usize, commands: &[Command]) -> Result<bool, Failure> {
        let path = self.folder.path().join(format!("{number}.upk"));
        let failure = |error: &io::Error| Failure {
            code: 74,
            message: format!("{}: {error}", path_text(&path)),
        };
        let bytes = save::encode_run(&self.start, commands)?;
        fs::write(&path, bytes).map_err(|error| failure(&error))?;
        let condition = self.condition.replace(PLACEHOLDER, &quoted(&path));
        let ended = Process::new("sh")
            .args(["-c", &condition])
            .env(VARIABLE, &path)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        match ended {
            Ok(status) => Ok(status.success()),
            Err(error) => {
                let message = format!("sh cannot be started to judge: {error}");
                Err(Failure { code: 74, message })
            }
        }
    }
}

impl Judge for ShellJudge<'_> {
    type Error = Failure;

    fn candidate(&self, commands: &[Command]) -> Vec<Command> {
        self.start.accepted(commands)
    }

    fn width(&self) -> usize {
        self.width
    }

    fn judge(&mut self, candidates: &[Vec<Command>]) -> Result<Option<Vec<bool>>, Failure> {
        let own = &*self;
        let verdicts: Result<Vec<bool>, Failure> = thread::scope(|scope| {
            let threads: Vec<_> = (0..)
                .zip(candidates)
                .map(|(number, candidate)| {
                    let judge = move || own.judge_one(number, candidate);
                    // Without a thread it is judged on this one.
                    thread::Builder::new().spawn_scoped(scope, judge).map_err(|_| judge())
                })
                .collect();
            let joined = threads.into_iter().map(|thread| match thread {
                Ok(thread) => {
                    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                }
                Err(verdict) => verdict,
            });
            joined.collect()
        });
        // A signal ends the judges too, and what they say then says nothing.
        if self.interrupted.is_set() { Ok(None) } else { verdicts.map(Some) }
    }

    fn report(&mut self, left: usize, judgements: u32) {
        let seconds = self.status.elapsed().as_secs();
        let judgements = self.heads + judgements;
        let line = format!("{left} commands left, {judgements} judgements, {seconds} s");
        self.status.update(&line);
    }
}

/// A path as one word of the shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.to_string_lossy().replace('\'', r"'\''"))
}
