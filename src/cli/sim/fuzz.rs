//! `upkeeper sim --fuzz`: random and adversarial commands over all kinds and depths, or on
//! journeys, with every invariant checked.
//!
//! The trial of a number is always the same, so that a failure can be had again by it. The first
//! failure is minimised and kept as a run file and as a script.

mod chooser;
mod journeys;
#[cfg(feature = "tui")]
mod screens;
mod trial;

use std::convert::Infallible;
use std::fmt;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde::Serialize;

use super::args::Args;
use super::play::read_script;
use crate::cli::options::Span;
use crate::cli::progress::{Interruption, Progress};
use crate::cli::workers::{self, Ended};
use crate::cli::{Answer, Call, Content, Failure, Report};
use base::{Purpose, Seed, Stream, path_text};
use content::Depth;
use engine::sim::{Command, Setup};
use runs::record::{Judge, Minimised, RunHeader, Scripted, Session, minimise, parse_script};
use runs::save::{self, FileDraft, Overwrite, RunWriter};
use trial::{Finding, Trial, silence_panics};

/// Commands of a run at most: nearly all are over before.
const MAX_COMMANDS: u32 = 1_500;
/// The same of a journey.
const MAX_COMMANDS_OF_JOURNEYS: u32 = 5_000;

/// Judgements after which the search for the commands that matter ends with what it has.
const MAX_JUDGEMENTS: u32 = 3_000;

#[derive(Serialize)]
struct FuzzReport {
    seed: String,
    trials: u64,
    commands: u64,
    seconds: u64,
    failure: Option<FailureReport>,
}

#[derive(Serialize)]
struct FailureReport {
    kind: String,
    depth: u8,
    seed: String,
    what: String,
    /// The commands that are left of it, the one that fails last.
    commands: Vec<String>,
    run: String,
    script: String,
    reproduce: String,
}

impl Report for FuzzReport {
    const SCHEMA: &'static str = "upkeeper.fuzz/1";

    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FuzzReport { trials, commands, seconds, failure, .. } = self;
        writeln!(f, "{trials} runs, {commands} commands in {seconds} s")?;
        let Some(failure) = failure else { return writeln!(f, "nothing found") };
        let FailureReport { kind, depth, seed, what, commands, run, script, reproduce } = failure;
        writeln!(f, "{kind}, depth {depth}, seed {seed}: {what}")?;
        writeln!(f, "{} commands are left, the last fails: {script}", commands.len())?;
        writeln!(f, "the run before it: {run}")?;
        writeln!(f, "again: {reproduce}")
    }
}

/// Runs trials until one fails, the time is up or a signal comes. A `--count` of 1, which is the
/// default, does not limit their number.
pub(super) fn run(args: &Args, content: &Content, call: &mut Call<'_>) -> Result<Answer, Failure> {
    silence_panics();
    if let Some(script) = &args.script {
        return again(args, script, content, call);
    }
    let overwrite = args.force.overwrite();
    if let Some(run) = &args.save {
        // Not only after hours of play.
        KeptFiles::of(run)?.check(overwrite)?;
    }
    let interrupted = Interruption::by_signals();
    let played = AtomicU64::new(0);
    let progress = Progress::line(call.invocation);
    let until = args.span.map_or(Duration::MAX, |Span(span)| span);
    let first = args.seed.seed;
    let mut trials = 0;
    let ended = workers::run_in_order(
        if args.count > 1 { args.count } else { u64::MAX },
        args.jobs.count(),
        interrupted.flag(),
        |number| {
            let trial = trial(args, content, first.offset(number));
            let finding = trial.run();
            let commands =
                finding.as_ref().map_or_else(|found| found.commands.len(), |count| *count);
            played.fetch_add(commands as u64, Ordering::Relaxed);
            (trial, finding)
        },
        |number, (trial, finding)| {
            trials = number + 1;
            let commands = played.load(Ordering::Relaxed);
            let elapsed = progress.elapsed();
            let rate = commands / elapsed.as_secs().max(1);
            let left = until.checked_sub(elapsed).filter(|_| until < Duration::MAX);
            let left = left.map_or(String::new(), |left| format!(", {} s left", left.as_secs()));
            progress.tell(format!("{trials} runs, {commands} commands, {rate} a second{left}"));
            match finding {
                Err(finding) => ControlFlow::Break(Some((trial, finding))),
                Ok(_) if elapsed >= until => ControlFlow::Break(None),
                Ok(_) => ControlFlow::Continue(()),
            }
        },
    );
    let found = match ended {
        Ended::Stopped(found) => found,
        Ended::Done | Ended::Interrupted => None,
    };
    let commands = played.load(Ordering::Relaxed);
    let seconds = progress.elapsed().as_secs();
    let failure = found.map(|(trial, finding)| {
        progress.tell("a failure: searching for the commands that matter".to_owned());
        let files = KeptFiles::find(args, &trial);
        let kept = files.and_then(|files| keep(&trial, &finding, &files, overwrite));
        kept.map_err(|failure| told_in(failure, &trial, &finding))
    });
    progress.clear();
    let seed = first.to_string();
    let report = FuzzReport { seed, trials, commands, seconds, failure: failure.transpose()? };
    call.out.report(args.format, &report)?;
    Ok(match (report.failure, interrupted.is_set() && args.span.is_some()) {
        (Some(_), _) => Answer::No,
        (None, true) => interrupted.answer(trials, trials, "runs"),
        (None, false) => Answer::Yes,
    })
}

