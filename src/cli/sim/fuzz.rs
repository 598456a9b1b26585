//! `upkeeper sim --fuzz`: random and adversarial commands over all kinds and depths, or on journeys, with every invariant checked.
//!
//! The trial of a number is always the same, so that a failure can be had again by it. The first failure is minimised and
//! kept as a run file and as a script.

mod chooser;
mod failure;
mod journeys;
#[cfg(feature = "tui")]
mod screens;
mod trial;

use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::Path;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde::Serialize;

use crate::cli::interruption::Interruption;
use crate::cli::status_line::StatusLine;
use crate::cli::workers::{self, Ended};
use crate::cli::{Answer, Content, Failure, Format, Invocation, Output};
use base::{Purpose, Seed, Stream, path_text};
use content::Depth;
use engine::sim::Setup;
use failure::{Kept, KeptFiles, keep};
use runs::record::{Scripted, parse_script};
use runs::save::Overwrite;
use trial::{Finding, Trial, silence_panics};

/// A span of time: "90s", "10m", "2h"; a number alone is seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span(Duration);

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Span, String> {
        let units = [("s", 1), ("m", 60), ("h", 3_600)];
        let unit = units.into_iter().find_map(|(unit, of)| Some((text.strip_suffix(unit)?, of)));
        let (number, seconds) = unit.unwrap_or((text, 1));
        let number: u32 =
            number.parse().map_err(|_| "a time was expected, such as 90s, 10m or 2h".to_owned())?;
        Ok(Span(Duration::from_secs(u64::from(number) * seconds)))
    }
}

/// What to fuzz, and for how long.
pub(super) struct FuzzOptions<'a> {
    /// Journeys instead of shifts.
    pub is_of_journeys: bool,
    /// All kinds if there is none.
    pub kinds: &'a [String],
    /// All depths if there is none.
    pub depths: &'a [Depth],
    /// The seed of the first run; those of the others follow.
    pub seed: Seed,
    /// How many runs; without an end where not given.
    pub count: Option<u64>,
    pub span: Option<Span>,
    /// Commands of a run at most.
    pub max_commands: u32,
    /// Commands to check instead of random ones.
    pub script: Option<&'a Path>,
    /// The run file to keep the first failure in; one named by its seed where not given.
    pub save: Option<&'a Path>,
    pub overwrite: Overwrite,
    /// Runs at the same time.
    pub jobs: usize,
    pub format: Format,
}

