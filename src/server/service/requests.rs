//! Requests without a terminal, such as `ssh HOST whoami`, and the answers that take no input.

use std::fmt::{Display, Write as _};

use thiserror::Error;

use super::answer::{Answer, NO_INPUT, NOT_ALLOWED, Output, Refused};
use super::scores::ScoresRequest;
use crate::FrontEnd;
use crate::members::Login;
use crate::members::account_of;
use crate::store::{RunKey, Standing, StoreError};
use content::Catalog;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ExecRequest {
    /// One that takes no input.
    Ask(Question),
    /// To keep a run file, which follows as input.
    Submit,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    Help,
    /// Who the key belongs to.
    WhoAmI,
    Get(RunKey),
    /// The story of a run of one's own.
    Story(RunKey),
    /// To delete a run of one's own.
    Delete(RunKey),
    Scores(ScoresRequest),
}

/// All requests, as they are written.
const REQUESTS: &str = "delete RUN; get RUN > FILE; scores [--category ID] [--mode shift|daily] \
                        [--date DATE] [--kind KIND] [--depth N] [--seed SEED] [--origin \
                        live|submitted] [--format text|json]; story RUN; submit < FILE; whoami";

#[derive(Debug, Error)]
pub(crate) enum ExecError {
    #[error("there is no such command here; there are: {REQUESTS}")]
    Unknown,
    #[error("a run is called by 13 letters and digits")]
    NoRun,
    #[error(
        "scores takes --category ID, --mode shift|daily, --date DATE, --kind KIND, --depth N, \
         --seed SEED, --origin live|submitted, --format text|json"
    )]
    Scores,
}

impl ExecRequest {
    pub(crate) fn parse(line: &[u8]) -> Result<ExecRequest, ExecError> {
        let line = str::from_utf8(line).map_err(|_| ExecError::Unknown)?;
        let question = match line.split_ascii_whitespace().collect::<Vec<_>>()[..] {
            ["submit"] => return Ok(ExecRequest::Submit),
            ["help" | "--help" | "-h"] => Question::Help,
            ["whoami"] => Question::WhoAmI,
            ["get", run] => Question::Get(run.parse().map_err(|_| ExecError::NoRun)?),
            ["story", run] => Question::Story(run.parse().map_err(|_| ExecError::NoRun)?),
            ["delete", run] => Question::Delete(run.parse().map_err(|_| ExecError::NoRun)?),
            ["scores", ref options @ ..] => {
                Question::Scores(ScoresRequest::parse(options).ok_or(ExecError::Scores)?)
            }
            _ => return Err(ExecError::Unknown),
        };
        Ok(ExecRequest::Ask(question))
    }
}

/// The command line by which a player has the file of a run, typed on a machine of their own.
pub(crate) fn fetch_command(run: &impl Display) -> String {
    format!("ssh HOST get {run} > {run}.upk")
}

impl Question {
    /// Answers it. Blocks.
    pub(crate) fn answer(&self, login: &Login, front_end: &FrontEnd) -> Answer {
        match self {
            Question::Help => Ok(Output::Text(help(&front_end.catalog))),
            Question::WhoAmI => Ok(Output::Text(who_am_i(login, front_end)?)),
            Question::Get(run) => get(*run, login, front_end).map(Output::File),
            Question::Story(run) => story(*run, login, front_end).map(Output::Text),
            Question::Delete(run) => delete(*run, login, front_end).map(Output::Text),
            Question::Scores(request) => request.answer(front_end).map(Output::Text),
        }
    }
}

fn help(catalog: &Catalog) -> String {
    let mut out = REQUESTS.split("; ").fold(String::new(), |all, request| all + request + "\n");
    let list = |names: &mut dyn Iterator<Item = &str>| names.collect::<Vec<_>>().join(", ");
    let ids = list(&mut catalog.categories.iter().map(|category| &*category.id));
    let kinds = list(&mut catalog.levels.iter().map(|level| &*level.name));
    let _ = writeln!(out, "\nID: {ids}\nKIND: {kinds}\nRUN: as scores tells it");
    out
}

fn who_am_i(login: &Login, front_end: &FrontEnd) -> Result<String, StoreError> {
    Ok(match (login, account_of(login, &front_end.store)?) {
        (Login::Guest, _) => "a guest\n".to_owned(),
        (Login::Key(key), None) => {
            format!("nobody yet: log in on a terminal to choose a name; key {}\n", key.fingerprint)
        }
        (Login::Key(key), Some(account)) => format!("{}, key {}\n", account.name, key.fingerprint),
    })
}

/// The file of a run: of one's own, or of one that is over and was found true.
fn get(run: RunKey, login: &Login, front_end: &FrontEnd) -> Result<Vec<u8>, Refused> {
    let Some(row) = front_end.store.run(run)? else {
        return Err(Refused::new(format!("{run}: there is no such run"), NO_INPUT));
    };
    let account = account_of(login, &front_end.store)?.map(|account| account.id);
    if account != Some(row.account) && row.standing != Standing::True {
        let said = format!("{run}: that run is not over, or was not found true");
        return Err(Refused::new(said, NOT_ALLOWED));
    }
    // A file tells the seed.
    if front_end.is_secret_seed(row.facts.seed()) {
        let said = format!(
            "{run}: it is of today's shift, whose seed is told tomorrow: it can be had then"
        );
        return Err(Refused::new(said, NOT_ALLOWED));
    }
    Ok(front_end.store.run_bytes(run)?.unwrap_or_default())
}

/// The story of a run of one's own that is over.
fn story(run: RunKey, login: &Login, front_end: &FrontEnd) -> Result<String, Refused> {
    let account = account_of(login, &front_end.store)?.map(|account| account.id);
    let own = front_end.store.run(run)?.filter(|row| account == Some(row.account));
    let said = match (own, front_end.store.morgue(run)?) {
        (Some(_), Some(story)) => return Ok(story),
        (Some(_), None) => format!("{run}: its story is written when its result is looked at"),
        (None, _) => format!("{run}: you have no such run"),
    };
    Err(Refused::new(said, NO_INPUT))
}

/// Deletes a run of one's own, also one that is on boards: it makes room.
fn delete(run: RunKey, login: &Login, front_end: &FrontEnd) -> Result<String, Refused> {
    let Some(account) = account_of(login, &front_end.store)? else {
        let said = format!("{run}: guests and strangers have no runs to delete");
        return Err(Refused::new(said, NOT_ALLOWED));
    };
    front_end.store.delete_run(account.id, run).map_err(|error| match error {
        StoreError::Failed(_) => error.into(),
        StoreError::NoSuchRun => Refused::new(format!("{run}: you have no such run"), NO_INPUT),
        refused => Refused::new(format!("{run}: {refused}"), NOT_ALLOWED),
    })?;
    tracing::info!(account = account.name, %run, "a run was deleted by its player");
    Ok(format!("{run}: deleted\n"))
}
