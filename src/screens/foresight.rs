//! Forecasts of dawn and reckonings, which are made on threads beside the game: no key waits for
//! one. Of the forecasts of a run only the newest is made, and none for a run that was left.

use std::collections::VecDeque;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::thread;

use engine::sim::{Forecast, ForecastTask};

/// The raids of a forecast.
const SAMPLES: u32 = 24;

/// The niceness of what nobody waits for at the keys.
const OF_BACKGROUND: i32 = 19;

/// Threads that make forecasts, and in between reckonings, for one run at home or for all of a
/// server. They end when this is dropped.
pub struct Foresight {
    queue: Arc<Queue>,
    /// Whether the system has no thread to give: then forecasts are made by whoever asks, and
    /// nothing else is.
    is_alone: bool,
}

/// Work in steps; each tells whether there is another one.
type Work = Box<dyn FnMut() -> bool + Send>;

#[derive(Default)]
struct Queue {
    state: Mutex<QueueState>,
    changed: Condvar,
}

#[derive(Default)]
struct QueueState {
    forecasts: VecDeque<(ForecastTask, Weak<OnceLock<Forecast>>)>,
    /// What waits until no forecast does: a step of each in turn.
    at_leisure: VecDeque<Work>,
    is_over: bool,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        // Where its priority cannot be lowered, it works at that of all threads.
        _ = lower_priority(OF_BACKGROUND);
        let mut state = self.lock();
        while !state.is_over {
            // A panic costs the answer of one run, and not those of all others.
            if let Some((task, answer)) = state.forecasts.pop_front() {
                drop(state);
                if let Some(answer) = answer.upgrade()
                    && let Ok(made) = panic::catch_unwind(AssertUnwindSafe(|| task.run(SAMPLES)))
                {
                    _ = answer.set(made);
                }
                state = self.lock();
            } else if let Some(mut work) = state.at_leisure.pop_front() {
                drop(state);
                let goes_on = panic::catch_unwind(AssertUnwindSafe(&mut work)).unwrap_or(false);
                state = self.lock();
                if goes_on {
                    state.at_leisure.push_back(work);
                }
            } else {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}

impl Foresight {
    pub fn begin(threads: usize) -> Foresight {
        let queue = Arc::<Queue>::default();
        let begun = (0..threads).map_while(|_| {
            let own = queue.clone();
            thread::Builder::new().name("forecast".to_owned()).spawn(move || own.work()).ok()
        });
        let is_alone = begun.count() == 0;
        Foresight { queue, is_alone }
    }

    /// Has a forecast made. Whoever drops the answer wants it no more.
    pub(crate) fn ask(&self, task: ForecastTask) -> Arc<OnceLock<Forecast>> {
        let answer = Arc::new(OnceLock::new());
        if self.is_alone {
            _ = answer.set(task.run(SAMPLES));
            return answer;
        }
        let mut state = self.queue.lock();
        state.forecasts.retain(|(_, answer)| answer.strong_count() > 0);
        state.forecasts.push_back((task, Arc::downgrade(&answer)));
        drop(state);
        self.queue.changed.notify_one();
        answer
    }

    /// Has some work done while no forecast is asked for, step by step until it says that it is
    /// done.
    pub(crate) fn do_at_leisure(&self, work: impl FnMut() -> bool + Send + 'static) {
        if !self.is_alone {
            self.queue.lock().at_leisure.push_back(Box::new(work));
            self.queue.changed.notify_one();
        }
    }
}

impl Drop for Foresight {
    fn drop(&mut self) {
        self.queue.lock().is_over = true;
        self.queue.changed.notify_all();
    }
}

/// Lowers the priority of this thread.
///
/// # Errors
/// When the system does not let it.
///
/// On Linux the niceness that POSIX gives to processes belongs to threads, and that of “this
/// process” is this thread's. Elsewhere it would slow all of the process down: there nothing is
/// lowered. The classes for idle time would need unsafe code.
#[cfg(target_os = "linux")]
pub fn lower_priority(niceness: i32) -> std::io::Result<()> {
    Ok(rustix::process::setpriority_process(None, niceness)?)
}

#[cfg(not(target_os = "linux"))]
pub fn lower_priority(_niceness: i32) -> std::io::Result<()> {
    Ok(())
}