#[derive(Serialize)]
struct FuzzReport {
    schema: &'static str,
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

/// Runs trials until one fails, the time is up or a signal comes.
pub(super) fn run(
    options: &FuzzOptions<'_>,
    invocation: &Invocation,
    content: &Content,
    out: &mut Output,
) -> Result<Answer, Failure> {
    silence_panics();
    if let Some(script) = options.script {
        return again(options, script, invocation, content, out);
    }
    if let Some(run) = options.save {
        // Not only after hours of play.
        KeptFiles::of(run)?.check(options.overwrite)?;
    }
    let interrupted = Interruption::by_signals();
    let played = AtomicU64::new(0);
    let mut status = StatusLine::new();
    let until = options.span.map_or(Duration::MAX, |Span(span)| span);
    let first = options.seed;
    let mut trials = 0;
    let count = options.count.unwrap_or(u64::MAX);
    let ended = workers::run_in_order(
        count,
        options.jobs,
        interrupted.flag(),
        |number| {
            let trial = trial(options, content, first.offset(number));
            let finding = trial.run();
            played.fetch_add(
                finding.as_ref().map_or_else(|found| found.commands.len(), |n| *n) as u64,
                Ordering::Relaxed,
            );
            (trial, finding)
        },
        |number, (trial, finding)| {
            trials = number + 1;
            let commands = played.load(Ordering::Relaxed);
            let elapsed = status.elapsed();
            let rate = commands / elapsed.as_secs().max(1);
            let left = until.checked_sub(elapsed).filter(|_| until < Duration::MAX);
            let left = left.map_or(String::new(), |left| format!(", {} s left", left.as_secs()));
            status.update(&format!("{trials} runs, {commands} commands, {rate} a second{left}"));
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
    let seconds = status.elapsed().as_secs();
    let failed = found.is_some();
    let failure = match found {
        None => None,
        Some((trial, finding)) => {
            status.update(&"a failure: searching for the commands that matter");
            let files = kept_at(options, &trial);
            let kept = files.and_then(|files| keep(&trial, &finding, files, options.overwrite));
            Some(tell(&kept.map_err(|failure| told_in(failure, &trial, &finding))?))
        }
    };
    status.clear();
    let seed = first.to_string();
    let schema = "upkeeper.fuzz/1";
    let report = FuzzReport { schema, seed, trials, commands, seconds, failure };
    print(&report, options.format, out)?;
    Ok(match (failed, interrupted.is_set() && options.span.is_some()) {
        (true, _) => Answer::No,
        (false, true) => interrupted.answer(trials, trials, "runs"),
        (false, false) => Answer::Yes,
    })
}

/// Plays a script of commands with every check.
fn again(
    options: &FuzzOptions<'_>,
    script: &Path,
    invocation: &Invocation,
    content: &Content,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let commands = parse_script(&super::script::read(script, invocation)?)?;
    let trial = trial(options, content, options.seed);
    match trial.check(&commands) {
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
fn trial<'a>(options: &FuzzOptions<'_>, content: &'a Content, seed: Seed) -> Trial<'a> {
    let catalog = &content.catalog;
    let max_commands = options.max_commands;
    if options.is_of_journeys {
        let mut setup = Setup::campaign(seed);
        setup.options.modded = content.modded;
        return Trial { setup, catalog, max_commands };
    }
    let mut stream = Stream::new(seed, Purpose::new("fuzz setup"), ());
    let kinds: Vec<&str> = match options.kinds {
        [] => catalog.levels.iter().map(|level| level.name.as_str()).collect(),
        kinds => kinds.iter().map(String::as_str).collect(),
    };
    let depths: Vec<Depth> = match options.depths {
        [] => (1..=Depth::DEEPEST_CONTENT.0).map(Depth).collect(),
        depths => depths.to_vec(),
    };
    let kind = stream.pick(&kinds).copied().unwrap_or_default();
    let depth = stream.pick(&depths).copied().unwrap_or(Depth::FIRST);
    let mut setup = Setup::shift(kind, depth, seed);
    setup.options.modded = content.modded;
    Trial { setup, catalog, max_commands }
}

/// The files for the failure of a trial: those asked for, or by its seed the first that are not there yet.
fn kept_at(options: &FuzzOptions<'_>, trial: &Trial<'_>) -> Result<KeptFiles, Failure> {
    if let Some(run) = options.save {
        return KeptFiles::of(run);
    }
    let seed = trial.setup.seed;
    let mut files = KeptFiles::of(Path::new(&format!("fuzz-{seed}.upk")))?;
    for number in 2.. {
        if options.overwrite == Overwrite::Force || !files.exist() {
            break;
        }
        files = KeptFiles::of(Path::new(&format!("fuzz-{seed}-{number}.upk")))?;
    }
    Ok(files)
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

fn tell(kept: &Kept) -> FailureReport {
    let Kept { setup, what, commands, files: KeptFiles { run, script } } = kept;
    let (kind, depth, seed) = (setup.mode.kind(), setup.mode.depth(), setup.seed);
    let script = script.display().to_string();
    let what_is_played = if setup.mode.is_journey() {
        "--mode campaign".to_owned()
    } else {
        format!("--kind {kind} --depth {depth}")
    };
    FailureReport {
        kind: kind.to_owned(),
        depth: depth.0,
        seed: seed.to_string(),
        what: what.clone(),
        commands: commands.iter().map(|&command| Scripted(command).to_string()).collect(),
        run: run.display().to_string(),
        reproduce: format!("upkeeper sim --fuzz {what_is_played} --seed {seed} --script {script}"),
        script,
    }
}

fn print(report: &FuzzReport, format: Format, out: &mut Output) -> Result<(), Failure> {
    if format == Format::Json {
        return out.json(report);
    }
    let FuzzReport { trials, commands, seconds, failure, .. } = report;
    writeln!(out, "{trials} runs, {commands} commands in {seconds} s")?;
    let Some(failure) = failure else {
        writeln!(out, "nothing found")?;
        return Ok(());
    };
    let FailureReport { kind, depth, seed, what, commands, run, script, reproduce } = failure;
    writeln!(out, "{kind}, depth {depth}, seed {seed}: {what}")?;
    writeln!(out, "{} commands are left, the last fails: {script}", commands.len())?;
    writeln!(out, "the run before it: {run}")?;
    writeln!(out, "again: {reproduce}")?;
    Ok(())
}
