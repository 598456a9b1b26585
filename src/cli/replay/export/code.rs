//! A run as a line of text to paste.

use std::io::Write as _;

use crate::cli::{Failure, Output};
use runs::record::TimedRun;
use runs::save::{CodeEnd, RunCode, RunCodeError};

pub(super) fn write(name: &str, run: &TimedRun, out: &mut Output) -> Result<(), Failure> {
    let end = match run.ending() {
        Some(ending) => CodeEnd::Over(*ending),
        None => CodeEnd::Open(run.verification.digest),
    };
    let code = RunCode { header: run.header.clone(), entries: run.entries.clone(), end };
    let text = code.to_text().map_err(|error| {
        let code = if matches!(error, RunCodeError::Origin(_)) { 2 } else { 65 };
        Failure { code, message: format!("{name}: {error}") }
    })?;
    // Longer than lines of text may be, and nothing but letters, digits, - and _.
    writeln!(out.raw(), "{text}")?;
    Ok(())
}
