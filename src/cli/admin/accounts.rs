//! `upkeeper admin accounts`, `account`, `rename` and `delete`.

use std::fmt;
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use super::desk::{Desk, count, find_account, moment, no};
use crate::cli::{Answer, Failure, Report};
use base::sanitize;
use server::bans::BanSubject;
use server::names::AccountName;
use server::store::{Account, Key, RunRow, Standing};

/// How long a deleted account is banned, so that all front ends learn of it and end its sessions.
const FAREWELL: Duration = Duration::from_mins(5);

#[derive(Debug, Args)]
pub(crate) struct AccountsArgs {
    /// Only accounts whose names come after this one
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    after: String,
    /// No more than this many
    #[arg(long, value_name = "N", default_value_t = 100)]
    limit: u32,
}

#[derive(Debug, Args)]
pub(crate) struct AccountArgs {
    /// The name of the account
    #[arg(value_name = "NAME")]
    name: String,
}

/// An account in JSON.
#[derive(Serialize)]
struct AccountLine<'a> {
    id: String,
    name: &'a str,
    created: String,
    guest: bool,
    /// When a guest goes.
    expires: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    keys: Option<Vec<KeyLine<'a>>>,
    /// The keys that it offers a place to, which are not its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    offers: Option<Vec<OfferLine<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    runs: Option<Vec<RunLine<'a>>>,
}

#[derive(Serialize)]
struct KeyLine<'a> {
    fingerprint: &'a str,
    label: &'a str,
    added: String,
}

#[derive(Serialize)]
struct OfferLine<'a> {
    fingerprint: &'a str,
    label: &'a str,
    offered: String,
}

#[derive(Serialize)]
struct RunLine<'a> {
    run: String,
    origin: &'static str,
    mode: &'a str,
    kind: &'a str,
    depth: u32,
    seed: &'a str,
    turn: u32,
    bytes: u64,
    ranked: bool,
    begun: String,
    ended: Option<String>,
    standing: &'static str,
    /// Why it is damaged or not true.
    reason: Option<&'a str>,
}

impl AccountLine<'_> {
    fn of(account: &Account) -> AccountLine<'_> {
        AccountLine {
            id: account.id.to_string(),
            name: &account.name,
            created: moment(account.created),
            guest: account.is_guest(),
            expires: account.expires.map(moment),
            keys: None,
            offers: None,
            runs: None,
        }
    }
}

impl Report for AccountLine<'_> {
    const SCHEMA: &'static str = "upkeeper.account/1";
}

impl fmt::Display for AccountLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AccountLine { created, keys, offers, runs, .. } = self;
        let end = self.expires.as_ref().map(|end| format!(", a guest until {end}"));
        let (name, end) = (sanitize(self.name), end.unwrap_or_default());
        writeln!(f, "{name:<16}  made {created}{end}")?;
        let (Some(keys), Some(offers), Some(runs)) = (keys, offers, runs) else { return Ok(()) };
        writeln!(f, "Keys: {}", keys.len())?;
        for KeyLine { fingerprint, label, added } in keys {
            writeln!(f, "  {}  {}, added {added}", sanitize(fingerprint), sanitize(label))?;
        }
        for OfferLine { fingerprint, label, offered } in offers {
            let (fingerprint, label) = (sanitize(fingerprint), sanitize(label));
            writeln!(f, "  {fingerprint}  {label}, not its own: only offered a place {offered}")?;
        }
        writeln!(f, "Runs: {}", runs.len())?;
        runs.iter().try_for_each(|run| writeln!(f, "{run}"))
    }
}

impl KeyLine<'_> {
    fn of(key: &Key) -> KeyLine<'_> {
        KeyLine { fingerprint: &key.fingerprint, label: &key.label, added: moment(key.added) }
    }
}

impl OfferLine<'_> {
    fn of(key: &Key) -> OfferLine<'_> {
        OfferLine { fingerprint: &key.fingerprint, label: &key.label, offered: moment(key.added) }
    }
}

impl RunLine<'_> {
    fn of(run: &RunRow) -> RunLine<'_> {
        let (standing, reason) = match &run.standing {
            Standing::Unfinished => ("unfinished", None),
            Standing::Damaged(why) => ("damaged", Some(why.as_str())),
            Standing::Unverified => ("unverified", None),
            Standing::True => ("true", None),
            Standing::Untrue(why) => ("untrue", Some(why.as_str())),
        };
        RunLine {
            run: run.run.to_string(),
            origin: run.origin.name(),
            mode: &run.facts.mode,
            kind: &run.facts.kind,
            depth: run.facts.depth,
            seed: &run.facts.seed,
            turn: run.progress.turn,
            bytes: run.bytes,
            ranked: run.facts.is_ranked,
            begun: moment(run.begun),
            ended: run.ended.map(moment),
            standing,
            reason,
        }
    }
}

