//! `upkeeper save minimise`: the few commands of a run with which a shell command still succeeds.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;
use std::process::{Command as Process, Stdio};
use std::thread;

use clap::Args;
use tempfile::TempDir;

use crate::cli::progress::{Interruption, Progress};
use crate::cli::run_files::{InAndOut, whole_run};
use crate::cli::workers::Jobs;
use crate::cli::{Answer, Call, Failure, Format, Invocation};
use base::{path_text, sanitize};
use engine::sim::Command;
use runs::record::{Judge, Minimised, RunStart, minimise};
use runs::save;

#[derive(Debug, Args)]
pub(crate) struct MinimiseArgs {
    #[command(flatten)]
    files: InAndOut,
    /// A shell command that exits with 0 as long as a run is of interest. `{}` in it, or
    /// $UPKEEPER_FILE, is the run file to judge. It must answer the same for the same file; where
    /// it may hang, begin it with `timeout`
    #[arg(long = "while", value_name = "CMD")]
    condition: String,
    /// Begins with the latest state of the run from which the rest of it is still of interest, as
    /// `save cut` would: fewer commands are left, and what led to the state is left out
    #[arg(long)]
    cut: bool,
    #[command(flatten)]
    jobs: Jobs,
    /// How to print what is left
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn run(args: &MinimiseArgs, call: &mut Call<'_>) -> Result<Answer, Failure> {
    let (source, out) = (args.files.open(call.invocation)?, &args.files.out);
    let content = call.invocation.content()?;
    let (recording, start) = whole_run(&source, &content)?;
    let interrupted = Interruption::by_signals();
    let width = args.jobs.count();
    let mut judge = ShellJudge::new(&args.condition, start, width, &interrupted, call.invocation)?;
    let commands = judge.candidate(recording.commands());
    let skipped = if args.cut { judge.skip_head(&commands) } else { Ok(0) };
    let minimised =
        skipped.and_then(|skipped| Ok((skipped, minimise(&commands[skipped..], &mut judge)?)));
    judge.progress.clear();
    let (skipped, minimised) = minimised?;
    let Some(Minimised { commands, judgements, is_complete }) = minimised else {
        let message = format!(
            "{}: the run itself is of no interest: “{}” does not exit with 0",
            source.name(),
            args.condition
        );
        return Err(Failure { code: 1, message });
    };
    if judgements == 0 {
        // Nothing is known of the run, so nothing is written.
        return Ok(interrupted.answer(0, 0, "judgements"));
    }
    let judgements = judge.heads + judgements;
    let mut session = save::draft_run(&judge.start, &out.path, out.overwrite())?;
    for &command in &commands {
        save::submit(&mut session, command)?;
    }
    session.sink_mut().install()?;
    session.sink_mut().sync()?;
    let (name, count, left) = (sanitize(&out.json_name()), recording.len(), commands.len());
    let from = match skipped {
        0 => String::new(),
        skipped => format!(" from the state after {skipped} on"),
    };
    let more = if is_complete { "" } else { "; interrupted, so there may be fewer" };
    let text =
        format!("{name}: {left} of {count} commands{from} after {judgements} judgements{more}");
    let facts = [
        ("file", source.name().into()),
        ("out", out.json_name().into()),
        ("commands", count.into()),
        // The commands before the state that it begins with, with --cut.
        ("skipped", skipped.into()),
        ("left", left.into()),
        ("judgements", judgements.into()),
        // Whether no single command of those left can be spared.
        ("complete", is_complete.into()),
    ];
    call.out.facts(args.format, "upkeeper.minimise/1", &facts, &text)?;
    if interrupted.is_set() {
        return Ok(interrupted.answer(u64::from(judgements), u64::from(judgements), "judgements"));
    }
    Ok(Answer::Yes)
}

/// What stands in the shell command for the file to judge.
const PLACEHOLDER: &str = "{}";
/// The variable of the environment that names it too.
const VARIABLE: &str = "UPKEEPER_FILE";

/// A shell command that judges runs in files of its own folder.
struct ShellJudge<'a> {
    condition: &'a str,
    /// Where the runs begin that are judged.
    start: RunStart,
    width: usize,
    interrupted: &'a Interruption,
    /// Goes when this does, with the runs in it.
    folder: JudgeFolder,
    progress: Progress,
    /// How often [`ShellJudge::skip_head`] has judged.
    heads: u32,
}

impl<'a> ShellJudge<'a> {
    fn new(
        condition: &'a str,
        start: RunStart,
        width: usize,
        interrupted: &'a Interruption,
        invocation: &Invocation,
    ) -> Result<ShellJudge<'a>, Failure> {
        let folder = JudgeFolder::create().map_err(|error| Failure {
            code: 73,
            message: format!("a temporary folder cannot be created: {error}"),
        })?;
        let progress = Progress::line(invocation);
        Ok(ShellJudge { condition, start, width, interrupted, folder, progress, heads: 0 })
    }

    /// Lets the runs begin with the latest state of the run from which the rest of its commands is
    /// of interest, and returns how many commands led there. It is bisected for, as if from every
    /// state before such a one the rest were so, too.
    fn skip_head(&mut self, commands: &[Command]) -> Result<usize, Failure> {
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

    fn judge_one(&self, number: usize, commands: &[Command]) -> Result<bool, Failure> {
        let path = self.folder.folder.path().join(format!("{number}.upk"));
        let bytes = save::encode_run(&self.start, commands)?;
        let written = fs::write(&path, bytes);
        written.map_err(|error| Failure {
            code: 74,
            message: format!("{}: {error}", path_text(&path)),
        })?;
        let condition = self.condition.replace(PLACEHOLDER, &quoted(&path));
        let ended = Process::new("sh")
            .args(["-c", &condition])
            .env(VARIABLE, &path)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        ended.map(|status| status.success()).map_err(|error| Failure {
            code: 74,
            message: format!("sh cannot be started to judge: {error}"),
        })
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
        let seconds = self.progress.elapsed().as_secs();
        let judgements = self.heads + judgements;
        self.progress.tell(format!("{left} commands left, {judgements} judgements, {seconds} s"));
    }
}

/// A path as one word of the shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.to_string_lossy().replace('\'', r"'\''"))
}

/// How the names of the folders begin in which runs are judged.
const PREFIX: &str = "upkeeper-minimise-";
/// The file that is locked as long as the folder is in use.
const LOCK: &str = "lock";

/// A folder that goes when this does.
struct JudgeFolder {
    folder: TempDir,
    /// Held until the folder is gone.
    _lock: File,
}

impl JudgeFolder {
    /// Creates it, after those of killed processes have been removed.
    fn create() -> io::Result<JudgeFolder> {
        remove_leftovers(&std::env::temp_dir());
        loop {
            let folder = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
            let path = folder.path().join(LOCK);
            let lock = File::create_new(&path)?;
            // Where files cannot be locked, folders stay behind.
            let is_taken = matches!(lock.try_lock(), Err(TryLockError::WouldBlock));
            if !is_taken && path.exists() {
                return Ok(JudgeFolder { folder, _lock: lock });
            }
            // Another process took it for a leftover before it was locked, and removes it.
        }
    }
}

/// Removes the folders whose lock nobody holds. One that is just being created has none yet, and
/// stays.
fn remove_leftovers(temporary: &Path) {
    for entry in fs::read_dir(temporary).into_iter().flatten().filter_map(Result::ok) {
        let is_ours = entry.file_name().to_str().is_some_and(|name| name.starts_with(PREFIX));
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_ours
            && is_folder
            && let Ok(lock) = File::open(entry.path().join(LOCK))
            && lock.try_lock().is_ok()
        {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}
