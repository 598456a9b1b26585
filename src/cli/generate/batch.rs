//! Levels that are made with all cores, until all are done or a signal comes.

use std::cell::Cell;
use std::ops::ControlFlow;

use super::GenFailure;
use crate::cli::interruption::Interruption;
use crate::cli::progress::Progress;
use crate::cli::workers::{self, Ended};
use crate::cli::{Answer, Invocation};

/// The places of a series of levels, and how many of them are done.
pub(super) struct Batch {
    count: u64,
    interruption: Interruption,
    progress: Progress,
    done: Cell<u64>,
}

impl Batch {
    /// `count` levels; a signal interrupts the work on several, and ends the process at one.
    pub(super) fn new(count: u64, invocation: &Invocation) -> Batch {
        let interruption =
            if count > 1 { Interruption::by_signals() } else { Interruption::by_nothing() };
        let progress = Progress::new(count, "levels", invocation);
        Batch { count, interruption, progress, done: Cell::new(0) }
    }

    /// Works on every place with all cores, and takes the results in their order. After an interruption the results that are
    /// there are taken, still in their order.
    pub(super) fn for_each<T: Send>(
        &self,
        work: impl Fn(u64) -> T + Sync,
        mut take: impl FnMut(u64, T) -> Result<(), GenFailure>,
    ) -> Result<(), GenFailure> {
        let workers = workers::cores().min(self.count.try_into().unwrap_or(usize::MAX));
        let take = |place, result| {
            if let Err(failure) = self.progress.around(|| take(place, result)) {
                return ControlFlow::Break(failure);
            }
            self.done.update(|done| done + 1);
            self.progress.update(self.done());
            ControlFlow::Continue(())
        };
        let ended =
            workers::run_in_order(self.count, workers, self.interruption.flag(), work, take);
        self.progress.clear();
        match ended {
            Ended::Stopped(failure) => Err(failure),
            Ended::Done | Ended::Interrupted => Ok(()),
        }
    }

    /// How many results have been taken.
    pub(super) fn done(&self) -> u64 {
        self.done.get()
    }

    /// The answer when all that was done is printed.
    pub(super) fn answer(&self) -> Answer {
        if self.interruption.is_set() && self.done() < self.count {
            self.interruption.answer(self.done(), self.count, "levels")
        } else {
            Answer::Yes
        }
    }
}
