//! `upkeeper admin accounts` and `upkeeper admin account`.

use std::io::Write as _;

use clap::Args;
use serde::Serialize;

use super::options::AdminOptions;
use super::texts::{find_account, moment};
use crate::cli::{Answer, Failure, Invocation, Output};
use base::sanitize;
use server::store::{Account, Key, Origin, RunInfo, Standing};

#[derive(Debug, Args)]
pub(crate) struct AccountsArgs {
    /// Only accounts whose names come after this one
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    after: String,
    /// No more than this many
    #[arg(long, value_name = "N", default_value_t = 100)]
    limit: u32,
    #[command(flatten)]
    options: AdminOptions,
}

#[derive(Debug, Args)]
pub(crate) struct AccountArgs {
    /// The name of the account
    #[arg(value_name = "NAME")]
    name: String,
    #[command(flatten)]
    options: AdminOptions,
}

/// An account in JSON.
#[derive(Serialize)]
struct AccountLine<'a> {
    schema: &'static str,
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
            schema: "upkeeper.account/1",
            id: account.id.to_string(),
            name: &account.name,
            created: moment(account.created),
            guest: account.is_guest,
            expires: account.expires.map(moment),
            keys: None,
            offers: None,
            runs: None,
        }
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
    fn of(run: &RunInfo) -> RunLine<'_> {
        let (standing, reason) = match &run.standing {
            Standing::Unfinished => ("unfinished", None),
            Standing::Damaged(why) => ("damaged", Some(why.as_str())),
            Standing::Unverified => ("unverified", None),
            Standing::True => ("true", None),
            Standing::Untrue(why) => ("untrue", Some(why.as_str())),
        };
        RunLine {
            run: run.run.to_string(),
            origin: match run.origin {
                Origin::Live => "live",
                Origin::Submitted => "submitted",
            },
            mode: &run.mode,
            kind: &run.kind,
            depth: run.depth,
            seed: &run.seed,
            turn: run.turn,
            bytes: run.bytes,
            ranked: run.is_ranked,
            begun: moment(run.begun),
            ended: run.ended.map(moment),
            standing,
            reason,
        }
    }

    fn write(&self, out: &mut Output) -> Result<(), Failure> {
        let RunLine { run, origin, mode, kind, depth, turn, bytes, begun, standing, .. } = self;
        let (mode, kind, seed) = (sanitize(mode), sanitize(kind), sanitize(self.seed));
        let reason = self.reason.map_or(String::new(), |why| format!(": {}", sanitize(why)));
        writeln!(
            out,
            "  {run}  {mode}, {kind}, depth {depth}, seed {seed}, turn {turn}; {bytes} bytes, {origin}, begun {begun}; \
             {standing}{reason}"
        )?;
        Ok(())
    }
}

/// Lists the accounts.
pub(super) fn list(
    args: &AccountsArgs,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let store = args.options.store.open(invocation)?;
    for account in store.accounts(&args.after, args.limit)? {
        if args.options.is_json() {
            out.json(&AccountLine::of(&account))?;
        } else {
            write_account(&account, out)?;
        }
    }
    Ok(Answer::Yes)
}

/// Shows one account.
pub(super) fn show(
    args: &AccountArgs,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let store = args.options.store.open(invocation)?;
    let account = find_account(&store, &args.name)?;
    let (keys, offers) = (store.keys_of(account.id)?, store.offers_of(account.id)?);
    let runs = store.runs_of(account.id)?;
    if args.options.is_json() {
        out.json(&AccountLine {
            keys: Some(keys.iter().map(KeyLine::of).collect()),
            offers: Some(offers.iter().map(OfferLine::of).collect()),
            runs: Some(runs.iter().map(RunLine::of).collect()),
            ..AccountLine::of(&account)
        })?;
        return Ok(Answer::Yes);
    }
    write_account(&account, out)?;
    writeln!(out, "Keys: {}", keys.len())?;
    let offered = offers.iter().map(|key| (key, "not its own: only offered a place"));
    for (key, word) in keys.iter().map(|key| (key, "added")).chain(offered) {
        let (fingerprint, label) = (sanitize(&key.fingerprint), sanitize(&key.label));
        writeln!(out, "  {fingerprint}  {label}, {word} {}", moment(key.added))?;
    }
    writeln!(out, "Runs: {}", runs.len())?;
    for run in &runs {
        RunLine::of(run).write(out)?;
    }
    Ok(Answer::Yes)
}

fn write_account(account: &Account, out: &mut Output) -> Result<(), Failure> {
    let (name, created) = (sanitize(&account.name), moment(account.created));
    let guest =
        account.expires.map_or(String::new(), |end| format!(", a guest until {}", moment(end)));
    writeln!(out, "{name:<16}  made {created}{guest}")?;
    Ok(())
}
