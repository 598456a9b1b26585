//! `upkeeper replay import`: a run file of a code.

use std::io::{self, Read as _, Write as _};

use clap::Args;

use super::timed;
use crate::cli::inputs::STANDARD_INPUT;
use crate::cli::outputs::Out;
use crate::cli::{Answer, Content, Failure, Invocation, Output};
use crate::record::{Verification, VerifyLimits, outcome_words, verify};
use crate::save::{self, CodeEnd, RunCode, RunCodeError, SaveError};

/// What the code is called in messages.
const NAME: &str = "the code";

/// The longest text that is read, in bytes: a code, and white space as long again.
const MAX_TEXT_BYTES: u64 = 2 << 20;

#[derive(Debug, Args)]
pub struct ImportArgs {
    /// A code as `replay export --to code` prints it, - for one on the standard input
    #[arg(value_name = "CODE")]
    code: String,
    #[command(flatten)]
    out: Out,
}

pub(super) fn run(
    args: &ImportArgs,
    invocation: &Invocation,
    printed: &mut Output,
) -> Result<Answer, Failure> {
    let content = invocation.content()?;
    let code = read(&args.code)?;
    let verdict = verified(&code, &content)?;
    let bytes = save::write_code(&code, &args.out.path, args.out.overwrite())?;
    let header = &code.header;
    let (mode, seed) = (&header.setup.mode, header.setup.seed.with_word(header.word.as_deref()));
    let (out, outcome) = (args.out.name(), outcome_words(verdict.status));
    writeln!(
        printed,
        "{out}: true; {} {}, depth {}, seed {seed}, by {}; {outcome}, {} turns, {} of them worked, {} commands in \
         {bytes} bytes; digest {}",
        mode.name(),
        mode.kind(),
        mode.depth(),
        header.name,
        verdict.turns,
        verdict.worked_turns,
        verdict.commands,
        verdict.digest,
    )?;
    Ok(Answer::Yes)
}

fn read(code: &str) -> Result<RunCode, Failure> {
    let mut text = code.to_owned();
    if code == STANDARD_INPUT {
        let mut bytes = Vec::new();
        let read = io::stdin().lock().take(MAX_TEXT_BYTES + 1).read_to_end(&mut bytes);
        read.map_err(|error| Failure { code: 74, message: format!("standard input: {error}") })?;
        if bytes.len() as u64 > MAX_TEXT_BYTES {
            return Err(failure(&RunCodeError::TooLong));
        }
        text = String::from_utf8_lossy(&bytes).into_owned();
    }
    RunCode::of_text(&text).map_err(|error| failure(&error))
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
