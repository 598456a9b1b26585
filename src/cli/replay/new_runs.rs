//! Run files that are made of runs: `replay branch`, `rebase` and `import`.

use std::fmt;
use std::path::Path;

use clap::Args;
use serde::Serialize;

use super::splits::untrue;
use crate::cli::inputs::{self, STANDARD_INPUT};
use crate::cli::run_files::{
    InAndOut, Out, ReportFormat, StateToWrite, WrittenRun, finish_run, reach_whole, whole_run,
};
use crate::cli::run_report::setup_words;
use crate::cli::{Answer, Call, Content, Failure, Format, Invocation, Report};
use base::sanitize;
use engine::view::describe_refusal;
use runs::record::{Misfit, Refit, Scripted, Verification, VerifyLimits, outcome_words, verify};
use runs::save::{self, CodeEnd, RunCode, RunCodeError, SaveError};

/// What the code is called in messages.
const NAME: &str = "the code";

/// The longest text that is read, in bytes: a code, and white space as long again.
const MAX_TEXT_BYTES: u64 = 2 << 20;

pub(super) fn branch(args: &StateToWrite, call: &mut Call<'_>) -> Result<Answer, Failure> {
    if args.place.is_end() {
        return Err(Failure::usage(&"branch where? Say --turn N or --command N"));
    }
    let (source, out) = (args.files.open(call.invocation)?, &args.files.out);
    let catalog = call.invocation.catalog()?;
    let replay = reach_whole(&source, args.place, &catalog)?;
    let (commands, turn) = (replay.at(), replay.turn());
    let session = out.write_branch(replay, &catalog)?;
    let out = out.name();
    let words = format!("{out}: the same run up to turn {turn}, {commands} commands; unranked");
    finish_run(session, words, args.report.format, call)
}

#[derive(Debug, Args)]
pub(crate) struct RebaseArgs {
    #[command(flatten)]
    files: InAndOut,
    /// Goes on past commands that no longer fit, without them
    #[arg(long)]
    skip: bool,
    /// How to print what became of the commands
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Serialize)]
struct RebaseReport {
    file: String,
    out: String,
    /// The ruleset of the run, and that of this program.
    from: String,
    to: String,
    commands: u32,
    /// The commands that were carried out.
    fit: u32,
    /// The first command that no longer fits, or all of them with `--skip`.
    rejected: Vec<MisfitLine>,
}

#[derive(Serialize)]
struct MisfitLine {
    number: u32,
    turn: u32,
    command: String,
    reason: String,
}

pub(super) fn rebase(args: &RebaseArgs, call: &mut Call<'_>) -> Result<Answer, Failure> {
    let (source, out) = (args.files.open(call.invocation)?, &args.files.out);
    let content = call.invocation.content()?;
    let (recording, start) = whole_run(&source, &content)?;
    let mut session = save::draft_run(&start, &out.path, out.overwrite())?;
    let refit = start
        .refit(recording.commands(), args.skip, |command| save::submit(&mut session, command))?;
    session.sink_mut().install()?;
    session.sink_mut().sync()?;
    let Refit { fit, rejected } = refit;
    let rejected = rejected.into_iter().map(|Misfit { number, turn, command, reject }| {
        let reason = describe_refusal(reject, &content.catalog);
        MisfitLine { number, turn, command: Scripted(command).to_string(), reason }
    });
    let report = RebaseReport {
        file: source.name().to_owned(),
        out: out.json_name(),
        from: recording.header().ruleset.to_string(),
        to: start.header().ruleset.to_string(),
        commands: recording.len(),
        fit,
        rejected: rejected.collect(),
    };
    call.out.report(args.format, &report)?;
    Ok(if report.rejected.is_empty() { Answer::Yes } else { Answer::No })
}

impl Report for RebaseReport {
    const SCHEMA: &'static str = "upkeeper.rebase/1";

    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for MisfitLine { number, turn, command, reason } in &self.rejected {
            writeln!(f, "command {number}, turn {turn}: {command} no longer fits: {reason}")?;
        }
        let RebaseReport { from, to, commands, fit, .. } = self;
        let rules = if from == to { to.clone() } else { format!("{from} → {to}") };
        let out = sanitize(&self.out);
        writeln!(f, "{out}: {fit} of {commands} commands, ruleset {rules}; unranked")
    }
}

#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// A code as `replay export --to code` prints it, - for one on the standard input
    #[arg(value_name = "CODE")]
    code: String,
    #[command(flatten)]
    out: Out,
    #[command(flatten)]
    report: ReportFormat,
}

pub(super) fn import(args: &ImportArgs, call: &mut Call<'_>) -> Result<Answer, Failure> {
    let content = call.invocation.content()?;
    let code = read(&args.code, call.invocation)?;
    let verdict = verified(&code, &content)?;
    let bytes = save::write_code(&code, &args.out.path, args.out.overwrite())?;
    let header = &code.header;
    let (setup, outcome) = (setup_words(header), outcome_words(verdict.status));
    let Verification { turns, worked_turns, commands, digest, state, .. } = verdict;
    let (out, name) = (args.out.name(), &header.name);
    let words = format!(
        "{out}: true; {setup}, by {name}; {outcome}, {turns} turns, {worked_turns} of them \
         worked, {commands} commands in {bytes} bytes; digest {digest}"
    );
    let written = WrittenRun {
        file: args.out.json_name(),
        origin: header.origin.name(),
        turns: turns.0,
        worked_turns: worked_turns.0,
        commands,
        bytes,
        digest: digest.to_string(),
        state: state.to_string(),
        words,
    };
    call.out.report(args.report.format, &written)
}

fn read(code: &str, invocation: &Invocation) -> Result<RunCode, Failure> {
    let piped = (code == STANDARD_INPUT)
        .then(|| inputs::read_text(Path::new(STANDARD_INPUT), MAX_TEXT_BYTES, invocation));
    let piped = piped.transpose()?;
    RunCode::of_text(piped.as_deref().unwrap_or(code)).map_err(|error| failure(&error))
}

fn failure(error: &RunCodeError) -> Failure {
    let code = if matches!(error, RunCodeError::NewerVersion { .. }) { 69 } else { 65 };
    Failure { code, message: format!("{NAME}: {error}") }
}

/// Plays the run of a code again.
/// Errors: the answer no, for a run that is not what its code claims.
fn verified(code: &RunCode, content: &Content) -> Result<Verification, Failure> {
    let frames = code.frames().map(Ok::<_, SaveError>);
    let limits = VerifyLimits::default();
    let verdict = verify(&code.header, &content.catalog, content.modded, limits, frames)
        .map_err(|error| save::verify_error(NAME, error))?;
    if !verdict.is_true() {
        return Err(untrue(NAME, &verdict));
    }
    match code.end {
        CodeEnd::Open(claimed) if claimed != verdict.digest => {
            let found = verdict.digest;
            let message = format!("{NAME}: it is not true: recorded {claimed}, found {found}");
            Err(Failure { code: 1, message })
        }
        _ => Ok(verdict),
    }
}
