//! Threads beside those of sessions and connections, and the priorities of threads: first what
//! everybody waits for, the connections and the store; then the sessions; and last work that nobody
//! waits for at the keys.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use crate::store::AccountId;
use screens::{HostError, Rival, RivalError, RivalRequest, RivalSearch, lower_priority};

/// What a background thread shares with those who have something for it.
#[derive(Debug, Default)]
pub(crate) struct Signal<S> {
    state: Mutex<S>,
    changed: Condvar,
    /// Apart from the state: it is read after every command of a run that is played again.
    is_stopping: AtomicBool,
}

impl<S> Signal<S> {
    /// Changes the state, and wakes all that wait for it.
    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut S) -> T) -> T {
        let changed = change(&mut self.state.lock());
        self.changed.notify_all();
        changed
    }

    /// Waits until the state has something to take; `None` if the time is up or the thread is to
    /// end.
    pub(crate) fn wait<T>(
        &self,
        limit: Duration,
        mut take: impl FnMut(&mut S) -> Option<T>,
    ) -> Option<T> {
        let until = Instant::now() + limit;
        let mut state = self.state.lock();
        while !self.is_stopping() {
            let taken = take(&mut state);
            if taken.is_some() || self.changed.wait_until(&mut state, until).timed_out() {
                return taken.or_else(|| take(&mut state));
            }
        }
        None
    }

    pub(crate) fn stop(&self) {
        // Under the lock, so that nobody misses it between looking and waiting.
        let state = self.state.lock();
        self.is_stopping.store(true, Ordering::SeqCst);
        drop(state);
        self.changed.notify_all();
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::SeqCst)
    }
}

/// A running thread; it is told to end, and waited for, when this is dropped.
pub(crate) struct Background {
    stop: Box<dyn Fn() + Send + Sync>,
    thread: Option<JoinHandle<()>>,
}

impl Background {
    /// Starts a thread, which ends soon after `stop` is called.
    pub(crate) fn begin(
        name: &str,
        stop: impl Fn() + Send + Sync + 'static,
        work: impl FnOnce() + Send + 'static,
    ) -> io::Result<Background> {
        let thread = thread::Builder::new().name(name.to_owned()).spawn(work)?;
        Ok(Background { stop: Box::new(stop), thread: Some(thread) })
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        (self.stop)();
        if let Some(thread) = self.thread.take() {
            // It has nothing to tell.
            let _ = thread.join();
        }
    }
}

/// What sessions and requests tell the verifier, and it them.
#[derive(Debug, Default)]
pub(crate) struct Verifications {
    pub is_requested: bool,
    /// How many verdicts this front end has come to.
    pub verdicts: u64,
}

impl Signal<Verifications> {
    pub(crate) fn request(&self) {
        self.change(|state| state.is_requested = true);
    }
}

/// How many searches of one account wait at the same time: there are two of every race.
const MAX_SEARCHES_OF_ACCOUNT: usize = 4;
/// And of all accounts.
const MAX_SEARCHES: usize = 1_024;

/// A run to race against that an account asks for.
pub(crate) struct Search {
    pub(super) account: AccountId,
    pub(super) request: RivalRequest,
    pub(super) answer: Sender<Result<Box<Rival>, RivalError>>,
}

impl Signal<VecDeque<Search>> {
    /// Begins to look for a run of an account to race against.
    pub(crate) fn search(&self, account: AccountId, request: RivalRequest) -> RivalSearch {
        let (sender, answer) = channel();
        self.change(|waiting| {
            let own = waiting.iter().filter(|search| search.account == account).count();
            if own < MAX_SEARCHES_OF_ACCOUNT && waiting.len() < MAX_SEARCHES {
                waiting.push_back(Search { account, request, answer: sender });
            } else {
                // The receiver is here.
                let _ = sender.send(Err(HostError::Refused("too many runs are looked for").into()));
            }
        });
        answer
    }
}

/// The niceness of sessions: when all compete they get a third of what the store's threads get.
const OF_SESSIONS: i32 = 5;
/// The lowest priority: sessions come first as long as they have something to do.
const OF_BACKGROUND: i32 = 19;

pub(crate) fn become_session() -> io::Result<()> {
    lower_priority(OF_SESSIONS)
}

/// Gives this thread the lowest priority. Where that cannot be, it works at that of all threads.
pub(crate) fn become_background() {
    if let Err(error) = lower_priority(OF_BACKGROUND) {
        let thread = thread::current();
        tracing::warn!(%error, thread = thread.name(), "its priority could not be lowered");
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use rustix::process::getpriority_process;

    #[test]
    fn only_this_thread_is_slower() {
        let before = getpriority_process(None).expect("a niceness");
        let (tell, told) = mpsc::channel();
        let thread = super::Background::begin(
            "low",
            || {},
            move || {
                super::become_background();
                tell.send(getpriority_process(None).expect("a niceness")).expect("a listener");
            },
        );
        drop(thread.expect("a thread"));
        assert_eq!(told.recv(), Ok(super::OF_BACKGROUND));
        let session = thread::spawn(|| {
            super::become_session().expect("it can always be lowered");
            getpriority_process(None).expect("a niceness")
        });
        assert_eq!(session.join().expect("no panic"), super::OF_SESSIONS);
        assert_eq!(getpriority_process(None).expect("a niceness"), before);
    }
}