fn again(
    args: &Args,
    script: &Path,
    content: &Content,
    call: &mut Call<'_>,
) -> Result<Answer, Failure> {
    let commands = parse_script(&read_script(script, call.invocation)?)?;
    let out = &mut *call.out;
    match trial(args, content, args.seed.seed).check(&commands) {
        None => {
            writeln!(out, "{}: {} commands, nothing found", path_text(script), commands.len())?;
            Ok(Answer::Yes)
        }
        Some(Finding { what, commands }) => {
            let last = commands.last().map_or(String::new(), |&last| Scripted(last).to_string());
            writeln!(out, "command {}, {last}: {what}", commands.len())?;
            Ok(Answer::No)
        }
    }
}

/// The trial of a seed: kinds and depths in turn by chance, unless the command line says which.
fn trial<'a>(args: &Args, content: &'a Content, seed: Seed) -> Trial<'a> {
    let catalog = &content.catalog;
    let is_journey = args.mode == "campaign";
    let mut setup = if is_journey {
        Setup::campaign(seed)
    } else {
        let mut stream = Stream::new(seed, Purpose::new("fuzz setup"), ());
        let kinds: Vec<&str> = match &args.kind[..] {
            [] => catalog.levels.iter().map(|level| level.name.as_str()).collect(),
            kinds => kinds.iter().map(String::as_str).collect(),
        };
        let depths: Vec<Depth> = match &args.depth[..] {
            [] => (1..=Depth::DEEPEST_CONTENT.0).map(Depth).collect(),
            depths => depths.to_vec(),
        };
        let kind = stream.pick(&kinds).copied().unwrap_or_default();
        let depth = stream.pick(&depths).copied().unwrap_or(Depth::FIRST);
        Setup::shift(kind, depth, seed)
    };
    setup.options.modded = content.modded;
    let max_commands = if is_journey { MAX_COMMANDS_OF_JOURNEYS } else { MAX_COMMANDS };
    Trial { setup, catalog, max_commands: args.commands.min(max_commands) }
}

/// The failure to keep what was found, with that in its message, so that it is not lost.
fn told_in(failure: Failure, trial: &Trial<'_>, finding: &Finding) -> Failure {
    let Failure { code, message: why } = failure;
    let (mode, seed, what) = (&trial.setup.mode, trial.setup.seed, &finding.what);
    let (kind, depth) = (mode.kind(), mode.depth());
    Failure {
        code,
        message: format!("{why}; not kept: {kind}, depth {depth}, seed {seed}: {what}"),
    }
}

struct KeptFiles {
    /// The run up to the last command.
    run: PathBuf,
    /// All commands.
    script: PathBuf,
}

impl KeptFiles {
    /// A run file, and the script beside it.
    /// Errors: refuses a run file that has the name of a script.
    fn of(run: &Path) -> Result<KeptFiles, Failure> {
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
    fn check(&self, overwrite: Overwrite) -> Result<(), Failure> {
        for path in [&self.run, &self.script] {
            save::create_folder_of(path)?;
            FileDraft::begin(path, overwrite)?;
        }
        Ok(())
    }

    /// Those for the failure of a trial: the ones asked for, or by its seed the first that are not
    /// there yet.
    fn find(args: &Args, trial: &Trial<'_>) -> Result<KeptFiles, Failure> {
        if let Some(run) = &args.save {
            return KeptFiles::of(run);
        }
        let seed = trial.setup.seed;
        let is_there = |path: &PathBuf| path.symlink_metadata().is_ok();
        let mut files = KeptFiles::of(Path::new(&format!("fuzz-{seed}.upk")))?;
        let mut number = 2;
        while args.force.overwrite() == Overwrite::Never
            && [&files.run, &files.script].into_iter().any(is_there)
        {
            files = KeptFiles::of(Path::new(&format!("fuzz-{seed}-{number}.upk")))?;
            number += 1;
        }
        Ok(files)
    }
}

/// Searches for the commands that matter for a failure, and writes them as a run file and as a
/// script beside it.
fn keep(
    trial: &Trial<'_>,
    found: &Finding,
    files: &KeptFiles,
    overwrite: Overwrite,
) -> Result<FailureReport, Failure> {
    let mut judge = SameCause { trial, cause: Finding::cause(&found.what), judgements: 0 };
    // A failure of states that are audited rarely shows earlier, or under another name, when they
    // are audited always.
    let Ok(minimised) = minimise(&found.commands, &mut judge);
    let commands =
        minimised.map_or_else(|| found.commands.clone(), |Minimised { commands, .. }| commands);
    let what = trial.check(&commands).map_or_else(|| found.what.clone(), |finding| finding.what);
    let lines: Vec<String> =
        commands.iter().map(|&command| Scripted(command).to_string()).collect();
    let text = lines.join("\n") + "\n";
    save::write_file(&files.script, text.as_bytes(), overwrite)?;
    save::write_file(&files.run, &before_the_last(trial, &commands)?, overwrite)?;
    let Setup { mode, seed, .. } = &trial.setup;
    let (kind, depth, script) = (mode.kind(), mode.depth(), files.script.display());
    let played = if mode.is_journey() {
        "--mode campaign".to_owned()
    } else {
        format!("--kind {kind} --depth {depth}")
    };
    Ok(FailureReport {
        kind: kind.to_owned(),
        depth: depth.0,
        seed: seed.to_string(),
        what,
        commands: lines,
        run: files.run.display().to_string(),
        script: script.to_string(),
        reproduce: format!("upkeeper sim --fuzz {played} --seed {seed} --script {script}"),
    })
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
