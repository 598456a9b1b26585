//! Requests without a terminal: `ssh host whoami` and the like.

use std::fmt::Write as _;

use thiserror::Error;

use super::FrontEnd;
use super::login::Login;
use super::store::{Account, RunKey, Standing, StoreError};

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ExecRequest {
    /// Who the key belongs to.
    WhoAmI,
    /// The file of a run.
    Get(RunKey),
}

/// Why a request is refused.
#[derive(Debug, Error)]
pub(crate) enum ExecError {
    #[error("there is no such command here: get RUN, whoami")]
    Unknown,
    #[error("a run is called by 13 letters and digits")]
    NoRun,
}

/// What comes of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Answer {
    /// For the standard output.
    pub out: Vec<u8>,
    /// For the standard error; empty if nothing is to be said.
    pub said: String,
    pub code: u32,
}

/// The exit code where something that was asked for is not there, by sysexits' `EX_NOINPUT`.
const NO_INPUT: u32 = 66;
/// The exit code where the database does not answer, by sysexits' `EX_TEMPFAIL`.
const TRY_LATER: u32 = 75;
/// The exit code where who asks may not, by sysexits' `EX_NOPERM`.
const NOT_ALLOWED: u32 = 77;

impl ExecRequest {
    /// # Errors
    /// Anything that is no request of this server.
    pub(crate) fn parse(line: &[u8]) -> Result<ExecRequest, ExecError> {
        let line = str::from_utf8(line).map_err(|_| ExecError::Unknown)?;
        match line.split_ascii_whitespace().collect::<Vec<_>>()[..] {
            ["whoami"] => Ok(ExecRequest::WhoAmI),
            ["get", run] => run.parse().map(ExecRequest::Get).map_err(|_| ExecError::NoRun),
            _ => Err(ExecError::Unknown),
        }
    }

    /// Carries it out. Blocks.
    pub(crate) fn answer(&self, login: &Login, front_end: &FrontEnd) -> Answer {
        let answer = match self {
            ExecRequest::WhoAmI => who_am_i(login, front_end),
            ExecRequest::Get(run) => get(*run, login, front_end),
        };
        answer.unwrap_or_else(|error| Answer {
            said: error.to_string(),
            code: TRY_LATER,
            ..Answer::default()
        })
    }
}

fn account(login: &Login, front_end: &FrontEnd) -> Result<Option<Account>, StoreError> {
    match login {
        Login::Key(key) => front_end.store.account_of_key(&key.fingerprint),
        Login::Guest => Ok(None),
    }
}

fn who_am_i(login: &Login, front_end: &FrontEnd) -> Result<Answer, StoreError> {
    let mut out = String::new();
    let _ = match (login, account(login, front_end)?) {
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
        let said = format!("{run}: there is no such run");
        return Ok(Answer { said, code: NO_INPUT, ..Answer::default() });
    };
    let is_own = account(login, front_end)?.is_some_and(|account| account.id == info.account);
    if !is_own && info.standing != Standing::True {
        let said = format!("{run}: that run is not over, or was not found true");
        return Ok(Answer { said, code: NOT_ALLOWED, ..Answer::default() });
    }
    let out = front_end.store.run_bytes(run)?.unwrap_or_default();
    Ok(Answer { out, ..Answer::default() })
}
