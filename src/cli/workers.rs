//! The same work for many numbers on several cores, with the results in the order of the numbers:
//! [`run_in_order`], and with a bar and the answer of a command around it [`Batch`].

#![expect(clippy::float_arithmetic, reason = "tells how long levels took")]

use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use rustix::time::{ClockId, clock_gettime};

use super::progress::{Interruption, Progress};
use super::{Answer, Failure, Invocation};

/// The number of results of each worker that may wait to be taken.
const WAITING_RESULTS: usize = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended<R> {
    /// All numbers were worked on.
    Done,
    /// The function that takes the results has stopped it.
    Stopped(R),
    /// The flag for interruptions was set.
    Interrupted,
}

/// The number of cores, and so of workers.
pub(super) fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// How many to work on at once.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct Jobs {
    /// How many to work on at once [default: one for each core]
    #[arg(long, alias = "threads", value_name = "N", value_parser = clap::value_parser!(u16)
        .range(1..=1024))]
    jobs: Option<u16>,
}

impl Jobs {
    pub(super) fn count(self) -> usize {
        self.jobs.map_or_else(cores, usize::from)
    }
}

/// Does the work for each number in `0..count`, and hands the results over in that order as soon as
/// they are there, whichever worker was first.
///
/// When the work is interrupted, the results that are there are handed over, still in their order.
pub(super) fn run_in_order<T: Send, R>(
    count: u64,
    workers: usize,
    interrupted: &AtomicBool,
    work: impl Fn(u64) -> T + Sync,
    mut take: impl FnMut(u64, T) -> ControlFlow<R>,
) -> Ended<R> {
    let next = AtomicU64::new(0);
    let is_interrupted = || interrupted.load(Ordering::Relaxed);
    thread::scope(|scope| {
        let workers = workers.max(1);
        let (sender, receiver) = sync_channel(workers * WAITING_RESULTS);
        let started = (0..workers).map_while(|_| {
            let (sender, next, work) = (sender.clone(), &next, &work);
            let work_off = move || work_off(count, next, work, is_interrupted, &sender);
            thread::Builder::new().spawn_scoped(scope, work_off).ok()
        });
        if started.count() == 0 {
            // The system has no thread to give: the work is done on this one.
            for number in (0..count).take_while(|_| !is_interrupted()) {
                if let ControlFlow::Break(reason) = take(number, work(number)) {
                    return Ended::Stopped(reason);
                }
            }
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut expected = 0;
        for (number, result) in receiver {
            early.insert(number, result);
            while let Some(result) = early.remove(&expected) {
                if let ControlFlow::Break(reason) = take(expected, result) {
                    return Ended::Stopped(reason);
                }
                expected += 1;
            }
        }
        for (number, result) in early {
            if let ControlFlow::Break(reason) = take(number, result) {
                return Ended::Stopped(reason);
            }
        }
        if is_interrupted() { Ended::Interrupted } else { Ended::Done }
    })
}

/// One worker: takes numbers and sends their results, until no numbers are left or nobody wants
/// them any more.
fn work_off<T>(
    count: u64,
    next: &AtomicU64,
    work: impl Fn(u64) -> T,
    is_interrupted: impl Fn() -> bool,
    results: &SyncSender<(u64, T)>,
) {
    while !is_interrupted() {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= count || results.send((number, work(number))).is_err() {
            return;
        }
    }
}

/// Work for many numbers that signals interrupt, with a bar that shows how far it is.
pub(super) struct Batch {
    count: u64,
    workers: usize,
    pub interruption: Interruption,
    progress: Progress,
    done: Cell<u64>,
}

impl Batch {
    /// The work for `count` numbers, each of which the bar calls a `unit`, in the plural.
    pub(super) fn new(
        count: u64,
        unit: &'static str,
        workers: usize,
        interruption: Interruption,
        invocation: &Invocation,
    ) -> Batch {
        let progress = Progress::new(count, unit, invocation);
        let workers = workers.min(count.try_into().unwrap_or(usize::MAX));
        Batch { count, workers, interruption, progress, done: Cell::new(0) }
    }

    /// Works on every number, and takes the results in their order. Those that are not there
    /// because their own work was interrupted are passed over.
    pub(super) fn for_each<T: Send>(
        &self,
        work: impl Fn(u64) -> Option<T> + Sync,
        mut take: impl FnMut(u64, T) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let take = |number, result: Option<T>| {
            let Some(result) = result else { return ControlFlow::Continue(()) };
            self.done.update(|done| done + 1);
            if let Err(failure) = self.progress.around(|| take(number, result)) {
                return ControlFlow::Break(failure);
            }
            self.progress.update(self.done());
            ControlFlow::Continue(())
        };
        let ended = run_in_order(self.count, self.workers, self.interruption.flag(), work, take);
        self.progress.clear();
        match ended {
            Ended::Stopped(failure) => Err(failure),
            Ended::Done | Ended::Interrupted => Ok(()),
        }
    }

    pub(super) fn done(&self) -> u64 {
        self.done.get()
    }

    /// The answer when all that was done is printed.
    pub(super) fn answer(&self, unit: &str) -> Answer {
        if self.interruption.is_set() && self.done() < self.count {
            self.interruption.answer(self.done(), self.count, unit)
        } else {
            Answer::Yes
        }
    }
}

/// The seconds for which this thread has had a core. Other threads and processes do not count.
pub(super) fn own_time() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_however_many_work_on_them() {
        for (workers, count) in [(1, 0), (1, 9), (2, 3), (3, 1_000), (8, 401)] {
            let mut taken = Vec::new();
            // Later numbers are done sooner.
            let work = |number: u64| {
                let turns = (count - number) * 50;
                (0..turns).fold(number, |sum, turn| sum ^ std::hint::black_box(turn) ^ turn)
            };
            let never = AtomicBool::new(false);
            let ended = run_in_order(count, workers, &never, work, |number, result| {
                assert_eq!(number, result);
                taken.push(number);
                ControlFlow::<()>::Continue(())
            });
            assert_eq!(ended, Ended::Done);
            assert_eq!(taken, (0..count).collect::<Vec<_>>());
        }
    }

    #[test]
    fn enough_is_enough() {
        let never = AtomicBool::new(false);
        let work = |number| number;
        let ended = run_in_order(u64::MAX, 2, &never, work, |number, _| match number {
            100 => ControlFlow::Break("found"),
            _ => ControlFlow::Continue(()),
        });
        assert_eq!(ended, Ended::Stopped("found"));
    }

    #[test]
    fn who_is_asked_to_end_ends() {
        let asked = AtomicBool::new(false);
        let work = |number| {
            if number == 50 {
                asked.store(true, Ordering::Relaxed);
            }
            number
        };
        let mut taken = Vec::new();
        let ended = run_in_order(u64::MAX, 2, &asked, work, |number, result| {
            assert_eq!(number, result);
            taken.push(number);
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(ended, Ended::Interrupted);
        assert!(
            taken.is_sorted() && taken.contains(&50),
            "what was done is handed over: {taken:?}"
        );
    }
}
