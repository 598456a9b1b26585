//! `upkeeper admin ban`, `unban` and `bans`.

use std::io::Write as _;

use clap::Args;
use serde::Serialize;

use super::options::AdminOptions;
use super::texts::{Span, find_account, moment, no};
use crate::cli::{Answer, Failure, Invocation, Output};
use base::sanitize;
use server::bans::{BanSubject, BanSubjectError};
use server::names::AccountName;
use server::store::{Ban, Store};

/// The longest reason, in characters.
const MAX_REASON_CHARS: usize = 200;

#[derive(Debug, Args)]
pub(crate) struct BanArgs {
    #[command(flatten)]
    subject: Subject,
    /// For how long: a number and s, m, h, d or w [default: for good]
    #[arg(long = "for", value_name = "TIME")]
    time: Option<Span>,
    /// Why, for the list; players are not told
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    reason: String,
    #[command(flatten)]
    options: AdminOptions,
}

#[derive(Debug, Args)]
pub(crate) struct UnbanArgs {
    #[command(flatten)]
    subject: Subject,
    #[command(flatten)]
    options: AdminOptions,
}

#[derive(Debug, Args)]
pub(crate) struct BansArgs {
    #[command(flatten)]
    options: AdminOptions,
}

#[derive(Debug, Args)]
struct Subject {
    /// A key's fingerprint (SHA256:…), an address, a block of them such as 10.0.0.0/8 or 2001:db8:1:2::/64, or an account's name
    #[arg(id = "subject", value_name = "SUBJECT")]
    text: String,
}

impl Subject {
    fn find(&self, store: &Store) -> Result<BanSubject, Failure> {
        let error = match self.text.parse::<BanSubject>() {
            Ok(subject) => return Ok(subject),
            Err(error) => error,
        };
        // What cannot be a name is a subject with a fault.
        if error == BanSubjectError::Unknown && self.text.parse::<AccountName>().is_ok() {
            return Ok(BanSubject::Account(find_account(store, &self.text)?.id));
        }
        Err(Failure::usage(&format_args!("{}: {error}", sanitize(&self.text))))
    }
}

/// A ban in JSON.
#[derive(Serialize)]
struct BanLine {
    schema: &'static str,
    subject: String,
    /// The name of a banned account.
    account: Option<String>,
    reason: String,
    expires: Option<String>,
}

impl BanLine {
    fn of(ban: Ban, store: &Store) -> Result<BanLine, Failure> {
        let account = match ban.subject.parse() {
            Ok(BanSubject::Account(id)) => store.account(id)?.map(|account| account.name),
            _ => None,
        };
        Ok(BanLine {
            schema: "upkeeper.ban/1",
            subject: ban.subject,
            account,
            reason: ban.reason,
            expires: ban.expires.map(moment),
        })
    }

    fn print(&self, options: &AdminOptions, out: &mut Output) -> Result<(), Failure> {
        if options.is_json() {
            return out.json(self);
        }
        let account = self.account.as_deref().map_or(String::new(), |name| format!(" ({name})"));
        let end =
            self.expires.as_deref().map_or("for good".to_owned(), |end| format!("until {end}"));
        let reason =
            if self.reason.is_empty() { String::new() } else { format!(": {}", self.reason) };
        let line = sanitize(&format!("{}{account} is kept out {end}{reason}", self.subject));
        writeln!(out, "{line}")?;
        Ok(())
    }
}

/// Keeps somebody out.
pub(super) fn ban(
    args: &BanArgs,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    if args.reason.chars().count() > MAX_REASON_CHARS {
        let message = format!("--reason: it has {MAX_REASON_CHARS} characters at most");
        return Err(Failure::usage(&message));
    }
    let store = args.options.store.open(invocation)?;
    let subject = args.subject.find(&store)?.to_string();
    store.ban(&subject, &args.reason, args.time.map(|Span(time)| time))?;
    if let Some(ban) = store.is_banned(&[&subject])? {
        BanLine::of(ban, &store)?.print(&args.options, out)?;
    }
    Ok(Answer::Yes)
}

#[derive(Serialize)]
struct UnbanLine {
    schema: &'static str,
    subject: String,
}

/// Ends a ban.
pub(super) fn unban(
    args: &UnbanArgs,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let store = args.options.store.open(invocation)?;
    let subject = args.subject.find(&store)?.to_string();
    if !store.unban(&subject)? {
        return Err(no(format!("{subject} is not banned; upkeeper admin bans lists who is")));
    }
    if args.options.is_json() {
        out.json(&UnbanLine { schema: "upkeeper.unban/1", subject })?;
    } else {
        writeln!(out, "{subject} is let in again.")?;
    }
    Ok(Answer::Yes)
}

/// Lists the bans.
pub(super) fn list(
    args: &BansArgs,
    invocation: &Invocation,
    out: &mut Output,
) -> Result<Answer, Failure> {
    let store = args.options.store.open(invocation)?;
    for ban in store.bans()? {
        BanLine::of(ban, &store)?.print(&args.options, out)?;
    }
    Ok(Answer::Yes)
}
