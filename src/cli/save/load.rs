//! `upkeeper save load`: a run file made of a dump.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::Value;

use super::made;
use crate::cli::{Answer, Failure, Invocation, Output};

/// Bytes of the largest dump that is read: several times that of the largest floor.
const MAX_DUMP_BYTES: u64 = 64 << 20;

#[derive(Debug, Args)]
pub struct LoadArgs {
    /// A dump as `save dump` prints it, edited or not; `-` reads the standard input
    #[arg(value_name = "DUMP")]
    dump: PathBuf,
    /// The run file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(super) fn run(
    args: &LoadArgs,
    invocation: &Invocation,
    printed: &mut Output,
) -> Result<Answer, Failure> {
    let content = invocation.content()?;
    let name = args.dump.display().to_string();
    let text = read(&args.dump)?;
    let dump: Value = serde_json::from_str(&text)
        .map_err(|error| Failure { code: 65, message: format!("{name}: no dump: {error}") })?;
    made::write(&dump, &name, &content, &args.out, printed)
}

fn read(path: &Path) -> Result<String, Failure> {
    let failure = |error: io::Error| match error.kind() {
        io::ErrorKind::InvalidData => {
            Failure { code: 65, message: format!("{}: no text", path.display()) }
        }
        _ => Failure::read(path, &error),
    };
    let mut text = String::new();
    let source: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(path).map_err(failure)?)
    };
    source.take(MAX_DUMP_BYTES + 1).read_to_string(&mut text).map_err(failure)?;
    if text.len() as u64 > MAX_DUMP_BYTES {
        let message = format!("{}: longer than any dump, {MAX_DUMP_BYTES} bytes", path.display());
        return Err(Failure { code: 65, message });
    }
    Ok(text)
}
