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
    offers: Option<Vec<KeyLine<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    runs: Option<Vec<RunLine<'a>>>,
}

#[derive(Serialize)]
struct KeyLine<'a> {
    fingerprint: &'a str,
    label: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    added: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offered: Option<String>,
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

    fn text(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AccountLine { created, keys, offers, runs, .. } = self;
        let end = self.expires.as_ref().map(|end| format!(", a guest until {end}"));
        let (name, end) = (sanitize(self.name), end.unwrap_or_default());
        writeln!(f, "{name:<16}  made {created}{end}")?;
        let (Some(keys), Some(offers), Some(runs)) = (keys, offers, runs) else { return Ok(()) };
        writeln!(f, "Keys: {}", keys.len())?;
        for key in keys.iter().chain(offers) {
            write!(f, "  {}  {}, ", sanitize(key.fingerprint), sanitize(key.label))?;
            match (&key.added, &key.offered) {
                (_, Some(offered)) => writeln!(f, "not its own: only offered a place {offered}")?,
                (added, None) => writeln!(f, "added {}", added.as_deref().unwrap_or_default())?,
            }
        }
        writeln!(f, "Runs: {}", runs.len())?;
        runs.iter().try_for_each(|run| writeln!(f, "{run}"))
    }
}

impl KeyLine<'_> {
    fn of(key: &Key, is_offer: bool) -> KeyLine<'_> {
        KeyLine {
            fingerprint: &key.fingerprint,
            label: &key.label,
            added: (!is_offer).then(|| moment(key.added)),
            offered: is_offer.then(|| moment(key.added)),
        }
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

pub(super) fn list(args: &AccountsArgs, desk: &mut Desk<'_>) -> Result<Answer, Failure> {
    for account in desk.open()?.accounts(&args.after, args.limit)? {
        desk.report(&AccountLine::of(&account))?;
    }
    Ok(Answer::Yes)
}

pub(super) fn show(args: &AccountArgs, desk: &mut Desk<'_>) -> Result<Answer, Failure> {
    let store = desk.open()?;
    let account = find_account(&store, &args.name)?;
    let (keys, offers) = (store.keys_of(account.id)?, store.offers_of(account.id)?);
    let runs = store.runs_of(account.id)?;
    desk.report(&AccountLine {
        keys: Some(keys.iter().map(|key| KeyLine::of(key, false)).collect()),
        offers: Some(offers.iter().map(|key| KeyLine::of(key, true)).collect()),
        runs: Some(runs.iter().map(RunLine::of).collect()),
        ..AccountLine::of(&account)
    })
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

pub(super) fn rename(args: &RenameArgs, desk: &mut Desk<'_>) -> Result<Answer, Failure> {
    let new = AccountName::choose(&args.new)
        .map_err(|error| Failure::usage(&format_args!("{}: {error}", sanitize(&args.new))))?;
    let store = desk.open()?;
    let account = find_account(&store, &args.name)?;
    if account.is_guest() {
        return Err(no(format!("{} is a guest, who has no name to change", account.name)));
    }
    store.rename_account(account.id, new.as_str(), &new.skeleton())?;
    let text = format!("{} is called {} from now on.", sanitize(&account.name), new.as_str());
    let facts = [
        ("id", account.id.to_string().into()),
        ("before", account.name.into()),
        ("name", new.as_str().into()),
    ];
    desk.facts("upkeeper.rename/1", &facts, &text)
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

pub(super) fn delete(args: &DeleteArgs, desk: &mut Desk<'_>) -> Result<Answer, Failure> {
    let store = desk.open()?;
    let account = find_account(&store, &args.name)?;
    let (keys, runs) = (store.keys_of(account.id)?.len(), store.runs_of(account.id)?);
    let unfinished = runs.iter().filter(|run| run.standing == Standing::Unfinished).count();
    let bytes: u64 = runs.iter().map(|run| run.bytes).sum();
    let mut is_deleted = false;
    if args.yes {
        is_deleted = store.delete_account(account.id)?;
        let subject = BanSubject::Account(account.id).to_string();
        store.ban(&subject, "the account was deleted", Some(FAREWELL))?;
    }
    let name = sanitize(&account.name);
    let owned = format!(
        "{}, {} ({unfinished} unfinished) with {bytes} bytes, and their places on the boards",
        count(keys as u64, "key"),
        count(runs.len() as u64, "run"),
    );
    let text = if is_deleted {
        format!("{name} is deleted: {owned}.")
    } else {
        let remedy = "Nothing was deleted: --yes does it.";
        format!("{name} would go with all it owns: {owned}. {remedy}")
    };
    let facts = [
        ("id", account.id.to_string().into()),
        ("name", account.name.into()),
        ("keys", keys.into()),
        ("runs", runs.len().into()),
        ("unfinished", unfinished.into()),
        ("bytes", bytes.into()),
        ("deleted", is_deleted.into()),
    ];
    desk.facts("upkeeper.delete/1", &facts, &text)?;
    Ok(if is_deleted { Answer::Yes } else { Answer::No })
}
