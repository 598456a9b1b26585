//! `upkeeper admin check`, `reverify` and `prune`.

use std::io::Write as _;

use clap::Args;
use serde::Serialize;

use super::options::AdminOptions;
use super::texts::count;
use crate::cli::{Answer, Failure, Invocation, Output};
use base::sanitize;
use runs::record::Ruleset;

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    options: AdminOptions,
}

#[derive(Debug, Args)]
pub(crate) struct ReverifyArgs {
    #[command(flatten)]
    options: AdminOptions,
}

#[derive(Debug, Args)]
pub(crate) struct PruneArgs {
    #[command(flatten)]
    options: AdminOptions,
}

#[derive(Serialize)]
struct CheckLine {
    schema: &'static str,
    store: String,
    damage: Vec<String>,
}

/// Looks for damage.
pub(super) fn check(
    args: &CheckArgs,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let store = args.options.store.open(invocation)?;
    let (damage, name) = (store.find_damage()?, store.description().to_owned());
    let is_whole = damage.is_empty();
    if args.options.is_json() {
        out.json(&CheckLine { schema: "upkeeper.check/1", store: name, damage })?;
    } else if is_whole {
        writeln!(out, "{}: no damage was found.", sanitize(&name))?;
    } else {
        for line in &damage {
            writeln!(out, "{}: {}", sanitize(&name), sanitize(line))?;
        }
    }
    if is_whole { Ok(Answer::Yes) } else { Err(Failure::printed(65)) }
}

#[derive(Serialize)]
struct ReverifyLine {
    schema: &'static str,
    ruleset: String,
    runs: u64,
}

/// Has the runs of this program's ruleset verified again.
pub(super) fn reverify(
    args: &ReverifyArgs,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let content = invocation.content()?;
    if content.modded {
        return Err(Failure::usage(&"a server serves the built-in content: leave --data out"));
    }
    let store = args.options.store.open(invocation)?;
    let ruleset = Ruleset::of(&content.catalog).to_string();
    let runs = store.reverify_all(&ruleset)?;
    if args.options.is_json() {
        out.json(&ReverifyLine { schema: "upkeeper.reverify/1", ruleset, runs })?;
    } else {
        let runs = count(runs, "run");
        writeln!(out, "{runs} of ruleset {ruleset} to verify again; on no board until then.")?;
    }
    Ok(Answer::Yes)
}

#[derive(Serialize)]
struct PruneLine {
    schema: &'static str,
    guests: u64,
}

/// Deletes what has had its time.
pub(super) fn prune(
    args: &PruneArgs,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let store = args.options.store.open(invocation)?;
    let guests = store.prune()?;
    if args.options.is_json() {
        out.json(&PruneLine { schema: "upkeeper.prune/1", guests })?;
    } else {
        writeln!(out, "{} deleted, with all they owned.", count(guests, "guest"))?;
    }
    Ok(Answer::Yes)
}
