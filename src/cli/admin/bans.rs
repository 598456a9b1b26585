//! `upkeeper admin ban`, `unban` and `bans`.

use clap::Args;

use super::desk::{Desk, NoArgs, find_account, moment, no};
use crate::cli::options::Span;
use crate::cli::{Answer, Failure};
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

/// Prints a ban, with the name of a banned account.
fn report(ban: Ban, store: &Store, desk: &mut Desk<'_>) -> Result<Answer, Failure> {
    let account = match ban.subject.parse() {
        Ok(BanSubject::Account(id)) => store.account(id)?.map(|account| account.name),
        _ => None,
    };
    let Ban { subject, reason, expires, .. } = ban;
    let expires = expires.map(moment);
    let name = account.as_ref().map_or(String::new(), |name| format!(" ({name})"));
    let end = expires.as_ref().map_or("for good".to_owned(), |end| format!("until {end}"));
    let why = if reason.is_empty() { String::new() } else { format!(": {reason}") };
    let text = sanitize(&format!("{subject}{name} is kept out {end}{why}"));
    let facts = [
        ("subject", subject.into()),
        ("account", account.into()),
        ("reason", reason.into()),
        ("expires", expires.into()),
    ];
    desk.facts("upkeeper.ban/1", &facts, &text)
}

pub(super) fn ban(args: &BanArgs, desk: &mut Desk<'_>) -> Result<Answer, Failure> {
    if args.reason.chars().count() > MAX_REASON_CHARS {
        let message = format!("--reason: it has {MAX_REASON_CHARS} characters at most");
        return Err(Failure::usage(&message));
    }
    let store = desk.open()?;
    let subject = args.subject.find(&store)?.to_string();
    store.ban(&subject, &args.reason, args.time.map(|Span(time)| time))?;
    if let Some(ban) = store.is_banned(&[&subject])? {
        report(ban, &store, desk)?;
    }
    Ok(Answer::Yes)
}

pub(super) fn unban(args: &UnbanArgs, desk: &mut Desk<'_>) -> Result<Answer, Failure> {
    let store = desk.open()?;
    let subject = args.subject.find(&store)?.to_string();
    if !store.unban(&subject)? {
        return Err(no(format!("{subject} is not banned; upkeeper admin bans lists who is")));
    }
    let text = format!("{subject} is let in again.");
    desk.facts("upkeeper.unban/1", &[("subject", subject.into())], &text)
}

pub(super) fn list(_: &NoArgs, desk: &mut Desk<'_>) -> Result<Answer, Failure> {
    let store = desk.open()?;
    for ban in store.bans()? {
        report(ban, &store, desk)?;
    }
    Ok(Answer::Yes)
}
