//! `upkeeper save load`: a run file made of a dump.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use serde_json::Value;

use super::made;
use crate::cli::outputs::{Out, ReportFormat};
use crate::cli::{Answer, Failure, Invocation, Output, inputs};
use base::path_text;

/// Bytes of the largest dump that is read: several times that of the largest floor.
const MAX_DUMP_BYTES: u64 = 64 << 20;

#[derive(Debug, Args)]
pub(crate) struct LoadArgs {
    /// A dump as `save dump` prints it, edited or not; `-` reads the standard input
    #[arg(value_name = "DUMP", value_hint = ValueHint::FilePath)]
    dump: PathBuf,
    #[command(flatten)]
    out: Out,
    #[command(flatten)]
    format: ReportFormat,
}

pub(super) fn run(
    args: &LoadArgs,
    invocation: &Invocation,
    printed: &mut Output,
) -> Result<Answer, Failure> {
    let content = invocation.content()?;
    let name = path_text(&args.dump);
    let text = inputs::read_text(&args.dump, MAX_DUMP_BYTES, invocation)?;
    let dump: Value = serde_json::from_str(&text)
        .map_err(|error| Failure { code: 65, message: format!("{name}: no dump: {error}") })?;
    made::write(&dump, &name, &content, &args.out, args.format, printed)
}
