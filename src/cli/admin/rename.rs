//! `upkeeper admin rename`.

use std::io::Write as _;

use clap::Args;
use serde::Serialize;

use super::options::AdminOptions;
use super::texts::{find_account, no};
use crate::cli::{Answer, Failure, Invocation, Output};
use base::sanitize;
use server::names::AccountName;

#[derive(Debug, Args)]
pub(crate) struct RenameArgs {
    /// The name of the account
    #[arg(value_name = "NAME")]
    name: String,
    /// The name that it is to have: 2 to 16 letters, digits, - and _
    #[arg(value_name = "NEW")]
    new: String,
    #[command(flatten)]
    options: AdminOptions,
}

#[derive(Serialize)]
struct RenameLine<'a> {
    schema: &'static str,
    id: String,
    before: &'a str,
    name: &'a str,
}

pub(super) fn run(
    args: &RenameArgs,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let new = AccountName::choose(&args.new)
        .map_err(|error| Failure::usage(&format_args!("{}: {error}", sanitize(&args.new))))?;
    let store = args.options.store.open(invocation)?;
    let account = find_account(&store, &args.name)?;
    if account.is_guest {
        return Err(no(format!("{} is a guest, who has no name to change", account.name)));
    }
    store.rename_account(account.id, new.as_str(), &new.skeleton())?;
    let (before, name) = (account.name.as_str(), new.as_str());
    if args.options.is_json() {
        let id = account.id.to_string();
        out.json(&RenameLine { schema: "upkeeper.rename/1", id, before, name })?;
    } else {
        writeln!(out, "{} is called {name} from now on.", sanitize(before))?;
    }
    Ok(Answer::Yes)
}