impl fmt::Display for RunLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RunLine { run, origin, mode, kind, depth, turn, bytes, begun, standing, .. } = self;
        let (mode, kind, seed) = (sanitize(mode), sanitize(kind), sanitize(self.seed));
        let reason = self.reason.map_or(String::new(), |why| format!(": {}", sanitize(why)));
        write!(
            f,
            "  {run}  {mode}, {kind}, depth {depth}, seed {seed}, turn {turn}; {bytes} bytes, \
             {origin}, begun {begun}; {standing}{reason}"
        )
    }
}

/// Lists the accounts.
pub(super) fn list(args: &AccountsArgs, desk: &mut Desk<'_>) -> Result<Answer, Failure> {
    for account in desk.open()?.accounts(&args.after, args.limit)? {
        desk.report(&AccountLine::of(&account))?;
    }
    Ok(Answer::Yes)
}

/// Shows one account.
pub(super) fn show(args: &AccountArgs, desk: &mut Desk<'_>) -> Result<Answer, Failure> {
    let store = desk.open()?;
    let account = find_account(&store, &args.name)?;
    let (keys, offers) = (store.keys_of(account.id)?, store.offers_of(account.id)?);
    let runs = store.runs_of(account.id)?;
    desk.report(&AccountLine {
        keys: Some(keys.iter().map(KeyLine::of).collect()),
        offers: Some(offers.iter().map(OfferLine::of).collect()),
        runs: Some(runs.iter().map(RunLine::of).collect()),
        ..AccountLine::of(&account)
    })?;
    Ok(Answer::Yes)
}

#[derive(Debug, Args)]
pub(crate) struct RenameArgs {
    /// The name of the account
    #[arg(value_name = "NAME")]
    name: String,
    /// The name that it is to have: 2 to 16 letters, digits, - and _
    #[arg(value_name = "NEW")]
    new: String,
}

#[derive(Serialize)]
struct RenameLine<'a> {
    id: String,
    before: &'a str,
    name: &'a str,
}

impl Report for RenameLine<'_> {
    const SCHEMA: &'static str = "upkeeper.rename/1";
}

impl fmt::Display for RenameLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} is called {} from now on.", sanitize(self.before), self.name)
    }
}

pub(super) fn rename(args: &RenameArgs, desk: &mut Desk<'_>) -> Result<Answer, Failure> {
    let new = AccountName::choose(&args.new)
        .map_err(|error| Failure::usage(&format_args!("{}: {error}", sanitize(&args.new))))?;
    let store = desk.open()?;
    let account = find_account(&store, &args.name)?;
    if account.is_guest() {
        return Err(no(format!("{} is a guest, who has no name to change", account.name)));
    }
    store.rename_account(account.id, new.as_str(), &new.skeleton())?;
    let id = account.id.to_string();
    desk.report(&RenameLine { id, before: &account.name, name: new.as_str() })?;
    Ok(Answer::Yes)
}

#[derive(Debug, Args)]
pub(crate) struct DeleteArgs {
    /// The name of the account
    #[arg(value_name = "NAME")]
    name: String,
    /// Deletes it; without this it is only said what would go
    #[arg(long)]
    yes: bool,
}

#[derive(Serialize)]
struct DeleteLine<'a> {
    id: String,
    name: &'a str,
    keys: usize,
    runs: usize,
    unfinished: usize,
    bytes: u64,
    deleted: bool,
}

impl Report for DeleteLine<'_> {
    const SCHEMA: &'static str = "upkeeper.delete/1";
}

impl fmt::Display for DeleteLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (keys, runs) = (count(self.keys as u64, "key"), count(self.runs as u64, "run"));
        let (name, unfinished, bytes) = (sanitize(self.name), self.unfinished, self.bytes);
        let owned = format!(
            "{keys}, {runs} ({unfinished} unfinished) with {bytes} bytes, and their places on the \
             boards"
        );
        if self.deleted {
            writeln!(f, "{name} is deleted: {owned}.")
        } else {
            let remedy = "Nothing was deleted: --yes does it.";
            writeln!(f, "{name} would go with all it owns: {owned}. {remedy}")
        }
    }
}

pub(super) fn delete(args: &DeleteArgs, desk: &mut Desk<'_>) -> Result<Answer, Failure> {
    let store = desk.open()?;
    let account = find_account(&store, &args.name)?;
    let (keys, runs) = (store.keys_of(account.id)?, store.runs_of(account.id)?);
    let mut line = DeleteLine {
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
    desk.report(&line)?;
    Ok(if line.deleted { Answer::Yes } else { Answer::No })
}
