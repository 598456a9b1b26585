//! `upkeeper admin compare`.

use std::io::Write as _;

use clap::Args;
use serde::Serialize;

use super::options::AdminOptions;
use super::texts::count;
use crate::cli::store_args::open_existing;
use crate::cli::{Answer, Failure, Invocation, Output};

/// How many of the rows that differ are told in words.
const MAX_TOLD: usize = 10;

#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// The other database: sqlite:PATH or postgres://…
    #[arg(value_name = "URL")]
    url: String,
    #[command(flatten)]
    options: AdminOptions,
}

#[derive(Serialize)]
struct CompareLine {
    schema: &'static str,
    equal: u64,
    different: u64,
    /// The first of the rows that differ.
    examples: Vec<String>,
}

pub(super) fn run(
    args: &CompareArgs,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let first = args.options.store.open(invocation)?;
    let second = open_existing(&args.url, invocation)?;
    let comparison = first.compare(&second)?;
    let examples: Vec<String> = comparison.examples.iter().map(ToString::to_string).collect();
    let (equal, different) = (comparison.equal, comparison.different);
    if args.options.is_json() {
        out.json(&CompareLine { schema: "upkeeper.compare-stores/1", equal, different, examples })?;
    } else {
        for example in examples.iter().take(MAX_TOLD) {
            writeln!(out, "{example}")?;
        }
        writeln!(out, "{} equal, {different} different.", count(equal, "row"))?;
    }
    Ok(if different == 0 { Answer::Yes } else { Answer::No })
}
