//! The same work for many numbers on several cores, with the results in the order of the numbers.

#![expect(clippy::float_arithmetic, reason = "tells how long levels took")]

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// The number of numbers that a worker takes at once: few, so that results come soon.
const CHUNK_NUMBERS: u64 = 4;
/// The longest time until an interruption is noticed.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// How the work ended.
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

/// Does the work for each number in `0..count`, and hands the results over in that order as soon as
/// they are there, whichever worker was first.
pub(super) fn run_in_order<T: Send, R>(
    count: u64,
    workers: usize,
    interrupted: &AtomicBool,
    work: impl Fn(u64) -> T + Sync,
    mut take: impl FnMut(u64, T) -> ControlFlow<R>,
) -> Ended<R> {
    let next = AtomicU64::new(0);
    let over = AtomicBool::new(false);
    let is_over = || over.load(Ordering::Relaxed) || interrupted.load(Ordering::Relaxed);
    thread::scope(|scope| {
        let (sender, receiver) = sync_channel(workers * 4);
        for _ in 0..workers.max(1) {
            let sender = sender.clone();
            let (next, work, is_over) = (&next, &work, &is_over);
            scope.spawn(move || work_off(count, next, work, is_over, &sender));
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut next_chunk = 0;
        loop {
            match receiver.recv_timeout(POLL_INTERVAL) {
                Ok((chunk, results)) => {
                    early.insert(chunk, results);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) if interrupted.load(Ordering::Relaxed) => {
                    return Ended::Interrupted;
                }
                Err(RecvTimeoutError::Disconnected) => return Ended::Done,
            }
            if interrupted.load(Ordering::Relaxed) {
                return Ended::Interrupted;
            }
            while let Some(results) = early.remove(&next_chunk) {
                for (number, result) in (next_chunk * CHUNK_NUMBERS..).zip(results) {
                    if let ControlFlow::Break(reason) = take(number, result) {
                        over.store(true, Ordering::Relaxed);
                        return Ended::Stopped(reason);
                    }
                }
                next_chunk += 1;
            }
        }
    })
}

/// One worker: takes chunks of numbers and sends their results, until no numbers are left or the work is stopped.
fn work_off<T>(
    count: u64,
    next: &AtomicU64,
    work: impl Fn(u64) -> T,
    is_over: impl Fn() -> bool,
    results: &SyncSender<(u64, Vec<T>)>,
) {
    loop {
        let chunk = next.fetch_add(1, Ordering::Relaxed);
        let numbers = chunk.saturating_mul(CHUNK_NUMBERS)..count;
        if numbers.is_empty() {
            return;
        }
        let numbers = numbers.take(CHUNK_NUMBERS as usize).take_while(|_| !is_over());
        let done: Vec<T> = numbers.map(&work).collect();
        // Once all is over, the results are not received any more.
        if is_over() || results.send((chunk, done)).is_err() {
            return;
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
        };
        let ended =
            run_in_order(u64::MAX, 2, &asked, work, |_, ()| ControlFlow::<()>::Continue(()));
        assert_eq!(ended, Ended::Interrupted);
    }
}
