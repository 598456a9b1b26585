//! Leases: at any time one holder may append to a run, and proves it by the run's epoch, which every take-over raises.

use std::sync::atomic::{AtomicU64, Ordering};

use thiserror::Error;

use super::RunKey;
use super::error::StoreError;

/// The right to append to a run, until another takes it over.
#[derive(Debug)]
pub struct Lease {
    pub(super) run: RunKey,
    pub(super) epoch: i64,
    /// How many bytes are kept: where the next ones begin, so that an append whose answer was lost can be repeated.
    length: AtomicU64,
}

impl Lease {
    pub(super) fn new(run: RunKey, epoch: i64, length: u64) -> Lease {
        Lease { run, epoch, length: AtomicU64::new(length) }
    }

    pub fn run(&self) -> RunKey {
        self.run
    }

    /// The number by which the store tells this lease from earlier ones.
    pub fn epoch(&self) -> i64 {
        self.epoch
    }

    /// How many bytes of the run are kept.
    pub fn length(&self) -> u64 {
        self.length.load(Ordering::Acquire)
    }

    /// Notes that so many more bytes are kept.
    pub(super) fn lengthen(&self, bytes: usize) {
        self.length.fetch_add(bytes as u64, Ordering::Release);
    }
}

/// Where a run stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    pub turn: u32,
    pub commands: u32,
}

/// A run that was taken over.
#[derive(Debug)]
pub struct TakenOver {
    pub lease: Lease,
    /// All of its file so far.
    pub bytes: Vec<u8>,
    /// The front end that held it, if one did and has not given it back.
    pub previous_holder: Option<String>,
}

/// Why bytes were not appended.
#[derive(Debug, Error)]
pub enum AppendError {
    #[error("the run has been taken over, has ended or was deleted")]
    LeaseLost,
    #[error("a run has {0} bytes at most")]
    TooLong(u64),
    #[error(transparent)]
    Store(#[from] StoreError),
}
