//! What can go wrong between the server and its database, and what the store refuses.

use std::io;
use std::time::Duration;

use thiserror::Error;

use super::ids::RunKey;

/// What comes of a call of the store.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;

/// Why a call of the store has done nothing. It never tells a secret, a key, or the password of a
/// URL.
#[derive(Debug, Error)]
pub enum StoreError {
    #[error("there is an account whose name is the same or looks the same")]
    NameTaken,
    #[error("the key belongs to an account")]
    KeyTaken,
    #[error("it is the account's last key")]
    LastKey,
    #[error("the key is offered a place already")]
    KeyOffered,
    #[error("there is no such offer any more")]
    NoSuchOffer,
    #[error("the account has {0} keys with those that it offers a place, more it cannot have")]
    TooManyKeys(u32),
    #[error("the account has no such key")]
    NoSuchKey,
    #[error("there is no such account")]
    NoSuchAccount,
    #[error("there is no account with that recovery code")]
    WrongCode,
    #[error("there is no such run")]
    NoSuchRun,
    #[error("the run is over")]
    RunOver,
    #[error("the run is damaged: {0}")]
    RunDamaged(String),
    #[error("the try at the shift of that day has been taken")]
    TryTaken,
    #[error("{0} runs wait to be played on, more an account cannot have")]
    TooManyUnfinished(u32),
    #[error("the account has {0} runs, more it cannot have")]
    TooManyRuns(u64),
    #[error("the runs of the account have more than {} MiB", .0 >> 20)]
    QuotaExceeded(u64),
    #[error("a run has {0} bytes at most")]
    RunTooLong(u64),
    #[error("that run is here already: {0}")]
    RunKnown(RunKey),
    #[error("somebody else has played that run")]
    RunOfAnother,
    #[error("a try at a daily shift that counts is not deleted")]
    IsRankedTry,
    #[error("the run has been taken over, has ended or was deleted")]
    LeaseLost,
    /// Nothing was refused: the database has failed, or what it was asked.
    #[error(transparent)]
    Failed(#[from] Failure),
}

#[derive(Debug, Error)]
#[error("cannot {doing}: {fault}")]
pub struct Failure {
    /// An infinitive: "create an account".
    doing: &'static str,
    #[source]
    fault: Fault,
}

impl StoreError {
    fn fault(&self) -> Option<&Fault> {
        match self {
            StoreError::Failed(failure) => Some(&failure.fault),
            _ => None,
        }
    }

    /// Whether the same call can succeed later although nothing about it changes: the database was
    /// restarted, or others held what was needed for too long.
    pub fn is_transient(&self) -> bool {
        use Fault::{Contended, Timeout, Undone, Unreachable};
        matches!(self.fault(), Some(Unreachable(_) | Timeout(_) | Contended | Undone))
    }

    /// The exit code of a program that fails by it; from 65 on by sysexits.
    pub fn exit_code(&self) -> u8 {
        let Some(fault) = self.fault() else { return 1 };
        match fault {
            Fault::Url(_) | Fault::Text => 2,
            // `EX_DATAERR`: bytes that cannot be what was written, or that are not ours.
            Fault::Damaged(_) | Fault::NotAStore(_) | Fault::Import { .. } => 65,
            // `EX_UNAVAILABLE`, `EX_SOFTWARE`, `EX_CANTCREAT`, `EX_TEMPFAIL`, `EX_IOERR`.
            Fault::NewerSchema { .. } => 69,
            Fault::Panicked | Fault::Shape(_) => 70,
            Fault::NotEmpty => 73,
            Fault::Contended => 75,
            _ => 74,
        }
    }

    /// The exit code of a session or a request that cannot go on because of it, by sysexits:
    /// `EX_TEMPFAIL`, `EX_SOFTWARE` or `EX_IOERR`.
    pub(crate) fn session_code(&self) -> u32 {
        match self.exit_code() {
            _ if self.is_transient() => 75,
            70 => 70,
            _ => 74,
        }
    }

    /// Whether the database, or a run in it, holds bytes that cannot be what was written.
    pub fn is_damage(&self) -> bool {
        matches!(self.fault(), Some(Fault::Damaged(_)))
    }

    /// Whether a rule of the schema (a unique name, a row that is referred to) refused it.
    pub(super) fn is_conflict(&self) -> bool {
        matches!(self.fault(), Some(Fault::Conflict(_)))
    }

    pub(super) fn is_contended(&self) -> bool {
        matches!(self.fault(), Some(Fault::Contended))
    }
}

/// What comes of a call of an engine.
pub(super) type FaultResult<T, E = Fault> = std::result::Result<T, E>;

#[derive(Debug, Error)]
pub(super) enum Fault {
    #[error("the database cannot be reached: {0}")]
    Unreachable(String),
    #[error("the database did not answer within {} s", .0.as_secs())]
    Timeout(Duration),
    #[error("others have held what it needs for too long")]
    Contended,
    #[error("the transaction that it was part of was undone")]
    Undone,
    #[error("a rule of the database refuses it: {0}")]
    Conflict(String),
    #[error(
        "the database has schema {found}, this program knows no newer one than {known}: it was \
         written by a newer version"
    )]
    NewerSchema { found: i64, known: i64 },
    #[error("it is not a database of this program: {0}")]
    NotAStore(String),
    #[error("the database is damaged: {0}")]
    Damaged(String),
    #[error("the database is not empty")]
    NotEmpty,
    #[error("line {line}: {why}")]
    Import { line: u64, why: String },
    #[error("the URL of the store: {0}")]
    Url(&'static str),
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("the store has been closed")]
    Stopped,
    #[error("it ended by a panic")]
    Panicked,
    #[error("a text has a null character, which no text of the database can have")]
    Text,
    #[error("a row has not the shape that was asked for: {0}")]
    Shape(&'static str),
    /// The disk of the database is full, or has failed.
    #[error("{0}")]
    Disk(String),
    #[error("{0}")]
    Database(String),
}

impl Fault {
    pub(super) fn while_doing(self, doing: &'static str) -> StoreError {
        StoreError::Failed(Failure { doing, fault: self })
    }
}
