//! The priorities of threads: first what everybody waits for, the connections and the store; then the sessions; and last
//! work that nobody waits for at the keys.

use std::io;
use std::thread::{self, JoinHandle};

/// The niceness of sessions: of a processor for which all compete they have a third of what the threads that they wait for
/// have.
const OF_SESSIONS: i32 = 5;
/// The lowest priority: sessions come first as long as they have something to do.
const OF_BACKGROUND: i32 = 19;

/// Gives this thread the priority of a session.
pub(super) fn become_session() -> io::Result<()> {
    lower(OF_SESSIONS)
}

/// Lowers the priority of this thread.
///
/// On Linux the niceness that POSIX gives to processes belongs to threads, and that of “this process” is this thread's.
/// Elsewhere it would slow the whole server down: there nothing is lowered. The classes for idle time alone would go further,
/// and cannot be asked for without unsafe code.
#[cfg(target_os = "linux")]
fn lower(niceness: i32) -> io::Result<()> {
    Ok(rustix::process::setpriority_process(None, niceness)?)
}

#[cfg(not(target_os = "linux"))]
fn lower(_niceness: i32) -> io::Result<()> {
    Ok(())
}

/// Starts a thread of the lowest priority. Where that cannot be lowered, it works at that of all threads.
pub(super) fn spawn(
    name: &'static str,
    work: impl FnOnce() + Send + 'static,
) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().name(name.to_owned()).spawn(move || {
        if let Err(error) = lower(OF_BACKGROUND) {
            tracing::warn!(%error, thread = name, "its priority could not be lowered");
        }
        work();
    })
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
        let thread = super::spawn("low", move || {
            tell.send(getpriority_process(None).expect("a niceness")).expect("a listener");
        });
        thread.expect("a thread").join().expect("no panic");
        assert_eq!(told.recv(), Ok(super::OF_BACKGROUND));
        let session = thread::spawn(|| {
            super::become_session().expect("it can always be lowered");
            getpriority_process(None).expect("a niceness")
        });
        assert_eq!(session.join().expect("no panic"), super::OF_SESSIONS);
        assert_eq!(getpriority_process(None).expect("a niceness"), before);
    }
}
