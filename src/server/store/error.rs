//! What can go wrong between the server and its database.

use std::io;
use std::time::Duration;

use thiserror::Error;

/// A call of the store that failed: what was being done, and why it failed. It never tells a secret, a key, or the password
/// of a URL.
#[derive(Debug, Error)]
#[error("cannot {doing}: {fault}")]
pub struct StoreError {
    /// An infinitive: "create an account".
    pub(super) doing: &'static str,
    #[source]
    pub(super) fault: Fault,
}

impl StoreError {
    /// Whether the same call can succeed later although nothing about it changes: the database was restarted, or others held
    /// what was needed for too long.
    pub fn is_transient(&self) -> bool {
        match &self.fault {
            Fault::Unreachable(_) | Fault::Timeout(_) | Fault::Contended | Fault::Undone => true,
            Fault::Conflict(_)
            | Fault::NewerSchema { .. }
            | Fault::NotAStore(_)
            | Fault::Damaged(_)
            | Fault::NotEmpty
            | Fault::Import { .. }
            | Fault::Url(_)
            | Fault::Io(_)
            | Fault::Stopped
            | Fault::Panicked
            | Fault::Text
            | Fault::Shape(_)
            | Fault::Disk(_)
            | Fault::Database(_) => false,
        }
    }

    /// What kind of failure it is, for whoever has to tell them apart by a number.
    pub fn kind(&self) -> StoreErrorKind {
        match &self.fault {
            Fault::Url(_) | Fault::Text => StoreErrorKind::Usage,
            Fault::Damaged(_) | Fault::NotAStore(_) | Fault::Import { .. } => {
                StoreErrorKind::Damage
            }
            Fault::NewerSchema { .. } => StoreErrorKind::Newer,
            Fault::NotEmpty => StoreErrorKind::NotEmpty,
            Fault::Contended => StoreErrorKind::InUse,
            Fault::Panicked | Fault::Shape(_) => StoreErrorKind::Fault,
            Fault::Unreachable(_)
            | Fault::Timeout(_)
            | Fault::Undone
            | Fault::Conflict(_)
            | Fault::Io(_)
            | Fault::Stopped
            | Fault::Disk(_)
            | Fault::Database(_) => StoreErrorKind::Failed,
        }
    }

    /// The exit code of a session or a request that cannot go on because of it, by sysexits: `EX_TEMPFAIL`, `EX_SOFTWARE` or
    /// `EX_IOERR`.
    pub(crate) fn exit_code(&self) -> u32 {
        match self.kind() {
            _ if self.is_transient() => 75,
            StoreErrorKind::Fault => 70,
            _ => 74,
        }
    }

    /// Whether the database, or a run in it, holds bytes that cannot be what was written.
    pub fn is_damage(&self) -> bool {
        matches!(self.fault, Fault::Damaged(_))
    }

    /// Whether a rule of the schema (a unique name, a row that is referred to) refused it.
    pub(super) fn is_conflict(&self) -> bool {
        matches!(self.fault, Fault::Conflict(_))
    }
}

/// The kinds of [`StoreError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreErrorKind {
    /// The caller has asked for what no store can do.
    Usage,
    /// Bytes that cannot be what was written, or that are not ours.
    Damage,
    /// Written by a newer program.
    Newer,
    /// There is something in the database already.
    NotEmpty,
    /// Others hold it for too long.
    InUse,
    /// A bug of this program.
    Fault,
    /// The database or the disk has failed.
    Failed,
}

/// Why a call failed.
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
        "the database has schema {found}, this program knows no newer one than {known}: it was written by a newer version"
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
        StoreError { doing, fault: self }
    }
}
