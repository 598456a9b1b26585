//! Threads beside those of sessions and connections, and the priorities of threads: first what
//! everybody waits for, the connections and the store; then the sessions; and last work that nobody
//! waits for at the keys.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

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

    /// The thread is to end.
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

/// The niceness of sessions: when all compete they get a third of what the store's threads get.
const OF_SESSIONS: i32 = 5;
/// The lowest priority: sessions come first as long as they have something to do.
const OF_BACKGROUND: i32 = 19;

/// Gives this thread the priority of a session.
pub(crate) fn become_session() -> io::Result<()> {
    lower(OF_SESSIONS)
}

/// Gives this thread the lowest priority. Where that cannot be, it works at that of all threads.
pub(crate) fn become_background() {
    if let Err(error) = lower(OF_BACKGROUND) {
        let thread = thread::current();
        tracing::warn!(%error, thread = thread.name(), "its priority could not be lowered");
    }
}

/// Lowers the priority of this thread.
///
/// On Linux the niceness that POSIX gives to processes belongs to threads, and that of “this
/// process” is this thread's. Elsewhere it would slow the whole server down: there nothing is
/// lowered. The classes for idle time would need unsafe code.
#[cfg(target_os = "linux")]
fn lower(niceness: i32) -> io::Result<()> {
    Ok(rustix::process::setpriority_process(None, niceness)?)
}

#[cfg(not(target_os = "linux"))]
fn lower(_niceness: i32) -> io::Result<()> {
    Ok(())
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
