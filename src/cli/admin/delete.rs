//! `upkeeper admin delete`.

use std::io::Write as _;
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use super::options::AdminOptions;
use super::texts::{count, find_account};
use crate::cli::{Answer, Failure, Invocation, Output};
use base::sanitize;
use server::bans::BanSubject;
use server::store::Standing;

/// How long a deleted account is banned, so that all front ends learn of it and end its sessions.
const FAREWELL: Duration = Duration::from_mins(5);

#[derive(Debug, Args)]
pub(crate) struct DeleteArgs {
    /// The name of the account
    #[arg(value_name = "NAME")]
    name: String,
    /// Deletes it; without this it is only said what would go
    #[arg(long)]
    yes: bool,
    #[command(flatten)]
    options: AdminOptions,
}

#[derive(Serialize)]
struct DeleteLine<'a> {
    schema: &'static str,
    id: String,
    name: &'a str,
    keys: usize,
    runs: usize,
    unfinished: usize,
    bytes: u64,
    deleted: bool,
}

pub(super) fn run(
    args: &DeleteArgs,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let store = args.options.store.open(invocation)?;
    let account = find_account(&store, &args.name)?;
    let (keys, runs) = (store.keys_of(account.id)?, store.runs_of(account.id)?);
    let mut line = DeleteLine {
        schema: "upkeeper.delete/1",
        id: account.id.to_string(),
        name: &account.name,
        keys: keys.len(),
        runs: runs.len(),
        unfinished: runs.iter().filter(|run| run.standing == Standing::Unfinished).count(),
        bytes: runs.iter().map(|run| run.bytes).sum(),
        deleted: false,
    };
    if args.yes {
        line.deleted = store.delete_account(account.id)?;
        let subject = BanSubject::Account(account.id).to_string();
        store.ban(&subject, "the account was deleted", Some(FAREWELL))?;
    }
    if args.options.is_json() {
        out.json(&line)?;
    } else {
        line.write(out)?;
    }
    Ok(if line.deleted { Answer::Yes } else { Answer::No })
}

impl DeleteLine<'_> {
    fn write(&self, out: &mut Output) -> Result<(), Failure> {
        let (keys, runs) = (count(self.keys as u64, "key"), count(self.runs as u64, "run"));
        let (unfinished, bytes) = (self.unfinished, self.bytes);
        let owned = format!(
            "{keys}, {runs} ({unfinished} unfinished) with {bytes} bytes, and their places on the boards"
        );
        let name = sanitize(self.name);
        if self.deleted {
            writeln!(out, "{name} is deleted: {owned}.")?;
        } else {
            writeln!(
                out,
                "{name} would go with all it owns: {owned}. Nothing was deleted: --yes does it."
            )?;
        }
        Ok(())
    }
}
