//! `upkeeper replay import`: a run file of a code.

use std::path::Path;

use clap::Args;

use super::timed;
use crate::cli::inputs::{self, STANDARD_INPUT};
use crate::cli::mode_words::mode_words;
use crate::cli::outputs::{Out, ReportFormat, WrittenRun};
use crate::cli::{Answer, Content, Failure, Invocation, Output};
use runs::record::{Verification, VerifyLimits, outcome_words, verify};
use runs::save::{self, CodeEnd, RunCode, RunCodeError, SaveError};

/// What the code is called in messages.
const NAME: &str = "the code";

/// The longest text that is read, in bytes: a code, and white space as long again.
const MAX_TEXT_BYTES: u64 = 2 << 20;

#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// A code as `replay export --to code` prints it, - for one on the standard input
    #[arg(value_name = "CODE")]
    code: String,
    #[command(flatten)]
    out: Out,
    #[command(flatten)]
    format: ReportFormat,
}

pub(super) fn run(
    args: &ImportArgs,
    invocation: &Invocation,
    printed: &mut Output,
) -> Result<Answer, Failure> {
    let content = invocation.content()?;
    let code = read(&args.code, invocation)?;
    let verdict = verified(&code, &content)?;
    let bytes = save::write_code(&code, &args.out.path, args.out.overwrite())?;
    let header = &code.header;
    let written = WrittenRun::of_verified(&args.out, header, &verdict, bytes);
    let (mode, seed) = (&header.setup.mode, header.setup.seed.with_word(header.word.as_deref()));
    let (out, outcome) = (args.out.name(), outcome_words(verdict.status));
    let words = format!(
        "{out}: true; {}, {}, depth {}, seed {seed}, by {}; {outcome}, {} turns, {} of them worked, {} commands in \
         {bytes} bytes; digest {}",
        mode_words(mode.name(), mode.day()),
        mode.kind(),
        mode.depth(),
        header.name,
        verdict.turns,
        verdict.worked_turns,
        verdict.commands,
        verdict.digest,
    );
    args.format.report(&written, &words, printed)?;
    Ok(Answer::Yes)
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
///
/// # Errors
/// The answer no, for a run that is not what its code claims.
fn verified(code: &RunCode, content: &Content) -> Result<Verification, Failure> {
    let frames = code.frames().map(Ok::<_, SaveError>);
    let limits = VerifyLimits::default();
    let verdict = verify(&code.header, &content.catalog, content.modded, limits, frames)
        .map_err(|error| save::verify_error(NAME, error))?;
    if !verdict.is_true() {
        return Err(timed::untrue(NAME, &verdict));
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
