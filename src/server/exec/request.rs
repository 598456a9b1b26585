//! Requests without a terminal, as a line has them, and the answers to those that take no input.

use std::fmt::Write as _;

use thiserror::Error;

use super::answer::{Answer, NO_INPUT, NOT_ALLOWED};
use super::scores::ScoresRequest;
use crate::FrontEnd;
use crate::login::Login;
use crate::members::account_of;
use crate::store::{RunError, RunKey, Standing, StoreError};
use base::Seed;
use content::Catalog;

/// A request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ExecRequest {
    /// One that takes no input.
    Ask(Question),
    /// To keep a run file, which follows as input.
    Submit,
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// What there is to ask for.
    Help,
    /// Who the key belongs to.
    WhoAmI,
    /// The file of a run.
    Get(RunKey),
    /// The story of a run of one's own.
    Story(RunKey),
    /// To delete a run of one's own.
    Delete(RunKey),
    /// Boards.
    Scores(ScoresRequest),
}

/// All requests, as they are written.
const REQUESTS: &str = "delete RUN; get RUN > FILE; scores [--category ID] [--mode shift|daily] [--date DATE] [--kind KIND] \
     [--depth N] [--seed SEED] [--origin live|submitted] [--format text|json]; story RUN; submit < FILE; whoami";

/// Why a request is refused.
#[derive(Debug, Error)]
pub(crate) enum ExecError {
    #[error("there is no such command here; there are: {REQUESTS}")]
    Unknown,
    #[error("a run is called by 13 letters and digits")]
    NoRun,
    #[error(
        "scores takes --category ID, --mode shift|daily, --date DATE, --kind KIND, --depth N, --seed SEED, --origin live|submitted, --format text|json"
    )]
    Scores,
}

impl ExecRequest {
    /// # Errors
    /// Anything that is no request of this server.
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

impl Question {
    /// Answers it. Blocks.
    pub(crate) fn answer(&self, login: &Login, front_end: &FrontEnd) -> Answer {
        let answer = match self {
            Question::Help => Ok(help(&front_end.catalog)),
            Question::WhoAmI => who_am_i(login, front_end),
            Question::Get(run) => get(*run, login, front_end),
            Question::Story(run) => story(*run, login, front_end),
            Question::Delete(run) => delete(*run, login, front_end),
            Question::Scores(request) => request.answer(front_end),
        };
        answer.unwrap_or_else(|error| Answer::failed(&error))
    }
}

fn help(catalog: &Catalog) -> Answer {
    let mut out = REQUESTS.split("; ").fold(String::new(), |all, request| all + request + "\n");
    let list = |names: &mut dyn Iterator<Item = &str>| names.collect::<Vec<_>>().join(", ");
    let ids = list(&mut catalog.categories.iter().map(|category| &*category.id));
    let kinds = list(&mut catalog.levels.iter().map(|level| &*level.name));
    let _ = writeln!(out, "\nID: {ids}\nKIND: {kinds}\nRUN: as scores tells it");
    Answer::told(out)
}

fn who_am_i(login: &Login, front_end: &FrontEnd) -> Result<Answer, StoreError> {
    let mut out = String::new();
    let _ = match (login, account_of(login, &front_end.store)?) {
        (Login::Guest, _) => writeln!(out, "a guest"),
        (Login::Key(key), None) => {
            writeln!(
                out,
                "nobody yet: log in on a terminal to choose a name; key {}",
                key.fingerprint
            )
        }
        (Login::Key(key), Some(account)) => {
            writeln!(out, "{}, key {}", account.name, key.fingerprint)
        }
    };
    Ok(Answer { out: out.into_bytes(), ..Answer::default() })
}

/// The file of a run: of one's own, or of one that is over and was found true.
fn get(run: RunKey, login: &Login, front_end: &FrontEnd) -> Result<Answer, StoreError> {
    let Some(info) = front_end.store.run(run)? else {
        return Ok(Answer::refused(format!("{run}: there is no such run"), NO_INPUT));
    };
    let account = account_of(login, &front_end.store)?.map(|account| account.id);
    let is_own = account == Some(info.account);
    if !is_own && info.standing != Standing::True {
        let said = format!("{run}: that run is not over, or was not found true");
        return Ok(Answer::refused(said, NOT_ALLOWED));
    }
    // A file tells the seed.
    if front_end.is_secret_seed(Seed::from_text(&info.seed)) {
        let said = format!(
            "{run}: it is of today's shift, whose seed is told tomorrow: it can be had then"
        );
        return Ok(Answer::refused(said, NOT_ALLOWED));
    }
    let out = front_end.store.run_bytes(run)?.unwrap_or_default();
    Ok(Answer { out, is_file: true, ..Answer::default() })
}

/// The story of a run of one's own that is over.
fn story(run: RunKey, login: &Login, front_end: &FrontEnd) -> Result<Answer, StoreError> {
    let account = account_of(login, &front_end.store)?.map(|account| account.id);
    let info = front_end.store.run(run)?.filter(|info| account == Some(info.account));
    let said = match (info, front_end.store.morgue(run)?) {
        (Some(_), Some(story)) => return Ok(Answer::told(story)),
        (Some(_), None) => format!("{run}: its story is written when its result is looked at"),
        (None, _) => format!("{run}: you have no such run"),
    };
    Ok(Answer::refused(said, NO_INPUT))
}

/// Deletes a run of one's own, also one that is on boards: it makes room.
fn delete(run: RunKey, login: &Login, front_end: &FrontEnd) -> Result<Answer, StoreError> {
    let said = match account_of(login, &front_end.store)? {
        Some(account) => match front_end.store.delete_run(account.id, run) {
            Ok(()) => {
                tracing::info!(account = account.name, %run, "a run was deleted by its player");
                return Ok(Answer::told(format!("{run}: deleted\n")));
            }
            Err(RunError::Store(error)) => return Err(error),
            Err(RunError::NoSuchRun) => {
                return Ok(Answer::refused(format!("{run}: you have no such run"), NO_INPUT));
            }
            Err(error) => error.to_string(),
        },
        None => "guests and strangers have no runs to delete".to_owned(),
    };
    Ok(Answer::refused(format!("{run}: {said}"), NOT_ALLOWED))
}
