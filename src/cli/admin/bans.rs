//! `upkeeper admin ban`, `unban` and `bans`.

use std::fmt;

use clap::Args;
use serde::Serialize;

use super::desk::{Desk, NoArgs, find_account, moment, no};
use crate::cli::options::Span;
use crate::cli::{Answer, Failure, Report};
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
}

#[derive(Debug, Args)]
pub(crate) struct UnbanArgs {
    #[command(flatten)]
    subject: Subject,
}

#[derive(Debug, Args)]
struct Subject {
    /// A key's fingerprint (SHA256:…), an address, a block of them such as 10.0.0.0/8 or
    /// 2001:db8:1:2::/64, or an account's name
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
            subject: ban.subject,
            account,
            reason: ban.reason,
            expires: ban.expires.map(moment),
        })
    }
}

impl Report for BanLine {
    const SCHEMA: &'static str = "upkeeper.ban/1";
}

impl fmt::Display for BanLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BanLine { subject, account, reason, expires } = self;
        let account = account.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
        let end = expires.as_ref().map_or("for good".to_owned(), |end| format!("until {end}"));
        let reason = if reason.is_empty() { String::new() } else { format!(": {reason}") };
        writeln!(f, "{}", sanitize(&format!("{subject}{account} is kept out {end}{reason}")))
    }
}

/// Keeps somebody out.
pub(super) fn ban(args: &BanArgs, desk: &mut Desk<'_>) -> Result<Answer, Failure> {
    if args.reason.chars().count() > MAX_REASON_CHARS {
        let message = format!("--reason: it has {MAX_REASON_CHARS} characters at most");
        return Err(Failure::usage(&message));
    }
    let store = desk.open()?;
    let subject = args.subject.find(&store)?.to_string();
    store.ban(&subject, &args.reason, args.time.map(|Span(time)| time))?;
    if let Some(ban) = store.is_banned(&[&subject])? {
        desk.report(&BanLine::of(ban, &store)?)?;
    }
    Ok(Answer::Yes)
}

#[derive(Serialize)]
struct UnbanLine {
    subject: String,
}

impl Report for UnbanLine {
    const SCHEMA: &'static str = "upkeeper.unban/1";
}

impl fmt::Display for UnbanLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} is let in again.", self.subject)
    }
}

/// Ends a ban.
pub(super) fn unban(args: &UnbanArgs, desk: &mut Desk<'_>) -> Result<Answer, Failure> {
    let store = desk.open()?;
    let subject = args.subject.find(&store)?.to_string();
    if !store.unban(&subject)? {
        return Err(no(format!("{subject} is not banned; upkeeper admin bans lists who is")));
    }
    desk.report(&UnbanLine { subject })?;
    Ok(Answer::Yes)
}

/// Lists the bans.
pub(super) fn list(_: &NoArgs, desk: &mut Desk<'_>) -> Result<Answer, Failure> {
    let store = desk.open()?;
    for ban in store.bans()? {
        desk.report(&BanLine::of(ban, &store)?)?;
    }
    Ok(Answer::Yes)
}
